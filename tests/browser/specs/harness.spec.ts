// The watch over requests is only worth something if it sees what pages, frames and workers send. Each of them is
// made to send something here.
import { test as base, expect } from "@playwright/test";

import { Watch } from "../harness/watch.ts";

const ELSEWHERE = "http://elsewhere.invalid/";

const senders = {
  page: { "index.html": page(`fetch("${ELSEWHERE}")`) },
  frame: {
    "index.html": `<iframe src="frame.html"></iframe>`,
    "frame.html": page(`fetch("${ELSEWHERE}")`),
  },
  worker: {
    "index.html": page(`new Worker("worker.js", { type: "module" })`),
    "worker.js": `fetch("${ELSEWHERE}")`,
  },
  "service worker": {
    "index.html": page(`navigator.serviceWorker.register("worker.js")`),
    "worker.js": `fetch("${ELSEWHERE}")`,
  },
  socket: {
    "index.html": page(`new WebSocket("${ELSEWHERE.replace("http", "ws")}")`),
  },
};

function page(script: string): string {
  return `<script>${script}</script>`;
}

for (const [sender, files] of Object.entries(senders)) {
  base(`a request of a ${sender} to elsewhere is seen`, async ({ browser }) => {
    const context = await browser.newContext({ serviceWorkers: "allow" });
    // Only a secure context has service workers.
    const origin = "http://localhost";
    for (const [name, body] of Object.entries(files)) {
      const contentType = name.endsWith(".js") ? "text/javascript" : "text/html";
      await context.route(`${origin}/${name}`, (route) => route.fulfill({ body, contentType }));
    }
    const watch = await Watch.on(context, origin);

    await (await context.newPage()).goto(`${origin}/index.html`);

    await expect
      .poll(() => watch.foreign().map((url) => new URL(url).host))
      .toEqual([new URL(ELSEWHERE).host]);
    await context.close();
  });
}

base("a request that carries something is seen", async ({ browser }) => {
  const context = await browser.newContext();
  const origin = "http://localhost";
  const body = page(`fetch("./", { method: "POST", body: "text" })`);
  await context.route(`${origin}/**`, (route) => route.fulfill({ body, contentType: "text/html" }));
  const watch = await Watch.on(context, origin);

  await (await context.newPage()).goto(`${origin}/index.html`);

  await expect.poll(() => watch.sent()).toEqual([`POST ${origin}/`]);
  expect(watch.foreign()).toEqual([]);
  await context.close();
});
