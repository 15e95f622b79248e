// Travel commands: undo and redo of turns, other tellings of a turn, and moments to come back to.

import { listTellings } from '@terrarium/composition/list-tellings';
import { chooseWaitingWords, joinWishes } from '@terrarium/composition/plan-turn';
import { redoTurns, refuseAside, undoBeside, undoTurns } from '@terrarium/composition/travel-turns';
import { UsageError } from '@terrarium/kernel/errors';
import type { Game } from '@terrarium/rpg/game';
import { listTurnTree } from '@terrarium/rpg/list-turn-tree';
import type { StorySoFar, Turn } from '@terrarium/rpg/session';
import { splitMarks } from '@terrarium/rpg/split-marks';
import { cutText, wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { describeLeft, describeTaken } from './describe-left.ts';
import { show } from './look-commands.ts';
import { parseCount } from './parse-count.ts';
import type { PlayCommands } from './play-command.ts';
import type { TableContext } from './play-context.ts';
import { refuseEmpty } from './refuse-empty.ts';
import { renderStatus } from './render-status.ts';
import { renderTold } from './render-told.ts';
import { retryTold, runTurn } from './run-turn.ts';

export const travelCommands: PlayCommands = {
  undo: {
    usage: '/undo [n]',
    about:
      'undoes the last thing you typed, or the last n: a turn with all its words, dice and wounds, or a command such as /give',
    run: (context, rest) => {
      const { game } = context;
      const before = game.listTurns(mostTaken);
      const turn = undoTurns(game, rest === '' ? 1 : parseCount(rest));
      const taken = before.filter(({ number }) => number > turn.number);
      const said = `${describeTaken(taken)} Back at turn ${turn.number}. /redo goes forward again.`.trim();
      // The current point of the story is shown only if turns of the story were taken back.
      showPlace(context, said, { isTold: taken.some(({ isAside }) => !isAside) });
    },
  },
  redo: {
    usage: '/redo [n]',
    about: 'brings back the last thing undone, or the last n',
    run: (context, rest) => {
      const turn = redoTurns(context.game, rest === '' ? 1 : parseCount(rest));
      showPlace(context, `At turn ${turn.number} again.`);
    },
  },
  retry: {
    usage: '/retry [n or how]',
    about:
      'tells the last turn again, and keeps all versions. With n, goes back to the nth version; with a wish such as “warmer, and shorter”, follows that wish',
    run: async (context, rest, signal) => {
      const { game } = context;
      const said = undoBeside(game);
      if (!isNumber.test(rest))
        return await retryTold(context, { wish: joinWishes(rest, said), isSaid: rest !== '' }, signal);
      refuseAside(game);
      const tellings = listTellings(game);
      const chosen = tellings[parseCount(rest) - 1];
      if (chosen === undefined) throw refuseVariant(tellings.length);
      if (chosen.id !== game.head.id) game.moveTo(chosen.id, 'retry');
      showPlace(context, `Version ${rest} of ${tellings.length}.`);
    },
  },
  reword: {
    usage: '/reword words',
    about:
      'replaces your last words and plays the turn again, with the same dice; the former version is kept',
    run: async (context, rest, signal) => {
      if (rest === '') throw refuseEmpty('/reword', 'the words to say in place of yours');
      const said = undoBeside(context.game);
      await retryTold(context, { words: rest, wish: joinWishes('', said), isReworded: true }, signal);
    },
  },
  continue: {
    usage: '/continue',
    about: 'lets the story go on, as “I wait and see what happens” does',
    run: async (context, _rest, signal) => {
      const { model } = context.buildTurnOptions();
      await runTurn(context, chooseWaitingWords(context.game, model), signal);
    },
  },
  branch: {
    usage: '/branch [name]',
    about: 'names this moment; without a name, lists the named moments and the last turn of every branch',
    run: (context, rest) => {
      if (rest === '') return showBranches(context);
      context.game.createTurnBranch(rest);
      show(context, [`This moment is called "${rest}". "/go ${rest}" comes back to it.`], 'namedBranch', {
        branch: rest,
      });
    },
  },
  go: {
    usage: '/go name',
    about:
      'goes to a named moment, or to the last turn of a branch that /branch lists; what happened since is kept',
    run: (context, rest) => {
      const { game } = context;
      if (rest === '') return showBranches(context, 'Say where to: /go NAME or /go NUMBER.');
      const branch = game.listBranches().find(({ name }) => name === rest);
      const tip = /^\d{1,4}$/u.test(rest) ? game.listTips()[Number(rest) - 1] : undefined;
      const wanted = branch?.turn ?? tip?.id;
      if (wanted === undefined) throw refuseBranch(game, rest);
      const left = game.head;
      const turn = game.moveTo(wanted, 'branch');
      const what = branch === undefined ? `At turn ${turn.number}.` : `At "${rest}", turn ${turn.number}.`;
      showPlace(context, left.id === turn.id ? what : `${what} ${describeLeft(left)}`);
    },
  },
  recap: {
    usage: '/recap [n]',
    about: 'tells what happened, one line for each turn: the ones that mattered most, and the last ten',
    run: (context, rest) => {
      const { game } = context;
      const all = listSummed(game, Number.MAX_SAFE_INTEGER);
      const turns = rest === '' ? listWeighty(all) : listRecapped(game, parseCount(rest));
      const { width } = context.shell.printer;
      const lines = turns.flatMap((turn) => {
        const first = `${String(turn.number).padStart(4)}  `;
        return wrapText(`${turn.summary}${renderMarked(game, turn)}`, { width, indent: '      ', first });
      });
      const left = rest === '' ? all.length - turns.length : 0;
      const more = `${left} more ${left === 1 ? 'turn is' : 'turns are'} left out: /recap ${all.length} tells all.`;
      const story = rest === '' ? game.listStories()[0] : undefined;
      const told = [
        ...(story === undefined ? [] : renderStory(story, width)),
        ...lines,
        ...(left === 0 ? [] : wrapText(paint(more, 'dim'), { width })),
      ];
      show(context, lines.length === 0 ? renderBeginning(context) : told, 'shownLog', {
        turns,
        unanswered: [],
        ...(story === undefined ? {} : { story: { number: story.number, text: story.text } }),
      });
    },
  },
};

/** Matches text that is written like a number, valid or not; any other text is taken as words. */
const isNumber = /^[-+]?[\d.,]+$/u;
const usualRecap = 10;
/** Of the turns before the last ones, this many are told too: those that matter most. */
const weightiest = 6;
/** At most this many turns are looked up to say which turns were taken back. */
const mostTaken = 300;

function renderStory({ number, text }: StorySoFar, width: number): readonly string[] {
  const heading = paint(`The story to turn ${number}, as your model has it in mind:`, 'dim');
  return [...wrapText(heading, { width }), ...wrapText(text, { width, indent: '  ', first: '  ' }), ''];
}

/** Says that a check marked something in this turn as a mistake, since the summary repeats what was told. */
function renderMarked(game: Game, { id, number }: Turn): string {
  const { marks } = splitMarks(game.readMarks(id));
  return marks.length === 0 ? '' : ` ${paint(`· marked: /why ${number} tells what may be wrong`, 'dim')}`;
}

/** Before the first turn the story is no more than its opening. */
function renderBeginning({ game, shell }: TableContext): readonly string[] {
  return ['Nothing has happened yet but this:', ...renderTold(game, shell.printer.width)];
}

/**
 * Of the last `count * 2` turns: the newest turns of the story that have a summary, at most `count` of them, oldest
 * first.
 */
export function listRecapped(game: Pick<Game, 'listTurns'>, count: number): readonly Turn[] {
  return listSummed(game, count * 2).slice(-count);
}

function listSummed(game: Pick<Game, 'listTurns'>, most: number): readonly Turn[] {
  return game
    .listTurns(most)
    .filter(({ isAside, summary, number }) => !isAside && summary !== '' && number > 0);
}

/** Lists the last turns and, of the turns before them, those that matter most, in their order. */
function listWeighty(turns: readonly Turn[]): readonly Turn[] {
  const before = turns.slice(0, -usualRecap);
  const chosen = before.toSorted((one, other) => other.importance - one.importance).slice(0, weightiest);
  return [...before.filter((turn) => chosen.includes(turn)), ...turns.slice(-usualRecap)];
}

export function showPlace(
  context: TableContext,
  what: string,
  { isTold = true }: { readonly isTold?: boolean } = {},
): void {
  const { game, shell, hasPrompt } = context;
  const { width } = shell.printer;
  const status = hasPrompt ? [] : ['', ...renderStatus(game, width)];
  const lines = [...wrapText(what, { width }), ...(isTold ? renderTold(game, width) : []), ...status];
  show(context, lines, 'shownHead', { head: game.head });
}

/** How many turns are read to find the numbers of named turns; older ones are listed without their number. */
const mostTurns = 20_000;

function showBranches(context: TableContext, how?: string): void {
  const { game, shell, connection } = context;
  const { width } = shell.printer;
  const branches = game.listBranches();
  const tips = game.listTips();
  const mark = (turn: number) => (turn === game.head.id ? '  (you are here)' : '');
  const tree = new Map(listTurnTree(connection, game.session.id, mostTurns).map((node) => [node.id, node]));
  const names = branches.map(({ name, turn }) => {
    const node = tree.get(turn);
    const where = node === undefined ? '' : `  turn ${node.number}`;
    return `  ${name}${where}${mark(turn)}`;
  });
  const ends = tips.map(({ id, parent, number, words, narrative }, index) => {
    const tellings = tips.filter((tip) => tip.parent === parent && tip.words === words);
    const which =
      tellings.length < 2
        ? ''
        : ` (version ${tellings.findIndex((tip) => tip.id === id) + 1} of ${tellings.length})`;
    const last = words === '' ? 'the opening' : `“${words}”${which} ${narrative}`;
    const head = `  ${String(index + 1).padStart(2)}  turn ${number}${mark(id)}  `;
    return head + cutText(last.replaceAll(/\s+/gu, ' '), Math.max(20, width - head.length));
  });
  const lines = [
    ...(how === undefined ? [] : [how]),
    ...(names.length === 0 ? ['No moment has a name yet: /branch NAME.'] : names),
    'The last turn of each branch (/go NUMBER):',
    ...ends,
  ];
  const shown = tips.map(({ id, number, words }) => ({ turn: id, number, words }));
  show(context, lines, 'shownBranches', { branches, tips: shown });
}

function refuseBranch(game: Game, name: string): UsageError {
  const names = game.listBranches().map((branch) => branch.name);
  return new UsageError({
    code: 'play.unknown-branch',
    happened: `No moment of this game has the name "${name}".`,
    todo: names.length === 0 ? 'Name one with /branch NAME.' : `There are: ${names.join(', ')}.`,
  });
}

function refuseVariant(count: number): UsageError {
  return new UsageError({
    code: 'play.unknown-variant',
    happened: `The last turn has only ${count === 1 ? 'one version' : `${count} versions`}.`,
    todo: 'Choose a version by its number, or /retry alone for a new one.',
  });
}
