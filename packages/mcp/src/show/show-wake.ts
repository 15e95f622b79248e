// Shows the companion what is in its mind: all of it, including its secrets.

import { render } from '@terrarium/memory/render-wake';
import type { WakePackage } from '@terrarium/memory/wake-package';

/**
 * The companion's description tells it to write tags for a program that reads its replies. Here a person reads
 * the replies.
 */
const manner =
  'Answer the person in plain text, without tags; then give the same answer, with tags, to the tool `speak`.';

export function renderMind(wake: WakePackage): string {
  return `${render(wake)}\n\n(${manner})`;
}
