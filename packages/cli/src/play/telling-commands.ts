// Telling commands: a player says how the game should be told, and this is stored with the game.

import { type ChangedWishes, writeWishes } from '@terrarium/composition/write-wishes';
import { UsageError } from '@terrarium/kernel/errors';
import { joinLimits, readLimits } from '@terrarium/rpg/read-limits';
import { isWishCut } from '@terrarium/rpg/render-wish';
import type { TurnPreferences } from '@terrarium/rpg/turn-preferences';
import { readWish } from '@terrarium/rpg/wish';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { describeLimits } from './describe-limits.ts';
import { show } from './look-commands.ts';
import type { PlayCommand, PlayCommands } from './play-command.ts';
import type { TableContext } from './play-context.ts';

export const tellingCommands: PlayCommands = {
  wish: {
    usage: '/wish [text]',
    about:
      'what you want of this game. Phrases such as “no spiders” and “fade to black for love” become lines and veils, which /lines and /veils show and change',
    run: runWish,
  },
  lines: {
    usage: '/lines [text]',
    about: 'what must never be in this game, such as /lines harm to animals; off clears it',
    run: (context, rest) => runWish(context, `lines ${rest}`),
  },
  veils: {
    usage: '/veils [text]',
    about: 'what may happen only out of sight, such as /veils torture; off clears it',
    run: (context, rest) => runWish(context, `veils ${rest}`),
  },
  note: build('authorNote', '/note [text|off]', 'what the narrator should keep in mind'),
  style: build('style', '/style [words|off]', 'how it is told, such as: terse, second person'),
  length: {
    usage: '/length [from-to|off]',
    about: 'how long a narration is, in words, such as 80-160',
    run: (context, rest) => {
      if (rest === '') return showWish(context, 'length');
      const range = /^(\d+)\s*-\s*(\d+)$/u.exec(rest);
      if (range === null && rest !== 'off') throw refuseLength(rest);
      updateWishes(context, {
        length: rest === 'off' ? undefined : { from: Number(range?.[1]), to: Number(range?.[2]) },
      });
    },
  },
  fast: {
    usage: '/fast [on|off]',
    about:
      'makes one request a turn instead of two: the model calls tools and tells the story in the same reply',
    run: (context, rest) =>
      rest === ''
        ? showWish(context, 'isFast')
        : updateWishes(context, { isFast: readSwitch('/fast', rest) }),
  },
  check: {
    usage: '/check [off|mark|correct]',
    about:
      'one more request a turn, in which the model checks what it told against the facts of the game: “mark” flags mistakes, “correct” fixes them before you read',
    run: (context, rest) =>
      rest === ''
        ? showWish(context, 'check')
        : updateWishes(context, { check: rest === 'on' ? 'mark' : rest }),
  },
  meanwhile: {
    usage: '/meanwhile [on|off]',
    about:
      'one more request after a rest, or when your character comes back to a place after a long time; in it the model lets people elsewhere act on their plans (default: on)',
    run: (context, rest) => {
      if (rest === '') showWish(context, 'meanwhile');
      else updateWishes(context, { meanwhile: readSwitch('/meanwhile', rest) ? undefined : false });
    },
  },
};

function build(name: 'authorNote' | 'style', usage: string, about: string): PlayCommand {
  return {
    usage,
    about,
    run: (context, rest) =>
      rest === ''
        ? showWish(context, name)
        : updateWishes(context, { [name]: rest === 'off' ? undefined : rest }),
  };
}

function updateWishes(context: TableContext, change: ChangedWishes, taken: readonly string[] = []): void {
  const written = writeWishes(context.wishes, change, '/help shows how it is written.');
  const { width } = context.shell.printer;
  const isCut = isWishCut(readWish(written, context.game.state));
  const applies = context.modelId === undefined ? keptWish : 'It applies from the next turn on.';
  const says = [describeSwitched(written, change), applies, ...(isCut ? [cutWish] : [])];
  const lines = [...taken, says.filter((part) => part !== '').join(' ')].flatMap((line) =>
    wrapText(line, { width }),
  );
  show(context, lines, 'changedWishes', { wishes: written });
}

/** Commands that set one of a few values. Their usual answer would not say which value was set. */
const switches = { check: '/check', isFast: '/fast', meanwhile: '/meanwhile' } as const;

function describeSwitched(written: TurnPreferences, change: ChangedWishes): string {
  const names = (Object.keys(switches) as (keyof typeof switches)[]).filter((name) => name in change);
  return names.map((name) => `${switches[name]} is ${renderPlain(name, written[name])} now.`).join(' ');
}

const wishParts = ['wish', 'lines', 'veils'] as const;

/**
 * Sets the lines for `/wish lines: spiders` and `/wish lines spiders`, and the veils in the same way. Other words are
 * the wish itself; without words, shows all of it.
 */
function runWish(context: TableContext, rest: string): void {
  const [, part, said = ''] = /^(lines|veils)\b:?(.*)$/isu.exec(rest) ?? [];
  const name = wishParts.find((one) => one === part?.toLowerCase()) ?? 'wish';
  const text = (name === 'wish' ? rest : said).trim();
  if (text === '') showWholeWish(context);
  else if (name === 'wish' && text !== 'off') setWish(context, text);
  else updateWishes(context, { [name]: text === 'off' ? '' : text });
}

/**
 * Lines and veils that are found in free words are added to those set before. If the words contain nothing
 * else, the wish stays as it was.
 */
function setWish(context: TableContext, text: string): void {
  const { lines, veils, isOnlyLimits } = readLimits(text);
  const { wishes, game } = context;
  const before = readWish(wishes.read(), game.state);
  const limits = {
    ...(lines.length === 0 ? {} : { lines: joinLimits(before.lines, lines) }),
    ...(veils.length === 0 ? {} : { veils: joinLimits(before.veils, veils) }),
  };
  const change = isOnlyLimits ? limits : { wish: text, ...limits };
  updateWishes(context, change, describeLimits({ lines, veils }));
}

function showWholeWish(context: TableContext): void {
  const { game, wishes, modelId, shell } = context;
  const wish = readWish(wishes.read(), game.state);
  const labels = { wish: 'You want', lines: 'Never in this game', veils: 'Only out of sight' };
  const said = wishParts.filter((name) => wish[name] !== '');
  const { width } = shell.printer;
  const lines = [
    ...said.flatMap((name) => wrapText(`${paint(`${labels[name]}:`, 'bold')} ${wish[name]}`, { width })),
    ...(said.length === 0 ? ['No wish is set: /wish TEXT, /lines TEXT, /veils TEXT.'] : []),
    ...(isWishCut(wish) ? wrapText(cutWish, { width }) : []),
    ...(modelId === undefined && said.length > 0 ? wrapText(unheardWish, { width }) : []),
  ];
  const shown = Object.fromEntries(wishParts.map((name) => [name, wish[name] === '' ? null : wish[name]]));
  show(context, lines, 'shownWish', shown);
}

const cutWish =
  'Your wish is longer than a prompt takes, so its middle is left out. Say it in some 400 words.';
const keptWish = 'It is kept for a model. The built-in narrator cannot follow it.';
const unheardWish =
  'The built-in narrator has fixed sentences and cannot follow a wish. Once you choose a model, it gets the wish in every turn.';

function showWish(context: TableContext, name: keyof TurnPreferences): void {
  const value = context.wishes.read()[name];
  const text = typeof value === 'object' ? `${value.from}-${value.to} words` : renderPlain(name, value);
  const lines = wrapText(`${text}${describeSwitch(name)}`, { width: context.shell.printer.width });
  show(context, lines, 'shownWish', { [name]: value ?? null });
}

/**
 * Says what the command for this value does and how it is typed; empty for a value that is not one of the `switches`.
 */
function describeSwitch(name: keyof TurnPreferences): string {
  const typed = Object.entries(switches).find(([one]) => one === name)?.[1];
  const command = typed === undefined ? undefined : tellingCommands[typed.slice(1)];
  return command === undefined ? '' : `. ${command.usage}: ${command.about}.`;
}

function renderPlain(name: keyof TurnPreferences, value: string | number | boolean | undefined): string {
  if (name === 'isFast') return value === true ? 'on' : 'off';
  if (name === 'meanwhile') return value === false ? 'off' : 'on';
  if (name === 'check') return String(value ?? 'off');
  return String(value ?? 'Nothing is set.');
}

/** Whether the word switches something on. Throws `UsageError` for a word that is neither “on” nor “off”. */
function readSwitch(command: string, word: string): boolean {
  const wanted = word.toLowerCase();
  if (wanted === 'on' || wanted === 'off') return wanted === 'on';
  throw new UsageError({
    code: 'play.bad-wish',
    happened: `${command} is either on or off, not “${word}”.`,
    todo: `Type ${command} on, or ${command} off.`,
  });
}

function refuseLength(text: string): UsageError {
  return new UsageError({
    code: 'play.bad-wish',
    happened: `“${text}” is not a length.`,
    todo: 'Give the number of words, like 80-160; “off” leaves it to the narrator.',
  });
}
