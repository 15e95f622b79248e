// Keeping commands: write, show and remove notes, hand things over, and let time pass in the game.

import { listNotes } from '@terrarium/composition/list-notes';
import { planGiving, planTaking } from '@terrarium/composition/plan-passing';
import { UsageError } from '@terrarium/kernel/errors';
import type { Entity } from '@terrarium/rpg/entity';
import { cutText, wrapText } from '../screen/layout.ts';
import { executeAside } from './execute-aside.ts';
import { show } from './look-commands.ts';
import type { PlayCommands } from './play-command.ts';
import { readGift, splitGift } from './read-gift.ts';
import { refuseEmpty } from './refuse-empty.ts';

export const keepingCommands: PlayCommands = {
  remember: {
    usage: '/remember text',
    about: 'writes down something for the game to remember',
    run: (context, rest) => {
      if (rest === '') throw refuseEmpty('/remember', 'what is to be remembered');
      const isKnown = listNotes(context.game, rest).some(({ note }) => readContent(note) === rest);
      const said = isKnown ? 'That is remembered already.' : 'Remembered. /lore shows it.';
      executeAside(context, `/remember ${rest}`, { name: 'note', arguments: { content: rest } }, [said]);
    },
  },
  lore: {
    usage: '/lore [words]',
    about:
      'shows what the game remembers: the newest notes, or those with these words. /forget 5 removes note 5',
    run: (context, rest) => {
      const { width } = context.shell.printer;
      const found = listNotes(context.game, rest);
      const shown = found.slice(-mostShown);
      const lines = shown.flatMap(({ number, note }) => renderNote(number, note, width));
      const more =
        found.length > shown.length
          ? [`(${found.length - shown.length} older notes: /lore WORDS finds them)`]
          : [];
      const none = rest === '' ? 'Nothing is remembered yet.' : 'Nothing is remembered of that.';
      const notes = shown.map(({ number, note }) => ({ number, entity: note }));
      show(context, lines.length === 0 ? [none] : [...lines, ...more], 'shownLore', { notes });
    },
  },
  forget: {
    usage: '/forget n',
    about: 'lets the game forget what /lore shows under this number; /undo brings it back',
    run: (context, rest) => {
      const notes = listNotes(context.game, '');
      const note = /^\d{1,6}$/u.test(rest)
        ? notes.find(({ number }) => number === Number(rest))?.note
        : undefined;
      if (note === undefined) throw refuseNote(rest, notes.length);
      const call = { name: 'memory_forget', arguments: { key: note.id } };
      executeAside(context, `/forget ${rest}`, call, [`Forgotten: ${readContent(note)}`]);
    },
  },
  give: {
    usage: '/give thing [to whom]',
    about:
      'puts a thing on your sheet; with “to”, gives a thing of yours to somebody, such as /give rope to Hob, /give 5 gold to Hob',
    run: (context, rest) => {
      const { count, name, who } = readGift(context.game, rest);
      if (name === '') throw refuseEmpty('/give', 'a thing, such as /give rope');
      const { calls, says } = planGiving(context.game, { count, name, who });
      executeAside(context, `/give ${rest}`, calls, renderSaid(says));
    },
  },
  take: {
    usage: '/take thing [from whom]',
    about:
      'picks up a thing that lies here, or else takes one off your sheet; with “from”, takes it from somebody. /take 2 rope takes two',
    run: (context, rest) => {
      const { count, name, who } = splitGift(rest, 'from');
      if (name === '') throw refuseEmpty('/take', 'a thing, such as /take rope');
      const { calls, says } = planTaking(context.game, { count, name, who });
      executeAside(context, `/take ${rest}`, calls, renderSaid(says));
    },
  },
  time: {
    usage: '/time 2h',
    about: 'lets time pass: minutes, hours or days, such as 20m, 2h, 1d',
    run: (context, rest) => {
      const typed = /^(?<count>\d{1,4})\s*(?<unit>[a-z]+)$/iu.exec(rest)?.groups;
      const factor = minutesOf.get(typed?.['unit']?.toLowerCase() ?? '');
      if (typed === undefined || factor === undefined) throw refuseEmpty('/time', 'a span, such as /time 2h');
      const minutes = Number(typed['count']) * factor;
      executeAside(context, `/time ${rest}`, { name: 'time_advance', arguments: { minutes } });
    },
  },
};

function renderSaid(says: string): readonly string[] {
  return says === '' ? [] : [`  ${says}`];
}

/** How many minutes each unit has. The beginning of a unit's name is not enough: “2 months” are not two minutes. */
const minutesOf: ReadonlyMap<string, number> = new Map([
  ...['m', 'min', 'mins', 'minute', 'minutes'].map((unit) => [unit, 1] as const),
  ...['h', 'hr', 'hrs', 'hour', 'hours'].map((unit) => [unit, 60] as const),
  ...['d', 'day', 'days'].map((unit) => [unit, 1440] as const),
]);
const mostShown = 12;
const longestNote = 400;

function renderNote(number: number, note: Entity, width: number): readonly string[] {
  const text = cutText(`${readContent(note)} (${String(note.sheet['kind'] ?? 'fact')})`, longestNote);
  return wrapText(text, { width, indent: '      ', first: `${String(number).padStart(4)}  ` });
}

function readContent({ sheet }: Entity): string {
  return String(sheet['content'] ?? '');
}

function refuseNote(text: string, count: number): UsageError {
  return new UsageError({
    code: 'play.unknown-note',
    happened: text === '' ? '/forget needs a number.' : `Nothing is remembered under “${text}”.`,
    todo: count === 0 ? 'Nothing is remembered yet.' : '/lore shows the numbers.',
  });
}
