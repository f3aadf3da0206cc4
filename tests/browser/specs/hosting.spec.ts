// What a host serves: the policies of both pages, a manifest whose pictures exist, and files only.
import { expect, test } from "../harness/test.ts";
import { ONLY_FIND, trace } from "../harness/documents.ts";

const POLICY = [
  /default-src 'none'/,
  /script-src 'self' 'wasm-unsafe-eval' 'sha256-[A-Za-z0-9+/]{43}='/,
  /style-src 'self' 'unsafe-inline'/,
  /img-src 'self' data:/,
  /worker-src 'self'/,
  /manifest-src 'self'/,
  /connect-src 'self' https:/,
  /frame-src 'self'/,
  /base-uri 'self'/,
  /form-action 'none'/,
];

for (const name of ["index.html", "embed.html"]) {
  test(`the policy of ${name} is strict and stands before everything else`, async ({ request }) => {
    const html = await (await request.get(name)).text();

    const [, policy = ""] =
      /<head><meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html) ?? [];
    const directives = policy.split("; ");
    expect(directives).toHaveLength(POLICY.length);
    for (const [index, expected] of POLICY.entries()) {
      expect(directives[index]).toMatch(new RegExp(`^${expected.source}$`));
    }
  });
}

test("both pages have the same files", async ({ request }) => {
  const [page = "", embed = ""] = await Promise.all(
    ["index.html", "embed.html"].map(async (name) => (await request.get(name)).text()),
  );

  expect(embed).toContain('<html data-mode="embed"');
  expect(embed.replace(' data-mode="embed"', "")).toBe(page);
});

test("the manifest names pictures of the sizes it says", async ({ request, baseURL }) => {
  const url = new URL("manifest.webmanifest", baseURL);
  const answer = await request.get(url.href);
  expect(answer.headers()["content-type"]).toBe("application/manifest+json");
  const manifest = await answer.json();

  expect(manifest).toMatchObject({ name: "Stepgate", start_url: "./", scope: "./", display: "standalone" });
  const purposes = new Set<string>();
  for (const icon of manifest.icons) {
    purposes.add(`${icon.purpose} ${icon.type}`);
    const picture = await request.get(new URL(icon.src, url).href);
    expect(picture.headers()["content-type"]).toBe(icon.type);
    if (icon.type !== "image/png") continue;
    // Width and height stand at the same place in every PNG.
    const bytes = await picture.body();
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(icon.sizes);
  }
  expect([...purposes].sort()).toEqual(["any image/png", "any image/svg+xml", "maskable image/png"]);
});

test("nothing of what is typed is in any request", async ({ stepgate, watch, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND.replaceAll("find", "harpsichord"));
  await stepgate.replace("Trace", trace("harpsichord"));
  await expect(stepgate.verdict).toHaveText(/^PASS/);
  await page.getByRole("button", { name: "Help" }).click();
  await expect(page.getByRole("dialog")).toContainText("nothing you write is sent anywhere");

  // The watch over every test holds that requests go nowhere else and carry nothing.
  expect(watch.requests.filter((url) => url.includes("harpsichord"))).toEqual([]);
});
