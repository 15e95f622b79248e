// Renders signs that something is wrong with a glossary.

import type { Quality } from '@terrarium/annotator/read-quality';
import { wrapText } from '../screen/layout.ts';
import { renderCount, renderNumber, renderShare } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';

/** At most this many terms are named for each sign. */
const shown = 6;

/** The number of entries is measured per thousand posts, and shown per this many posts. */
const postsShown = 100;

export function renderQuality(quality: Quality, width: number): readonly string[] {
  const { entriesPerThousandPosts, entriesShare, evidenceShare, junkSuspects } = quality;
  if (entriesPerThousandPosts === undefined) return [];
  const pairs = quality.duplicateSuspects.map(([one, other]) => `${one} / ${other}`);
  const measured = `about ${renderNumber((entriesPerThousandPosts * postsShown) / 1000)} entries for every ${postsShown} posts; ${renderShare(evidenceShare, 1)} of them with a quote; entries make up ${renderShare(entriesShare, 1)} of what is sent to the model`;
  const checked = [
    [
      junkSuspects.length,
      `${renderCount(junkSuspects.length, 'tentative entry', 'tentative entries')} named in one post only${list(junkSuspects)}`,
    ],
    [
      quality.undecided.length,
      `${renderCount(quality.undecided.length, 'entry', 'entries')} the curator could not decide about${list(quality.undecided)}`,
    ],
    [pairs.length, `${renderCount(pairs.length, 'pair')} with similar names${list(pairs)}`],
    [
      quality.proposals,
      `${renderCount(quality.proposals, 'proposal')} against what a person said: "terrarium inspect TERM" shows them`,
    ],
  ] as const;
  const rows = checked.flatMap(([count, text]) => (count === 0 ? [] : [text]));
  return [
    '',
    paint(rows.length === 0 ? 'Nothing to check' : 'Worth checking', 'bold'),
    ...[measured, ...rows].flatMap((text) => wrapText(text, { width, indent: '      ', first: '  ' })),
  ];
}

function list(terms: readonly string[]): string {
  if (terms.length === 0) return '';
  const more = terms.length > shown ? `, and ${renderNumber(terms.length - shown)} more` : '';
  return `: ${terms.slice(0, shown).join(', ')}${more}`;
}
