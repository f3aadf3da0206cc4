// Keeps a copy of the page on this device, so that it opens without network.
//
// Each version of the page has a cache of its own, filled completely before the version may answer anything, and every
// page gets all of its files from the one version it started with. Whatever goes wrong with a copy, the network
// answers instead. Requests to other origins, and any but plain GETs of the page's own files, are left alone.

/** What this version consists of: file names with the SHA-256 of each file in base64. The build writes this line. */
const BUILD = { version: "", files: {} };

const SCOPE = self.registration.scope;
/** What the names of our caches begin with. Another copy of the page on the same origin has another scope. */
const OURS = `stepgate ${SCOPE} `;
const OWN = OURS + BUILD.version;
/** The addresses, relative to the scope, that are pages, and the files behind them. */
const PAGES = new Map([
  ["", "index.html"],
  ["index.html", "index.html"],
  ["embed.html", "embed.html"],
]);

/** Many hosts redirect from index.html to its folder. */
const address = (name) => (name === "index.html" ? SCOPE : SCOPE + name);

self.addEventListener("install", (event) => {
  // In development there is no list: such a worker only removes what an earlier one has kept.
  if (BUILD.version) event.waitUntil(install());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(sweep().finally(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  // Sent by the page when a person has agreed to the update.
  if (event.data === "activate") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.mode === "navigate") event.waitUntil(sweep());
  if (!BUILD.version || request.method !== "GET" || !url.href.startsWith(SCOPE)) return;
  const name = url.pathname.slice(new URL(SCOPE).pathname.length);
  if (request.mode === "navigate") {
    const page = PAGES.get(name);
    if (page) event.respondWith(open(event, page, url.searchParams.has("fresh")));
  } else if (!url.search) {
    event.respondWith(load(event, name));
  }
});

async function install() {
  const cache = await caches.open(OWN);
  await Promise.all(
    Object.entries(BUILD.files).map(async ([name, hash]) => {
      // Half of a deployment, or a host that rewrites files, must not become a version: the hash would not match.
      const answer = await fetch(address(name), { cache: "no-cache", integrity: `sha256-${hash}` });
      await keep(cache, name, answer.headers, await answer.arrayBuffer());
    }),
  );
}

/** Answers a navigation to one of the pages. A fresh page comes from the network as long as there is one. */
async function open(event, name, fresh) {
  if (fresh) {
    const answer = await fetch(event.request).catch(() => undefined);
    if (answer) return answer;
  }
  const kept = await read(OWN, name);
  if (kept) {
    event.waitUntil(remember(event.resultingClientId, OWN));
    return kept;
  }
  const answer = await fetch(event.request);
  event.waitUntil(mend(name, answer.clone()));
  return answer;
}

/**
 * Answers for a file that a page or its worker loads: from the version of that page, or from the network. A page that
 * came from the network goes on with it, and falls back on this version.
 */
async function load(event, name) {
  const version = await versionOf(event.clientId);
  if (version) {
    if (event.request.destination === "worker") {
      event.waitUntil(remember(event.resultingClientId, version));
    }
    const kept = await read(version, name);
    if (kept) return kept;
  }
  let answer;
  try {
    answer = await fetch(event.request);
  } catch (error) {
    const kept = await read(OWN, name);
    if (kept) return kept;
    throw error;
  }
  if (version === OWN) event.waitUntil(mend(name, answer.clone()));
  return answer.ok ? answer : ((await read(OWN, name)) ?? answer);
}

/** A file from a version's cache, unless it is missing, unreadable or not what it should be. */
async function read(cacheName, name) {
  try {
    const kept = await caches.match(address(name), { cacheName });
    if (!kept) return undefined;
    const bytes = await kept.arrayBuffer();
    if (cacheName === OWN && (await hashOf(bytes)) !== BUILD.files[name]) return undefined;
    return new Response(bytes, { headers: kept.headers });
  } catch {
    return undefined;
  }
}

/** Keeps what the network has answered in the place of a missing or broken entry, if it belongs to this version. */
async function mend(name, answer) {
  try {
    const bytes = await answer.arrayBuffer();
    if (!(name in BUILD.files) || (await hashOf(bytes)) !== BUILD.files[name]) return;
    await keep(await caches.open(OWN), name, answer.headers, bytes);
  } catch {
    // Storage may be full or refused: the next time it is tried again.
  }
}

/** Stores a file with the host's headers, but for those that are about the transport. */
async function keep(cache, name, sent, bytes) {
  const headers = new Headers(sent);
  for (const header of ["content-encoding", "content-length", "vary"]) headers.delete(header);
  await cache.put(address(name), new Response(bytes, { headers }));
}

async function hashOf(bytes) {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

/** The cache that answers a page or worker, by its id. This memory ends with the worker; the caches know it too. */
const known = new Map();
/** Those of them that have been answered and not been seen yet: a page exists only some time after its navigation. */
const expected = new Set();

/** The entry by which a cache says that a client uses it. */
const mark = (client) => `${SCOPE}?client=${client}`;

async function remember(client, cacheName) {
  if (!client) return;
  known.set(client, cacheName);
  expected.add(client);
  try {
    await (await caches.open(cacheName)).put(mark(client), new Response());
  } catch {
    // Then only as long as this worker lives.
  }
}

async function versionOf(client) {
  if (!client || known.has(client)) return known.get(client);
  try {
    for (const cacheName of await ourCaches()) {
      if (await caches.match(mark(client), { cacheName })) {
        known.set(client, cacheName);
        return cacheName;
      }
    }
  } catch {
    // Nothing can be read: the network answers.
  }
  return undefined;
}

async function ourCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(OURS));
}

/** Deletes the caches of versions that no page uses any more. */
async function sweep() {
  try {
    const names = await ourCaches();
    const open = await self.clients.matchAll({ type: "all", includeUncontrolled: true });
    // A version that is being prepared, or waits, has no pages yet.
    if (self.registration.installing || self.registration.waiting) return;
    const alive = new Set(open.map((client) => client.id));
    for (const client of alive) expected.delete(client);
    for (const name of names) {
      const cache = await caches.open(name);
      let used = name === OWN;
      for (const request of await cache.keys()) {
        const client = new URL(request.url).searchParams.get("client");
        if (!client) continue;
        if (alive.has(client) || expected.has(client)) used = true;
        else await cache.delete(request);
      }
      if (!used) await caches.delete(name);
    }
  } catch {
    // Storage is refused, or somebody else was faster: the next navigation tries again.
  }
}
