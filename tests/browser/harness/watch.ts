import type { BrowserContext, Page } from "@playwright/test";

/** Schemes that reach no network. */
const LOCAL = ["data:", "blob:", "about:"];

/**
 * Watches everything that a browser context does: each request of pages, frames and workers, and whatever the browser
 * complains about (errors in the console, exceptions nobody caught, violations of the Content-Security-Policy).
 */
export class Watch {
  /** The address of each request, in order. */
  readonly requests: string[] = [];
  readonly #sent: string[] = [];
  readonly #complaints: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #allowed: string[] = [];
  readonly #origin: string;

  private constructor(origin: string) {
    this.#origin = origin;
  }

  static async on(context: BrowserContext, origin: string): Promise<Watch> {
    const watch = new Watch(origin);
    // Those of workers and service workers arrive here too; harness.spec.ts holds that.
    context.on("request", (request) => {
      watch.requests.push(request.url());
      if (request.method() !== "GET" || request.postData() !== null) {
        watch.#sent.push(`${request.method()} ${request.url()}`);
      }
    });
    context.on("page", (page) => watch.#follow(page));
    context.on("console", (message) => {
      if (message.type() !== "error") return;
      watch.#complaints.push(`${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => watch.#complaints.push(String(error.error())));
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
    return watch;
  }

  #follow(page: Page): void {
    page.on("websocket", (socket) => this.requests.push(socket.url()));
    page.on("crash", () => this.#complaints.push("the page crashed"));
  }

  /** Says that a complaint which matches is part of the test. */
  expect(complaint: RegExp): void {
    this.#expected.push(complaint);
  }

  /** Says that requests to another origin are part of the test. */
  allow(origin: string): void {
    this.#allowed.push(origin);
  }

  /** Requests that left the page's own origin. */
  foreign(): string[] {
    const known = [this.#origin, ...this.#allowed];
    return this.requests.filter(
      (url) => !LOCAL.some((scheme) => url.startsWith(scheme)) && !known.includes(new URL(url).origin),
    );
  }

  /** Requests that carry something away. */
  sent(): string[] {
    return this.#sent;
  }

  /** What the browser complained about and the test did not expect. */
  complaints(): string[] {
    return this.#complaints.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }
}
