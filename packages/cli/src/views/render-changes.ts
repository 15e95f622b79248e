// Renders the changes that a run made in an existing glossary.

import type { GlossaryChanges } from '@terrarium/annotator/read-changes';
import { wrapText } from '../screen/layout.ts';
import { renderNumber } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';

const names: Readonly<Record<keyof GlossaryChanges, string>> = {
  created: 'new',
  confirmed: 'confirmed',
  extended: 'described more fully',
  contradicted: 'described differently',
  merged: 'merged',
  rejected: 'rejected',
};

/** At most this many terms are named for each kind of change. */
const shownTerms = 12;

export function renderChanges(changes: GlossaryChanges, width: number): readonly string[] {
  const kinds = (Object.keys(names) as (keyof GlossaryChanges)[]).filter((kind) => changes[kind].length > 0);
  if (kinds.length === 0) return ['', 'Nothing has changed in the glossary.'];
  return [
    '',
    paint('Since the last run', 'bold'),
    ...kinds.flatMap((kind) => {
      const terms = changes[kind].map(({ term }) => term);
      const more = terms.length > shownTerms ? `, and ${renderNumber(terms.length - shownTerms)} more` : '';
      const text = `${renderNumber(terms.length)} ${names[kind]}: ${terms.slice(0, shownTerms).join(', ')}${more}`;
      return wrapText(text, { width, indent: '      ', first: '  ' });
    }),
  ];
}
