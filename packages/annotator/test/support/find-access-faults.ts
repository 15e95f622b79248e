// Finds the accessibility faults of a page with axe: each broken rule, with the first element that breaks it.

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Rules that can be broken by a change of colours alone. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** `isOnlyRecoloured` says that all rules were already tested on the same page in other colours. */
export async function findAccessFaults(
  page: Page,
  { isOnlyRecoloured = false } = {},
): Promise<readonly string[]> {
  // Only faults are described completely: describing correct elements takes longer than testing them.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  if (isOnlyRecoloured) axe.withRules(rulesOfColour);
  // Otherwise, axe collects the results on a new page, for the sake of frames from other origins; our pages have none.
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
}

/**
 * Tests the page in light, and then in dark. The page is the same in both: only its style sheet asks for the theme, so
 * it is loaded once, and only colours are tested again.
 */
export async function findFaultsInBothThemes(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const inLight = await findAccessFaults(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await findAccessFaults(page, { isOnlyRecoloured: true });
  await page.emulateMedia({ colorScheme: null });
  return [...inLight, ...inDark.map((fault) => `in dark: ${fault}`)];
}
