// The class matrix: what each declared class says, what reaches it, and what did.
import type { Page } from "@playwright/test";
import { DESK, approvals, trace } from "../harness/documents.ts";
import { expect, test } from "../harness/test.ts";

const classes = (page: Page) => page.getByRole("table", { name: "Classes" });
const row = (page: Page, name: string) =>
  classes(page)
    .getByRole("row")
    .filter({ has: page.getByRole("button", { name: `Go to class ${name}`, exact: true }) });

test("each class has its level, its people and what reaches it", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", approvals(DESK));
  const finds = Array.from({ length: 15 }, () => "find_order");
  await stepgate.replace("Trace", trace("pay", ...finds));
  await expect(stepgate.verdict).toHaveText(/^GATE 15 allow/);
  await stepgate.show("Results");
  await expect(classes(page)).toHaveAttribute("aria-rowcount", "5");
  for (const words of ["supervised-live", "live 0.2", "dana", "per_day 5"]) {
    await expect(row(page, "desk.pay")).toContainText(words);
  }
  await expect(row(page, "desk.find")).toContainText("and 3 more");
  await expect(row(page, "files.*").getByRole("button", { name: /^Go to (step|entry)/ })).toHaveCount(0);
  await row(page, "desk.find").getByRole("button", { name: "Go to step s2" }).click();
  await expect(stepgate.trace).toBeFocused();
  await stepgate.show("Results");
  await row(page, "desk.pay").getByRole("button", { name: "Go to entry pay" }).click();
  await expect(stepgate.policy).toBeFocused();
  await stepgate.show("Results");
  await row(page, "desk.wire").getByRole("button", { name: "Go to class desk.wire" }).click();
  await expect(stepgate.policy).toBeFocused();
});

test("two hundred classes are all in the page, and the last is within reach at once", async ({
  stepgate,
  page,
}) => {
  const many = Array.from({ length: 200 }, (_, index) => `  desk.c${index}: { autonomy: manual }`);
  await stepgate.open();
  await stepgate.replace("Policy", approvals(`classes:\n${many.join("\n")}`));
  await expect(stepgate.verdict).toHaveText(/^GATE/);
  await stepgate.show("Results");
  await classes(page).getByRole("row").nth(1).focus();
  await page.keyboard.press("End");
  await expect(classes(page).getByRole("row", { name: /desk\.c199/ })).toBeFocused();
  await expect(classes(page).getByRole("row")).toHaveCount(201);
  await page.keyboard.press("ArrowUp");
  await expect(classes(page).getByRole("row", { name: /desk\.c198/ })).toBeFocused();
  await expect(classes(page).getByRole("row")).toHaveCount(201);
});

test("five thousand classes are a window that goes everywhere", async ({ stepgate, page }) => {
  test.slow();
  const many = Array.from({ length: 5_000 }, (_, index) => `  desk.c${index}: { autonomy: manual }`);
  await stepgate.open();
  await stepgate.replace("Policy", approvals(`classes:\n${many.join("\n")}`));
  await expect(stepgate.verdict).toHaveText(/^GATE/, { timeout: 30_000 });
  await stepgate.show("Results");
  await expect(classes(page)).toHaveAttribute("aria-rowcount", "5001");
  expect(await classes(page).getByRole("row").count()).toBeLessThan(202);
  await classes(page).getByRole("row").nth(1).focus();
  await page.keyboard.press("End");
  await expect(classes(page).getByRole("row", { name: /desk\.c4999/ })).toBeFocused();
});

test("a policy that fails closed declares nothing", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", approvals("classes:\n  a.b: { autonomy: whatever }"));
  await expect(stepgate.verdict).toHaveText(/^FAILS CLOSED/);
  await stepgate.show("Results");
  await expect(page.getByRole("region", { name: "Classes by level" })).toContainText("every class is manual");
});
