import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

interface Looked {
  /** What is looked at; the whole page unless it is named. */
  within?: string;
  /** Rules that do not hold for a part of a page. */
  without?: string[];
}

/** Expects that axe finds nothing against what is shown. */
export async function expectAccessible(page: Page, { within, without = [] }: Looked = {}): Promise<void> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).disableRules(without);
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html)])).toEqual([]);
}
