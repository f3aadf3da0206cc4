// What a person sees here is what their CI says: the command's links open in the page, and the page's in the command.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "../harness/test.ts";
import { ONLY_FIND, trace } from "../harness/documents.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const CARGO = [
  "run",
  "--quiet",
  "--package",
  "stepgate-engine",
  "--features",
  "cli",
  "--bin",
  "stepgate",
  "--",
];

/** Runs the command, which may well find that a trace fails. */
async function stepgate(...words: string[]): Promise<string> {
  const run = promisify(execFile)("cargo", [...CARGO, ...words], { cwd: ROOT });
  const { stdout } = await run.catch((error: { stdout: string; code: number }) => {
    expect(error.code, error.stdout).toBe(1);
    return error;
  });
  return stdout;
}

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "stepgate-"));
});
test.afterEach(async () => {
  await rm(folder, { recursive: true });
});

// Byte for byte: line ends, characters outside the basic plane, a lone surrogate as JSON writes it.
const POLICY = ONLY_FIND.replaceAll("\n", "\r\n");
const TRACE = trace("find", "pay \u{1f600}").replace("run-1", "run \\ud83d");

async function written(): Promise<[string, string]> {
  const [policy, file] = [join(folder, "desk.policy.json"), join(folder, "desk.trace.json")];
  await writeFile(policy, POLICY);
  await writeFile(file, TRACE);
  return [policy, file];
}

test("a link of the command opens in the page, at the same finding", async ({
  stepgate: shown,
  page,
  baseURL,
}) => {
  const [policy, file] = await written();
  const link = await stepgate("share", "--policy", policy, "--base", baseURL ?? "", file);
  await page.goto(link.trim());
  await expect(shown.verdict).toHaveText(/^FAIL .*1 error/);
  await shown.show("Results");
  await expect(
    shown.findings.locator("[aria-current=true]").getByRole("button", { name: "Go to step s2" }),
  ).toBeVisible();
  await shown.show("Policy");
  await expect(page.getByText("CRLF")).toBeVisible();
});

test("the link under a failing trace opens in the page at the failing step", async ({
  stepgate: shown,
  page,
  baseURL,
}) => {
  const [policy, file] = await written();
  const said = await stepgate("validate", "--policy", policy, "--share-base", baseURL ?? "", file);
  const link = /https?:\/\/\S+#1\S+/.exec(said)?.[0] ?? "";
  expect(link).toMatch(/&at=/);
  await page.goto(link);
  await expect(shown.verdict).toHaveText(/^FAIL .*1 error/);
  await shown.show("Results");
  await expect(
    shown.findings.locator("[aria-current=true]").getByRole("button", { name: "Go to step s2" }),
  ).toBeVisible();
});

test("a link of the page gives the command the same bytes", async ({ stepgate: shown, page }) => {
  const [policy, file] = await written();
  const link = await stepgate(
    "share",
    "--no-redact",
    "--policy",
    policy,
    "--base",
    "https://stepgate.example/",
    file,
  );
  await page.goto(`./${new URL(link.trim()).hash}`);
  await expect(shown.verdict).toHaveText(/^FAIL/);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const field = page.getByRole("dialog", { name: "Share" }).getByRole("textbox", { name: "Link" });
  await expect(field).toHaveValue(/#1/);
  const made = await field.inputValue();
  // Made anew by the page, which knows other things of the verdict: not the link it was opened with.
  expect(new URL(made).pathname).toBe(new URL(page.url()).pathname);
  await stepgate("open-link", made, "--out", join(folder, "out"));
  expect(await readFile(join(folder, "out/desk.policy.json"), "utf8")).toBe(POLICY);
  expect(await readFile(join(folder, "out/desk.trace.json"), "utf8")).toBe(TRACE);
});
