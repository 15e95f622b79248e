// Shows decisions: what the curator and people deleted, merged, revised, added or brought back, and what is on hold.

import { type HeldAccount, listHeldAccounts } from '@terrarium/annotator/accounts';
import {
  type ApartPair,
  type Decision,
  listApartPairs,
  listDecisions,
} from '@terrarium/annotator/list-decisions';
import { stripLinks } from '@terrarium/annotator/strip-links';
import { readFromPlace } from '@terrarium/composition/standing';
import { toWidth, wrapText } from '../screen/layout.ts';
import { renderCount, renderMoment } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import type { StandingOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export interface DecisionsOptions extends StandingOptions {
  readonly limit: number;
}

export async function showDecisions(shell: Shell, options: DecisionsOptions): Promise<void> {
  await readFromPlace(shell, options, ({ view, place }) => {
    const { decisions, older } = listDecisions(view, options.limit);
    const held = listHeldAccounts(view);
    const shown = held.slice(0, options.limit);
    const pairs = listApartPairs(view);
    const apart = pairs.slice(0, options.limit);
    const { printer } = shell;
    if (options.json === true) {
      printer.writeJson('glossaryDecisions', {
        asOf: place ?? null,
        decisions,
        older,
        apart: pairs.length,
        keptApart: apart,
        held: held.length,
        onHold: shown,
      });
      return;
    }
    const rest = [
      ...(older === 0 ? [] : [`${renderCount(older, 'older decision')}; --limit shows more.`]),
      ...listMore(
        pairs,
        apart,
        (all) => `${renderCount(all, 'pair')} kept apart in all; --limit shows more.`,
      ),
      ...listMore(
        held,
        shown,
        (all) => `${renderCount(all, 'word')} on hold in all: "terrarium inspect held".`,
      ),
    ];
    printer.writeLines(
      ...(decisions.length === 0 ? ['Neither the curator nor a person has changed an entry.'] : []),
      ...decisions.flatMap((one) => renderDecision(one, printer.width)),
      ...apart.flatMap((one) => renderApart(one, printer.width)),
      ...shown.flatMap((one) => renderHeld(one, printer.width)),
      ...(rest.length === 0 ? [] : ['', ...rest.map((line) => paint(line, 'dim'))]),
    );
  });
}

/** A line that gives the total number, if not all pairs or words are shown. */
function listMore(
  all: readonly unknown[],
  shown: readonly unknown[],
  render: (count: number) => string,
): readonly string[] {
  return all.length > shown.length ? [render(all.length)] : [];
}

/** A word that is on hold, in a line or two; `annotate inspect held` has its quote. */
function renderHeld({ surface, mentions, posts, definition }: HeldAccount, width: number): readonly string[] {
  const spread = `${renderCount(mentions, 'mention')} in ${renderCount(posts, 'post')}`;
  const line = [surface, spread, ...(definition === undefined ? [] : [stripLinks(definition)])].join(' · ');
  return wrapText(line, { width, indent: '          ', first: toWidth('on hold', 10) });
}

const authors = { agent: 'the reader', curator: 'the curator', human: 'a person' };

function renderApart({ one, other, author, reason, at }: ApartPair, width: number): readonly string[] {
  const line = `${one.term} (entry ${one.id}) and ${other.term} (entry ${other.id}) are two different things`;
  return [
    ...wrapText(line, { width, indent: '          ', first: toWidth('apart', 10) }),
    ...wrapText(`${authors[author]} · ${renderMoment(at)}`, { width, indent: '          ' }),
    ...(reason === undefined ? [] : wrapText(`because: ${reason}`, { width, indent: '          ' })),
  ];
}

function renderDecision(decision: Decision, width: number): readonly string[] {
  const { term, into, fields, author, postId, fromPostId, at, reason } = decision;
  const place = fromPostId === undefined ? `post ${postId}` : `from post ${fromPostId} on`;
  const more = [
    ...(into === undefined ? [] : [`into ${into.term} (entry ${into.id})`]),
    ...(fields.length === 0 ? [] : [fields.join(', ')]),
  ];
  const first = toWidth(decision.decided, 10);
  const who = `entry ${decision.entryId} · ${authors[author]} · ${place} · ${renderMoment(at)}`;
  return [
    ...wrapText([term, ...more].join(' · '), { width, indent: '          ', first }).map((line) =>
      paint(line, 'bold'),
    ),
    ...wrapText(who, { width, indent: '          ' }),
    ...(reason === undefined ? [] : wrapText(`because: ${reason}`, { width, indent: '          ' })),
  ];
}
