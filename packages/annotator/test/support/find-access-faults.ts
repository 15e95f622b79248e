// Finds the accessibility faults of a page with axe: each broken rule, with the first element that breaks it.

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What may be broken by another colour alone. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** `isOnlyRecoloured`: every rule was tried on the same page in other colours before. */
export async function findAccessFaults(
  page: Page,
  { isOnlyRecoloured = false } = {},
): Promise<readonly string[]> {
  // Only faults are described whole: to describe what is in order takes longer than to judge it.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  if (isOnlyRecoloured) axe.withRules(rulesOfColour);
  // Otherwise each result is put together on a new page, for frames of other origins, which no page of ours has.
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
}
