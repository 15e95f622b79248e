// Shows decisions: what the curator and people deleted, merged, revised, added or brought back, and why.

import { listHeldAccounts } from '@terrarium/annotator/accounts';
import { type Decision, listDecisions } from '@terrarium/annotator/list-decisions';
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
    const held = listHeldAccounts(view).length;
    const { printer } = shell;
    if (options.json === true) {
      printer.writeJson('glossaryDecisions', { asOf: place ?? null, decisions, older, held });
      return;
    }
    const rest = [
      ...(older === 0 ? [] : [`${renderCount(older, 'older decision')}; --limit shows more.`]),
      ...(held === 0 ? [] : [`${renderCount(held, 'word')} on hold: "annotate inspect held".`]),
    ];
    printer.writeLines(
      ...(decisions.length === 0 ? ['Neither the curator nor a person has changed an entry.'] : []),
      ...decisions.flatMap((one) => renderDecision(one, printer.width)),
      ...(rest.length === 0 ? [] : ['', ...rest.map((line) => paint(line, 'dim'))]),
    );
  });
}

function renderDecision(decision: Decision, width: number): readonly string[] {
  const { term, into, fields, author, postId, fromPostId, at, reason } = decision;
  const names = { agent: 'the reader', curator: 'the curator', human: 'a person' };
  const place = fromPostId === undefined ? `post ${postId}` : `from post ${fromPostId} on`;
  const more = [
    ...(into === undefined ? [] : [`into ${into.term} (entry ${into.id})`]),
    ...(fields.length === 0 ? [] : [fields.join(', ')]),
  ];
  const first = toWidth(decision.decided, 10);
  const who = `entry ${decision.entryId} · ${names[author]} · ${place} · ${renderMoment(at)}`;
  return [
    ...wrapText([term, ...more].join(' · '), { width, indent: '          ', first }).map((line) =>
      paint(line, 'bold'),
    ),
    ...wrapText(who, { width, indent: '          ' }),
    ...(reason === undefined ? [] : wrapText(`because: ${reason}`, { width, indent: '          ' })),
  ];
}
