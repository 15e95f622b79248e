// Telling commands: how a player wants the game to be told; kept with the game.

import { UsageError } from '@terrarium/kernel/errors';
import { type TurnPreferences, turnPreferences } from '@terrarium/rpg/turn-preferences';
import { show } from './look-commands.ts';
import type { PlayCommand, PlayCommands } from './play-command.ts';
import type { TableContext } from './play-context.ts';

export const tellingCommands: PlayCommands = {
  note: build('authorNote', '/note [text|off]', 'what the narrator is to keep in mind'),
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
    about: 'one request for both the calls and the narrative, in place of two',
    run: (context, rest) =>
      rest === '' ? showWish(context, 'isFast') : updateWishes(context, { isFast: rest !== 'off' }),
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

function updateWishes(
  context: TableContext,
  change: { readonly [name in keyof TurnPreferences]?: unknown },
): void {
  const wanted = Object.fromEntries(
    Object.entries({ ...context.wishes.read(), ...change }).filter(([, value]) => value !== undefined),
  );
  const parsed = turnPreferences.safeParse(wanted);
  if (!parsed.success) {
    throw new UsageError({
      code: 'play.bad-wish',
      happened: `This setting is not possible: ${parsed.error.issues.map(({ message }) => message).join('; ')}.`,
      todo: '/help shows how it is written.',
    });
  }
  context.wishes.write(parsed.data);
  show(context, ['It applies from the next turn on.'], 'changedWishes', { wishes: parsed.data });
}

function showWish(context: TableContext, name: keyof TurnPreferences): void {
  const value = context.wishes.read()[name];
  const text = typeof value === 'object' ? `${value.from}-${value.to} words` : renderPlain(name, value);
  show(context, [text], 'shownWish', { [name]: value ?? null });
}

function renderPlain(name: keyof TurnPreferences, value: string | number | boolean | undefined): string {
  if (name === 'isFast') return value === true ? 'on' : 'off';
  return String(value ?? 'Nothing is set.');
}

function refuseLength(text: string): UsageError {
  return new UsageError({
    code: 'play.bad-wish',
    happened: `“${text}” is not a length.`,
    todo: 'Write it like 80-160, in words; “off” leaves it to the narrator.',
  });
}
