// Tests what a model is told about the calls of a past turn.

import { expect, test } from 'vitest';
import type { RolledCheck } from '../../rules/rolled-check.ts';
import type { Acted } from '../../state/game.ts';
import type { Action } from '../../state/session.ts';
import { playerId } from '../../values/entity.ts';
import { renderDone } from './render-done.ts';

const rolled = { expression: '1d6', total: 5, terms: [] } as unknown as RolledCheck['rolled'];

function act(say: string, ...rolls: readonly Partial<RolledCheck>[]): Action & Acted {
  const full = rolls.map((roll, index) => ({ index, rolled, askedBy: 'model', who: playerId, ...roll }));
  const action = { tool: 'roll', arguments: '{}', by: 'model', ok: true, say, rolls: full, patches: [] };
  return action as unknown as Action & Acted;
}

test('a roll on a table keeps what the table gave', () => {
  const drawn = { table: 'complication', reason: 'Complications: Looking the common room over' };
  const say = 'Hild, Sense: 2d6: [3, 3] = 6: Miss\nComplications (5): A witness saw everything.';
  expect(renderDone([act(say, drawn)])).toBe('<done>Complications (5): A witness saw everything.</done>');
});

test('a long purpose of a roll is cut within its brackets', () => {
  const outcome = { id: 'miss', label: 'Miss: the story turns against you', degree: 0 };
  const reason = 'Looking the common room over for what is wrong in it and who has moved the chairs';
  const done = renderDone([act('', { check: 'sense', outcome, reason })]);
  expect(done).toMatch(
    /^<done>roll sense: Miss: the story turns against you \(Looking the common .*…\)<\/done>$/u,
  );
  expect(done.length).toBeLessThan(130);
});

test('TU33: an answer is cut between words', () => {
  const patches = [{ entity: playerId, path: 'x', after: 1, because: 'it was noted' }];
  const say = `The player knows now: brass cutter: A knife of the keeper with fresh lamp oil on it and three letters.`;
  const done = renderDone([{ ...act(say), tool: 'reveal', patches } as unknown as Action & Acted]);
  expect(done).toBe(
    '<done>reveal The player knows now: brass cutter: A knife of the keeper with fresh lamp oil on it and…</done>',
  );
});

test('TU33: the rolls for the order of turns leave the room to what was done', () => {
  const order = { reason: 'order of turns' };
  const begun = act('Mode: combat. Against creature:snik.\nOrder of turns: creature:snik 15.', order, order);
  const patches = [{ entity: 'scene:now', path: 'mode', after: 'combat', because: 'mode_set' }];
  const say = 'Mode: combat. Against creature:snik.';
  expect(renderDone([{ ...begun, tool: 'mode_set', patches } as unknown as Action & Acted])).toBe(
    `<done>mode_set ${say}</done>`,
  );
});

test('TU33: a move without dice is named with what it was made with, before what it cost', () => {
  const patches = [{ entity: playerId, path: 'status.spells', before: [], after: [1], because: 'bless' }];
  const cast = {
    ...act('resources.slots_1.current: 2 → 1'),
    patches,
    arguments: '{"move":"cast","as":"Bless"}',
  };
  expect(renderDone([cast])).toContain('<done>roll cast Bless: resources.slots_1.current: 2 → 1</done>');
});

test('TU33: a roll is not left out for calls without dice, and a clock that went on with it is told', () => {
  const set = (at: number) => {
    const patches = [{ entity: playerId, path: 'x', after: at, because: 'set' }];
    return { ...act(`x: ${at}`), tool: 'set', patches } as unknown as Action & Acted;
  };
  const progress = { filled: 3, segments: 6 };
  const patches = [{ entity: 'clock:bell', path: 'progress', after: progress, because: 'failure' }];
  const blow = { ...act('', { move: 'attack' }), patches } as unknown as Action & Acted;
  expect(renderDone([...[0, 1, 2, 3, 4, 5].map(set), blow])).toBe(
    '<done>set x: 0; set x: 1; set x: 2; set x: 3; roll attack: 5; clock:bell 3 of 6; 2 more (set)</done>',
  );
});

test('TU24: a longer list may be asked for, since a telling anew needs all of it', () => {
  const sets = Array.from({ length: 9 }, (_, at) => {
    const patches = [{ entity: playerId, path: 'x', after: at, because: 'set' }];
    return { ...act(`x: ${at}`), tool: 'set', patches } as unknown as Action & Acted;
  });
  expect(renderDone(sets)).toContain('set x: 5; 3 more (set)<');
  expect(renderDone(sets, 24)).toContain('set x: 8<');
  const drawn = Array.from({ length: 9 }, () =>
    act('Complications (5): A witness saw everything.', { table: 'complication' }),
  );
  expect(renderDone(drawn)).toContain('; 3 more (roll)<');
});

test('TU33: a call that did nothing is told, unless a later one made it good', () => {
  const build = (tool: string, given: object, more: object) =>
    ({ ...act('gold: stays 10.'), tool, arguments: JSON.stringify(given), ...more }) as unknown as Action &
      Acted;
  const coins = { path: 'inventory.gold', delta: 0.08 };
  const patches = [{ entity: playerId, path: 'inventory.gold', after: 12, because: 'adjust' }];
  const nothing = build('adjust', coins, {});
  expect(renderDone([nothing])).toBe('<done>not done: adjust (gold: stays 10.)</done>');
  const refused = build('adjust', { ...coins, delta: 2 }, { ok: false, say: 'No.' });
  const mended = build('adjust', { ...coins, delta: 2 }, { say: 'gold: 10 → 12', patches });
  expect(renderDone([refused, mended])).toBe('<done>adjust gold: 10 → 12</done>');
  expect(renderDone([build('state_query', {}, { ok: false })])).toBe('');
  // A cantrip that is used by its text costs nothing and rolls nothing.
  const light = { move: 'cast', as: 'Light' };
  expect(renderDone([build('roll', light, { say: 'Light is used.' })])).toBe('');
  expect(renderDone([build('roll', light, { ok: false, say: 'No.' })])).toBe(
    '<done>not done: roll (No.)</done>',
  );
});

test('TU33: a roll that was judged again in the same turn is told as it came in the end', () => {
  const stress = [{ entity: playerId, path: 'stress', before: 0, after: 2, because: 'blow' }];
  const outcome = (label: string) => ({ id: 'x', label, degree: 1 });
  const first = {
    ...act('', { index: 3, move: 'foe_attack', outcome: outcome('Success with style') }),
    patches: stress,
  };
  const again = {
    ...act('', { index: 4, move: 'foe_attack', outcome: outcome('Failure') }),
    patches: stress,
    arguments: '{"spend":"invoke","judges":{"turn":2,"index":3}}',
  };
  const done = renderDone([first, again] as unknown as (Action & Acted)[]);
  expect(done).toContain('Failure');
  expect(done).not.toContain('with style');
});
