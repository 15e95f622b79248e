// Executes what a player does outside the story with `executeBeside`, and shows the result at the terminal.

import { buildActed } from '@terrarium/composition/build-action';
import { type CallBeside, executeBeside, listSetByHand } from '@terrarium/composition/execute-beside';
import { listOpenChoices, openChoiceSays } from '@terrarium/composition/list-open-choices';
import { decodeXml } from '@terrarium/kernel/foreign-text';
import type { Game } from '@terrarium/rpg/game';
import { stripSecrets } from '@terrarium/rpg/hidden-text';
import { wrapText } from '../screen/layout.ts';
import { show } from './look-commands.ts';
import type { TableContext } from './play-context.ts';
import { renderChanges } from './render-change.ts';
import { renderRoll } from './render-roll.ts';
import { renderRow } from './render-row.ts';

/**
 * Executes the calls and shows the result, and then `more`. If an action is refused, throws `UsageError` and changes
 * nothing.
 */
export function executeAside(
  context: TableContext,
  words: string,
  calls: CallBeside | readonly CallBeside[],
  more: readonly string[] = [],
): void {
  const acted = executeBeside(context.game, words, calls);
  const { width } = context.shell.printer;
  const { system, state, listTurns, head } = context.game;
  const setByHand = listSetByHand(calls);
  const view = { system, state, listTurns, head, width, hasBounds: true, setByHand };
  const lines = [
    ...acted.rolls.flatMap((roll) => [
      ...renderRoll(roll, view),
      ...renderRow(roll, context.game.system, width),
    ]),
    ...renderChanges(acted.patches, view),
    ...(acted.choices.length === 0 ? [] : renderOpenChoices(context.game, width)),
    ...more,
  ];
  // The answer is escaped for a model; people are shown plain text.
  const shown = lines.length === 0 ? decodeXml(stripSecrets(acted.say)).split('\n') : lines;
  show(context, shown, 'doneAside', { acted: buildActed(acted) });
}

export function renderOpenChoices(game: Game, width: number): readonly string[] {
  const options = listOpenChoices(game).flat();
  if (options.length === 0) return [];
  return [
    ...wrapText(`${openChoiceSays} /choose 1, for example.`, { width, indent: '  ' }),
    ...options.flatMap(({ says }, at) =>
      wrapText(says, { width, indent: '       ', first: `  ${String(at + 1).padStart(3)}  ` }),
    ),
  ];
}
