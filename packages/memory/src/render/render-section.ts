// Renders a section of what is woken to: a heading and its lines.

import type { SectionName, WakeLine } from '../wake/wake-package.ts';

/** Said once, under the heading; what a reader needs to take the lines as they are meant. */
const headings: Readonly<Record<SectionName, string>> = {
  lingering: '## Lingering\nWhat is still in mind, from the oldest on. What is not taken up again fades.',
  recalled: '## Recalled\nWhat was asked for by name, and what lies next to it.',
  echoes: '## Echoes\nEarlier moments that this one brings back.',
  recent: '## Recent',
  now: '## Now',
};

/** Empty where there is nothing to say. Ends without a line break. */
export function renderSection(name: SectionName, lines: readonly WakeLine[]): string {
  if (lines.length === 0) return '';
  return [headings[name], ...lines.map((line) => line.text)].join('\n');
}
