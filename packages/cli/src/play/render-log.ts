// Renders what was done in turns: words, dice, calls, changes, each with its reason.

import { describeRefusal } from '@terrarium/composition/describe-refusal';
import { hideReasons } from '@terrarium/composition/describe-roll';
import { hideUnseenMoves } from '@terrarium/composition/hide-unseen-moves';
import { nameIds } from '@terrarium/composition/name-ids';
import { renderCall } from '@terrarium/composition/render-call';
import { nameFields } from '@terrarium/composition/render-said';
import type { Game } from '@terrarium/rpg/game';
import { stripSecrets } from '@terrarium/rpg/hidden-text';
import { stripMended } from '@terrarium/rpg/list-refused';
import type { Turn } from '@terrarium/rpg/session';
import { splitMarks } from '@terrarium/rpg/split-marks';
import { cutText, wrapText } from '../screen/layout.ts';
import { renderQuoted } from '../screen/render-quoted.ts';
import { paint } from '../screen/style.ts';
import { renderChanges } from './render-change.ts';
import { renderArrival, renderTaken } from './render-passage.ts';
import { renderRoll } from './render-roll.ts';
import { renderRow } from './render-row.ts';

/**
 * The newest `count` turns, each on one line, and after them the player's words that were dropped before they were
 * answered.
 */
export function renderLog(game: Game, count: number, width: number): readonly string[] {
  const dropped = game.listUnanswered().map(({ words }) => {
    const head = '     –  ';
    return (
      head + cutText(`${words} ${paint('· dropped before it was answered', 'dim')}`, width - head.length)
    );
  });
  return [...renderTurns(game, count, width), ...dropped];
}

function renderTurns(game: Game, count: number, width: number): readonly string[] {
  return game.listTurns(count).map((turn) => {
    const mark = turn.id === game.head.id ? '▸' : ' ';
    const said = turn.words === '' ? 'The opening' : turn.words;
    const what = turn.isAside ? '' : `· ${turn.narrative}`;
    const head = `${mark} ${String(turn.number).padStart(4)}  `;
    return head + cutText(`${paint(said, 'bold')} ${paint(what, 'dim')}`, width - head.length);
  });
}

/**
 * Shown instead of the opening's actions, which contain the whole world with everything that the player has
 * yet to find.
 */
const opening =
  'The opening: the world and your character were made; /sheet, /map and /quests show them. Nothing was rolled.';

/** The built-in narrator uses rules and gets no prompt. */
function renderTeller(model: string, promptVersion: string): string {
  return model === 'builtin:narrator'
    ? 'the built-in narrator'
    : `${model} (version ${promptVersion} of its prompt)`;
}

const longestCall = 300;
const longestQuote = 80;

/**
 * What happened in a turn, as far as the player may know it: what was asked for, how the dice fell, what changed and
 * why.
 */
export function renderWhy(game: Game, turn: Turn, width: number): readonly string[] {
  const how = turn.number === 0 ? 'World or character made by' : 'Told by';
  const tellers = turn.toldBy.flatMap(({ model, promptVersion }) =>
    wrapText(paint(`${how} ${renderTeller(model, promptVersion)}`, 'dim'), { width }),
  );
  if (turn.number === 0) return [...wrapText(opening, { width }), ...tellers];
  const { system, state, listTurns } = game;
  const view = { system, state, listTurns, head: game.head, width, hasBounds: true };
  const actions = hideUnseenMoves(stripMended(game.readActions(turn.id)), game, turn.id)
    .map((action) => hideReasons(action, game.state))
    .flatMap((action) => [
      ...wrapText(
        paint(
          `${cutText(`${renderCall(action, view)}${renderCause(action, game.state)}`, longestCall)}${action.ok ? '' : ': not done'}`,
          'dim',
        ),
        {
          width,
          indent: '    ',
          first: '  ',
        },
      ),
      ...action.rolls.flatMap((roll) => [...renderRoll(roll, view), ...renderRow(roll, view.system, width)]),
      ...renderChanges(action.patches, view),
      ...renderArrival(action.patches, view),
      ...renderTaken(action.patches, width),
      ...(action.ok
        ? []
        : wrapText(paint(describeRefusal(action.say, view), 'yellow'), { width, indent: '    ' })),
    ]);
  const lore = turn.lore.flatMap(({ text, from, because }) =>
    wrapText(
      `${nameFields(text, view.system)} ${paint(because === undefined ? `(${from})` : `(${from}; ${because})`, 'dim')}`,
      {
        width,
        indent: '    ',
        first: '  ~ ',
      },
    ),
  );
  const kept = splitMarks(game.readMarks(turn.id));
  const marks = kept.marks.flatMap(({ quote, says }) =>
    wrapText(
      `${paint('!', 'yellow')} ${paint(`${renderQuoted(quote, cutText(quote, longestQuote))}: ${says}`, 'dim')}`,
      {
        width,
        indent: '    ',
        first: '  ',
      },
    ),
  );
  const head = `Turn ${turn.number}: ${turn.words === '' ? 'the opening' : turn.words}`;
  return [
    ...wrapText(paint(head, 'bold'), { width }),
    ...(actions.length === 0 ? ['  Nothing was rolled or changed.'] : actions),
    ...(lore.length === 0 ? [] : ['', 'What the narrator was reminded of:', ...lore]),
    ...(marks.length === 0 ? [] : ['', 'What the model found wrong in its own text:', ...marks]),
    ...renderSetAside(kept.aloud, { turn, width }),
    ...tellers,
  ];
}

/** Why the rules of the game ticked a clock or updated a quest by themselves; otherwise empty. */
function renderCause({ by, tool, say }: Played, state: Game['state']): string {
  const [cause = '', ...rest] = stripSecrets(say).split('\n');
  if (by !== 'system' || rest.length === 0 || !causedTools.has(tool)) return '';
  return ` (${nameIds(cause, state)})`;
}

type Played = ReturnType<Game['readActions']>[number];

const causedTools: ReadonlySet<string> = new Set(['clock_tick', 'quest_update']);

/** Says that thoughts of the narrator were set aside, and how to see them. */
function renderSetAside(
  aloud: readonly string[],
  { turn, width }: { readonly turn: Turn; readonly width: number },
): readonly string[] {
  if (aloud.length === 0) return [];
  const text = `The narrator thought aloud before it told the turn: ${countWords(aloud)} words were set aside. /why ${turn.number} aloud shows them; they may give away secrets.`;
  return ['', ...wrapText(text, { width })];
}

export function renderAloud(aloud: readonly string[], width: number): readonly string[] {
  if (aloud.length === 0) return ['The narrator did not think aloud in this turn.'];
  return aloud.flatMap((text) => wrapText(paint(text, 'dim'), { width, indent: '  ' }));
}

export function countWords(texts: readonly string[]): number {
  return texts
    .join(' ')
    .split(/\s+/u)
    .filter((word) => word !== '').length;
}
