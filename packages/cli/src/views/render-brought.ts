// Renders what a message brings to mind where nobody answers it, and all that is remembered of a person.

import type { Fragment } from '@terrarium/memory/fragment';
import type { KnownFact } from '@terrarium/memory/known-fact';
import type { WakePackage } from '@terrarium/memory/wake-package';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import { type FactsScreen, renderFacts } from './render-facts.ts';

/** What was said just before is on the screen, and the time too. */
const shown: ReadonlySet<string> = new Set(['lingering', 'recalled', 'known', 'echoes']);

/** What bears on the newest message, without what only a model needs; secrets are left out. */
export function renderBrought({ sections }: WakePackage, width: number): readonly string[] {
  const all = sections.filter(({ name }) => shown.has(name)).flatMap((section) => section.lines);
  const lines = all.filter(({ isSecret }) => !isSecret);
  const secrets = all.length - lines.length;
  if (all.length === 0) return [paint('(Nothing comes to mind.)', 'dim')];
  return [
    paint('What comes to mind:', 'dim'),
    ...lines.flatMap(({ text }) =>
      text.split('\n').flatMap((line) => wrapText(line, { width, indent: '    ', first: '  ' })),
    ),
    ...(secrets === 0 ? [] : [paint(`  (${renderCount(secrets, 'secret')}, not shown here)`, 'dim')]),
  ];
}

export interface Remembered {
  readonly facts: readonly KnownFact[];
  readonly fragments: readonly Fragment[];
}

/** Facts, and what was compiled of the talk. */
export function renderRemembered(
  { facts, fragments }: Remembered,
  screen: Omit<FactsScreen, 'isPart'>,
): readonly string[] {
  const { width } = screen;
  return [
    ...renderFacts(facts, { ...screen, isPart: false }),
    ...(fragments.length === 0 ? [] : ['', paint('Fragments, compiled from the talk', 'bold')]),
    ...fragments.flatMap(({ key, ambient, recognition }) =>
      wrapText(`${key}: ${recognition || ambient}`, { width, indent: '    ', first: '  ' }),
    ),
  ];
}
