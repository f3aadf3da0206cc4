import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

const WORKER = "service_worker.js";

/** The built page on a host of its own, below another path, where versions are published and files go missing. */
export class Site {
  /** Where the page is reached, with a slash at its end. */
  readonly url: string;
  /** The names of the requested files, in order. */
  readonly requests: string[] = [];
  readonly #server: Server;
  readonly #built: string;
  readonly #changed = new Map<string, Buffer>();
  readonly #missing = new Set<string>();

  private constructor(server: Server, built: string, path: string) {
    this.#server = server;
    this.#built = built;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    server.on("request", (request, response) => {
      const { pathname } = new URL(request.url ?? "", this.url);
      const name = pathname.slice(path.length) || "index.html";
      this.requests.push(name);
      void this.#answer(name).then(({ status, type, body }) => {
        response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-cache" });
        response.end(body);
      });
    });
  }

  /** Serves the page that is built at `built`. */
  static async start(built: string, path = "/another/path/"): Promise<Site> {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    return new Site(server, built, path);
  }

  /** Lets no request through any more, like a host without network. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  /** Publishes a version in which `name` reads otherwise. */
  async publish(name: string, change: (text: string) => string): Promise<void> {
    const before = (await this.#answer(name)).body;
    const after = Buffer.from(change(before.toString()));
    const worker = (await this.#answer(WORKER)).body.toString();
    const hash = (content: Buffer) => createHash("sha256").update(content).digest("base64");
    if (before.equals(after) || !worker.includes(hash(before))) throw new Error(`${name} is no part of it`);
    this.#changed.set(name, after);
    const list = worker.replaceAll(hash(before), hash(after));
    this.#changed.set(WORKER, Buffer.from(list.replace(/version:"[^"]*"/, `version:"${hash(after)}"`)));
  }

  /** From now on there is no such file. */
  lose(name: string): void {
    this.#missing.add(name);
  }

  /** The name of the first kept file that ends so. */
  async named(end: string): Promise<string> {
    const worker = (await this.#answer(WORKER)).body.toString();
    const name = [...worker.matchAll(/"([^"]+)":"/g)].map(([, key]) => key).find((key) => key?.endsWith(end));
    if (name === undefined) throw new Error(`no file ends with ${end}`);
    return name;
  }

  async #answer(name: string): Promise<{ status: number; type: string; body: Buffer }> {
    if (this.#missing.has(name)) return { status: 404, type: "text/plain", body: Buffer.from("gone") };
    const answer = await fetch(new URL(name, this.#built));
    const body = this.#changed.get(name) ?? Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, type: answer.headers.get("content-type") ?? "text/plain", body };
  }
}
