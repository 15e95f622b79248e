// Telling commands: how a player wants the game to be told; kept with the game.

import { UsageError } from '@terrarium/kernel/errors';
import { type TurnWishes, turnWishes } from '@terrarium/rpg/turn-wishes';
import { show } from './look-commands.ts';
import type { PlayCommand, PlayCommands } from './play-command.ts';
import type { PlayDesk } from './play-desk.ts';

export const tellingCommands: PlayCommands = {
  note: build('authorNote', '/note [text|off]', 'what the narrator is to keep in mind'),
  style: build('style', '/style [words|off]', 'how it is told, such as: terse, second person'),
  length: {
    usage: '/length [from-to|off]',
    about: 'how long a narration is, in words, such as 80-160',
    run: (desk, rest) => {
      if (rest === '') return showWish(desk, 'length');
      const range = /^(\d+)\s*-\s*(\d+)$/u.exec(rest);
      if (range === null && rest !== 'off') throw refuseLength(rest);
      wish(desk, {
        length: rest === 'off' ? undefined : { from: Number(range?.[1]), to: Number(range?.[2]) },
      });
    },
  },
  fast: {
    usage: '/fast [on|off]',
    about: 'one request decides and tells, in place of two',
    run: (desk, rest) => (rest === '' ? showWish(desk, 'isFast') : wish(desk, { isFast: rest !== 'off' })),
  },
};

function build(name: 'authorNote' | 'style', usage: string, about: string): PlayCommand {
  return {
    usage,
    about,
    run: (desk, rest) =>
      rest === '' ? showWish(desk, name) : wish(desk, { [name]: rest === 'off' ? undefined : rest }),
  };
}

function wish(desk: PlayDesk, change: { readonly [name in keyof TurnWishes]?: unknown }): void {
  const wanted = Object.fromEntries(
    Object.entries({ ...desk.wishes.read(), ...change }).filter(([, value]) => value !== undefined),
  );
  const parsed = turnWishes.safeParse(wanted);
  if (!parsed.success) {
    throw new UsageError({
      code: 'play.bad-wish',
      happened: `That cannot be: ${parsed.error.issues.map(({ message }) => message).join('; ')}.`,
      todo: '/help shows how it is written.',
    });
  }
  desk.wishes.write(parsed.data);
  show(desk, ['It holds from the next turn on.'], { wishes: parsed.data });
}

function showWish(desk: PlayDesk, name: keyof TurnWishes): void {
  const value = desk.wishes.read()[name];
  const text = typeof value === 'object' ? `${value.from}-${value.to} words` : renderPlain(name, value);
  show(desk, [text], { [name]: value ?? null });
}

function renderPlain(name: keyof TurnWishes, value: string | number | boolean | undefined): string {
  if (name === 'isFast') return value === true ? 'on' : 'off';
  return String(value ?? 'Nothing is set.');
}

function refuseLength(text: string): UsageError {
  return new UsageError({
    code: 'play.bad-wish',
    happened: `“${text}” is no length.`,
    todo: 'Write it like 80-160, in words; “off” leaves it to the narrator.',
  });
}
