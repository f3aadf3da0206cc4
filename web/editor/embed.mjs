// Makes embed.html from the index.html that Trunk has just written: the same markup and the same files. The attribute
// tells the wasm that it runs in a frame of somebody else's page.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const folder = process.env.TRUNK_STAGING_DIR;
if (!folder) throw new Error("Trunk runs this after a build and names the folder in TRUNK_STAGING_DIR");
const page = await readFile(join(folder, "index.html"), "utf8");
const html = /<html(?=[\s>])/;
if (!html.test(page)) throw new Error("index.html has no <html>");
await writeFile(join(folder, "embed.html"), page.replace(html, '<html data-mode="embed"'));
