// Executes what a player does outside the story, as a turn of its own, so that it can be taken back like any other.

import { buildActed } from '@terrarium/composition/build-action';
import { describeOpen } from '@terrarium/composition/describe-open';
import { type CallBeside, executeBeside } from '@terrarium/composition/execute-beside';
import { decodeXml } from '@terrarium/kernel/foreign-text';
import type { Acted } from '@terrarium/rpg/game';
import { stripSecrets } from '@terrarium/rpg/hidden-text';
import { wrapText } from '../screen/layout.ts';
import { show } from './look-commands.ts';
import type { TableContext } from './play-context.ts';
import { renderChanges } from './render-change.ts';
import { renderRoll } from './render-roll.ts';
import { renderRow } from './render-row.ts';

/** Shows the result, and then `more`. Throws `UsageError` if the action is refused; nothing is changed then. */
export function executeAside(
  context: TableContext,
  words: string,
  calls: CallBeside | readonly CallBeside[],
  more: readonly string[] = [],
): void {
  const acted = executeBeside(context.game, words, calls);
  const { width } = context.shell.printer;
  const { system, state, listTurns, head } = context.game;
  const view = { system, state, listTurns, head, width, hasBounds: true };
  const lines = [
    ...acted.rolls.flatMap((roll) => [
      ...renderRoll(roll, view),
      ...renderRow(roll, context.game.system, width),
    ]),
    ...renderChanges(acted.patches, view),
    ...renderOpen(acted, width),
    ...more,
  ];
  // The answer is escaped for a model; people are shown plain text.
  const shown = lines.length === 0 ? decodeXml(stripSecrets(acted.say)).split('\n') : lines;
  show(context, shown, 'doneAside', { acted: buildActed(acted) });
}

function renderOpen(acted: Acted, width: number): readonly string[] {
  return describeOpen(acted).flatMap(({ says, options }) => [
    ...wrapText(says, { width, indent: '  ' }),
    ...options.flatMap((say) => wrapText(say, { width, indent: '      ', first: '    · ' })),
  ]);
}
