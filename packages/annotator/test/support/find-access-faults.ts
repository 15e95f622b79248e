// Finds the accessibility faults of a page with axe: each broken rule, with the first element that breaks it.

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Rules that a mere change of colour can break. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** `isOnlyRecoloured`: whether every rule was already tested on the same page in other colours. */
export async function findAccessFaults(
  page: Page,
  { isOnlyRecoloured = false } = {},
): Promise<readonly string[]> {
  // Only faults are described completely, because describing correct elements takes longer than testing them.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  if (isOnlyRecoloured) axe.withRules(rulesOfColour);
  // Without this mode, axe collects each result on a new page, because of frames of other origins; our pages have none.
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
}
