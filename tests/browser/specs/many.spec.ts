// Many findings: all in the page up to two hundred, a window above, and every row within reach.
import { expect, test } from "../harness/test.ts";
import { ONLY_FIND, rogues } from "../harness/documents.ts";

test("two hundred findings are all in the page", async ({ stepgate }) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", rogues(200));
  await expect(stepgate.verdict).toHaveText(/^FAIL .*200 errors/);
  await stepgate.show("Results");
  await expect(stepgate.findings).toHaveAttribute("aria-rowcount", "201");
  await expect(stepgate.findings.getByRole("row")).toHaveCount(201);
});

test("of ten thousand there is a window that goes everywhere", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", rogues(10_000));
  await expect(stepgate.verdict).toHaveText(/^FAIL .*10,000 errors/, { timeout: 15_000 });
  await stepgate.show("Results");
  await expect(stepgate.findings).toHaveAttribute("aria-rowcount", "10001");
  const rows = stepgate.findings.getByRole("row");
  expect(await rows.count()).toBeLessThan(202);

  await rows.nth(1).focus();
  await page.keyboard.press("End");
  const row = (index: number) => page.locator(`[aria-rowindex="${index}"]`);
  await expect(row(10_001)).toBeFocused();
  await expect(row(10_001)).toContainText("s10000");
  await page.keyboard.press("PageUp");
  await page.keyboard.press("ArrowUp");
  await expect(page.locator("tr:focus")).toBeVisible();
  await page.keyboard.press("Home");
  await expect(row(2)).toBeFocused();
  await expect(row(2)).toBeInViewport();

  await page.getByRole("searchbox", { name: "Filter findings" }).fill("s9999");
  await expect(stepgate.findings).toHaveAttribute("aria-rowcount", "2");
  await expect(rows.nth(1)).toContainText("s9999");
  await page.getByRole("searchbox", { name: "Filter findings" }).fill("");
  await expect(stepgate.findings).toHaveAttribute("aria-rowcount", "10001");

  await stepgate.findings.getByRole("button", { name: "Step", exact: true }).click();
  await stepgate.findings.getByRole("button", { name: "Step", exact: true }).click();
  await expect(stepgate.findings.getByRole("columnheader", { name: "Step" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await expect(rows.nth(1)).toContainText("s10000");
});

test("filters by severity and category", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", rogues(3));
  await expect(stepgate.verdict).toHaveText(/^FAIL .*3 errors/);
  await stepgate.show("Results");
  const rows = stepgate.findings.getByRole("row");
  await page.getByRole("combobox", { name: "Category" }).selectOption("flow");
  await expect(rows).toHaveCount(1);
  await page.getByRole("combobox", { name: "Category" }).selectOption("All categories");
  await expect(rows).toHaveCount(4);
  await page.getByRole("button", { name: "Errors 3" }).click();
  await expect(rows).toHaveCount(1);
});
