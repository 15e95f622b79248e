// Renders words on hold: how often each occurred, and how the model defined it.

import type { HeldAccount } from '@terrarium/annotator/accounts';
import { stripLinks } from '@terrarium/annotator/strip-links';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import { renderQuote } from './render-quote.ts';

export function renderHeldTerms(held: readonly HeldAccount[], width: number): readonly string[] {
  if (held.length === 0) return ['No word is on hold.'];
  return [
    `${renderCount(held.length, 'word')} on hold: proposed once, and not entries until proposed again.`,
    ...held.flatMap((one) => ['', ...renderHeldTerm(one, width)]),
  ];
}

function renderHeldTerm(held: HeldAccount, width: number): readonly string[] {
  const { surface, mentions, posts, firstPostId, definition, quote } = held;
  const spread = `${renderCount(mentions, 'mention')} in ${renderCount(posts, 'post')}, first in post ${firstPostId}`;
  return [
    `${paint(surface, 'bold')}  ${paint(`on hold · ${spread}`, 'dim')}`,
    ...(definition === undefined ? [] : wrapText(stripLinks(definition), { width, indent: '  ' })),
    ...(quote === undefined ? [] : renderQuote(quote, { width, indent: '  ' })),
  ];
}
