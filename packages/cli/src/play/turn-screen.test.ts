// Tests the screen of a turn: whatever happens between the words of a telling, none of them is wiped away.

import { Writable } from 'node:stream';
import type { Game } from '@terrarium/rpg/game';
import { readShippedSystem } from '@terrarium/rpg/read-system';
import type { TurnHappening } from '@terrarium/rpg/turn-event';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildPrinter, type Output } from '../screen/printer.ts';
import type { TableContext } from './play-context.ts';
import { renderStatus } from './render-status.ts';
import { travelCommands } from './travel-commands.ts';
import { openTurnScreen } from './turn-screen.ts';

const pieces = new RegExp(String.raw`${String.fromCharCode(27)}\[(\d*)([A-Za-z])|[\s\S]`, 'gu');

/**
 * A terminal that obeys line breaks and three controls: go up, go to the beginning, and erase the rest.
 * `read` returns what it shows.
 */
function openScreen(columns: number): { readonly out: Output; read(): string } {
  const rows: string[] = [''];
  const at = { row: 0, column: 0 };
  const put = (character: string) => {
    const row = (rows[at.row] ?? '').padEnd(at.column);
    rows[at.row] = row.slice(0, at.column) + character + row.slice(at.column + 1);
    at.column += 1;
  };
  const obey = ([piece, count, kind]: RegExpExecArray) => {
    if (kind === 'A') at.row = Math.max(0, at.row - Number(count));
    else if (kind === 'J') {
      rows[at.row] = (rows[at.row] ?? '').slice(0, at.column);
      rows.length = at.row + 1;
    } else if (piece === '\r') at.column = 0;
    else if (piece === '\n') {
      at.row += 1;
      at.column = 0;
      rows[at.row] ??= '';
    } else if (kind === undefined) put(piece);
  };
  const out: Output = Object.assign(
    new Writable({
      write(chunk, _encoding, done) {
        for (const piece of String(chunk).matchAll(pieces)) obey(piece);
        done();
      },
    }),
    { isTTY: true, columns, rows: 40 },
  );
  return { out, read: () => rows.join('\n') };
}

function openTurn(columns: number) {
  const { out, read } = openScreen(columns);
  const printer = buildPrinter({ out, error: out, environment: {} });
  const game = { system: {}, state: {} } as unknown as Game;
  const screen = openTurnScreen({ printer, game, isModel: true, isJson: false });
  return { show: (event: TurnHappening) => screen.show({ sequence: 1, turn: 1, ...event }), read };
}

const words = ['the', 'ferryman', 'unloops', 'his', 'chain', 'and', 'waits', 'for', 'you.'];
const happening = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }) },
  fc.constantFrom<TurnHappening>(
    { kind: 'tool-called', name: 'roll', arguments: '{}', ok: true, say: '' },
    { kind: 'thought', characters: 3 },
    { kind: 'time-advanced', minutes: 3, now: 'day 1' },
    { kind: 'state-changed', patches: [] },
    { kind: 'warned', says: 'Careful.' },
    { kind: 'summing-up', first: 0, last: 7 },
  ),
);

it('TU14: shows every word that was told, in order, whatever is called or waited for between them', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 14 }), fc.integer({ min: 24, max: 60 }), (all, columns) => {
      const { show, read } = openTurn(columns);
      show({ kind: 'turn-started', words: '', isResumed: false });
      for (const one of all) {
        if (Array.isArray(one)) for (const word of one) show({ kind: 'narrative-delta', text: ` ${word}` });
        else show(one as TurnHappening);
      }
      show({ kind: 'turn-committed', turnId: 1, stateHash: '', narrative: '' });
      const told = all.filter((one) => Array.isArray(one)).flat();
      const shown = read()
        .split(/\s+/u)
        .filter((word) => words.includes(word));
      expect(shown).toEqual(told);
      expect(read()).not.toContain('…');
    }),
    { numRuns: 60 },
  );
});

it('quotes each mark below a telling once, and speech between marks of its own', () => {
  const { show, read } = openTurn(80);
  const flags = [
    { quote: '9', says: 'No roll of this turn came to it.' },
    { quote: '“I will not go in,”', says: 'The player did not write it.' },
  ];
  show({ kind: 'narrative-flagged', flags });
  expect(read()).toContain('! “9”: No roll of this turn came to it.');
  expect(read()).toContain('! ‘“I will not go in,”’: The player did not write it.');
});

it('the status line has the spell slots of every level that the character has, and says when it is down', () => {
  const system = readShippedSystem('dnd5e');
  const slots = (current: number) => ({ current, max: 4 });
  const resources = { hp: { current: 9, max: 9, temp: 0 }, slots_1: slots(4), slots_2: slots(2) };
  const player = { id: 'character:player', type: 'character', key: 'player', sheet: { resources } };
  const state = { find: (id: string) => (id === player.id ? player : undefined), list: () => [] };
  const [line = ''] = renderStatus({ state, system } as unknown as Game, 200);
  expect(line).toContain('Spell slots, level 1 4/4, level 2 2/4');
  expect(line).not.toContain('you are down');
  const fallen = { ...player, sheet: { resources: { ...resources, hp: { current: 0, max: 9, temp: 0 } } } };
  const lying = { ...state, find: (id: string) => (id === player.id ? fallen : undefined) };
  expect(renderStatus({ state: lying, system } as unknown as Game, 200)[0]).toMatch(
    /you are down: \/continue/,
  );
});

it('a recap tells the weightiest turns before the last ten too, how many it leaves out, and which were marked', async () => {
  const { out, read } = openScreen(80);
  const printer = buildPrinter({ out, error: out, environment: {} });
  const turns = Array.from({ length: 30 }, (_, index) => ({
    id: index + 1,
    number: index + 1,
    summary: `Turn ${index + 1} was told.`,
    importance: index === 1 ? 0.9 : 0.1,
    isAside: index === 3,
  }));
  const fault = { kind: 'item', quote: 'a lamp', says: 'The record has none.' };
  const readMarks = (turn: number) => (turn === 2 ? [fault] : [{ kind: 'checked', quote: '', says: '' }]);
  const listStories = () => [{ turn: 4, number: 4, text: 'They crossed the ford.' }];
  const game = { listTurns: () => turns, readMarks, listStories };
  const context = { game, shell: { printer }, isJson: false };
  await travelCommands['recap']?.run(context as unknown as TableContext, '', new AbortController().signal);
  const lines = read().split('\n');
  expect(lines.slice(0, 6).map((line) => line.trim())).toEqual([
    'The story to turn 4, as your model has it in mind:',
    'They crossed the ford.',
    '',
    '1  Turn 1 was told.',
    '2  Turn 2 was told. · marked: /why 2 tells what may be wrong',
    '3  Turn 3 was told.',
  ]);
  expect(read()).toContain('  30  Turn 30 was told.\n13 more turns are left out: /recap 29 tells all.');
});
