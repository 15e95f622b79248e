// Executes one call of the player beside the story, as a turn of its own, so that it can be taken back like any other.

import { buildActed } from '@terrarium/composition/build-action';
import { UsageError } from '@terrarium/kernel/errors';
import { decodeXml } from '@terrarium/kernel/foreign-text';
import type { Acted } from '@terrarium/rpg/game';
import { wrapText } from '../screen/layout.ts';
import { show } from './look-commands.ts';
import type { TableContext } from './play-context.ts';
import { renderChanges } from './render-change.ts';
import { renderRoll } from './render-roll.ts';
import { renderRow } from './render-row.ts';

interface AsideCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Shows what came of it, and `more` behind it. Throws `UsageError` where the call is refused: nothing was changed. */
export function executeAside(
  context: TableContext,
  words: string,
  call: AsideCall,
  more: readonly string[] = [],
): void {
  const acted = executeCall(context, words, call);
  const { width } = context.shell.printer;
  const view = { system: context.game.system, state: context.game.state, width };
  const lines = [
    ...acted.rolls.flatMap((roll) => [
      ...renderRoll(roll, width),
      ...renderRow(roll, context.game.system, width),
    ]),
    ...renderChanges(acted.patches, view),
    ...renderOpen(acted, width),
    ...more,
  ];
  // What is escaped for a model is plain for people.
  const shown = lines.length === 0 ? decodeXml(acted.say).split('\n') : lines;
  show(context, shown, 'doneAside', { acted: buildActed(acted) });
}

function executeCall({ game }: TableContext, words: string, { name, arguments: given }: AsideCall): Acted {
  const draft = game.start(words, { isAside: true });
  let acted: Acted;
  try {
    acted = draft.execute({ id: 'aside', name, arguments: JSON.stringify(given) }, 'player');
  } catch (error) {
    draft.delete();
    throw error;
  }
  if (!acted.ok) {
    draft.delete();
    throw new UsageError({
      code: 'play.refused',
      happened: decodeXml(acted.say),
      todo: 'Nothing was changed. /sheet shows what stands there.',
    });
  }
  draft.commit({
    narrative: '',
    suggestions: game.head.suggestions,
    summary: words,
    tags: [],
    importance: 0.1,
  });
  return acted;
}

/** The ways that the rules leave open: which of them is gone the player says in the story, or sets by hand. */
function renderOpen({ choices }: Acted, width: number): readonly string[] {
  return choices.flatMap(({ options }) => [
    '  One of these is yours to choose:',
    ...options.flatMap(({ say }) => wrapText(say, { width, indent: '      ', first: '    · ' })),
  ]);
}
