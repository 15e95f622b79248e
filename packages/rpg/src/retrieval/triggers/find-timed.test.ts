// Tests lorebook entries that stay in mind, rest, wait or exclude each other: the same words always have the same result.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostTurnsHeard } from '../../turn/recollector.ts';
import { chooseOfGroups } from './choose-of-groups.ts';
import { findTimed, mostTurnsBack } from './find-timed.ts';
import { loreTrigger, type WrittenTrigger } from './lore-trigger.ts';

/** Plays turns in which the key is said or not, and returns for each whether the entry came to mind. */
function play(said: readonly boolean[], trigger: WrittenTrigger): readonly boolean[] {
  const parsed = loreTrigger.parse({ keys: ['gate'], depth: 1, ...trigger });
  return said.map((_, at) => findAt(parsed, said.slice(0, at + 1)) !== undefined);
}

function findAt(
  trigger: ReturnType<typeof loreTrigger.parse>,
  said: readonly boolean[],
  known = said.length,
) {
  const turns = said
    .toReversed()
    .flatMap((is) => [`Ada: ${is ? 'the gate' : 'the wall'}`, 'Test: So it is.']);
  // The player's words of the present turn come first, and the narrative of the opening comes last.
  return findTimed('entry', trigger, {
    messages: turns.slice(0, 1 + 2 * known),
    work: { left: 0 },
    turn: said.length,
    nameSeed: (turn) => `s ${turn}`,
  });
}

/** The result of a simple implementation that stores its counts from turn to turn. */
function countOn(
  said: readonly boolean[],
  { sticky = 0, cooldown = 0, delay = 0 }: WrittenTrigger,
): readonly boolean[] {
  let [until, rests] = [0, 0];
  return said.map((is, at) => {
    const turn = at + 1;
    if (turn <= until) return true;
    if (turn <= rests || turn * 2 < delay || !is) return false;
    until = turn + Math.ceil(sticky / 2);
    rests = until + Math.ceil(cooldown / 2);
    return true;
  });
}

describe('entries that last', () => {
  it('RE10: one that is sticky stays in mind, rests once that is over, and waits for as many messages as it says', () => {
    const [y, n] = [true, false];
    expect(play([n, y, n, n, n], { sticky: 4 })).toEqual([n, y, y, y, n]);
    expect(play([y, y, y, y, y], { cooldown: 4 })).toEqual([y, n, n, y, n]);
    expect(play([y, y, y, y, y, y], { sticky: 2, cooldown: 2 })).toEqual([y, y, n, y, y, n]);
    expect(play([y, y, y, y], { delay: 6 })).toEqual([n, n, y, y]);
    expect(play([y, n], { sticky: 2, percent: 0 })).toEqual([n, n]);
  });

  it('RE10: whatever is said, it is as if it had been counted from turn to turn', () => {
    const times = fc.record({
      sticky: fc.integer({ min: 0, max: 9 }),
      cooldown: fc.integer({ min: 0, max: 9 }),
      delay: fc.integer({ min: 0, max: 20 }),
    });
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 2 * mostTurnsBack - 1 }), times, (said, trigger) => {
        expect(play(said, trigger)).toEqual(countOn(said, trigger));
      }),
      { numRuns: 60 },
    );
  });

  it('RE10: in a long game an entry whose key is said in every turn still stays and rests as it says', () => {
    const said = Array.from({ length: 230 }, () => true);
    for (const [trigger, share] of [
      [{ cooldown: 4 }, 1 / 3],
      [{ cooldown: 6 }, 1 / 4],
      [{ sticky: 2, cooldown: 2 }, 2 / 3],
    ] as const) {
      const came = play(said, trigger).slice(2 * mostTurnsBack);
      expect(came.filter(Boolean).length / came.length).toBeCloseTo(share, 1);
    }
  });

  it('RE10: the earlier turns that a turn hears are enough also for an entry whose keys are searched far back', () => {
    const trigger = loreTrigger.parse({ keys: ['gate'], depth: 40, cooldown: 6 });
    const said = Array.from({ length: 160 }, (_, at) => at % 15 === 0);
    const ways = said.map((_, at) =>
      [at, mostTurnsHeard].map((known) => findAt(trigger, said.slice(0, at + 1), known) !== undefined),
    );
    expect(ways.filter(([whole, known]) => whole !== known)).toEqual([]);
    expect(new Set(ways.map(([whole]) => whole)).size).toBe(2);
  });

  it('RE10: undone and played on otherwise, it is as if the other way had never been', () => {
    const order = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(order, order, order, (shared, one, other) => {
        const trigger = { sticky: 4, cooldown: 6, percent: 60 };
        const before = play([...shared, ...one], trigger).slice(0, shared.length);
        const after = play([...shared, ...other], trigger);
        expect(after.slice(0, shared.length)).toEqual(before);
        expect(play([...shared, ...other], trigger)).toEqual(after);
      }),
      { numRuns: 40 },
    );
  });
});

describe('entries of a group', () => {
  const entry = (key: string, trigger: WrittenTrigger, fired = {}) => ({
    key,
    trigger: loreTrigger.parse({ groups: ['tide'], ...trigger }),
    fired: { because: '', score: 1, isSticky: false, ...fired },
  });
  const choose = (entries: readonly ReturnType<typeof entry>[], seed = 's') =>
    chooseOfGroups(entries, seed).map(({ key }) => key);

  it('RE11: one of a group comes to mind: who stays in it, who has the right, who has more keys, else chance by weight', () => {
    const plain = entry('plain', { order: 900 });
    const free = entry('free', { groups: [] });
    expect(choose([plain, entry('kept', {}, { isSticky: true }), free])).toEqual(['kept', 'free']);
    const right = entry('right', { hasPriority: true, order: 3 });
    expect(choose([plain, right, entry('higher', { hasPriority: true, order: 7 })])).toEqual(['higher']);
    expect(
      choose([entry('few', { isScored: true }), entry('many', { isScored: true }, { score: 3 })]),
    ).toEqual(['many']);
    expect(choose([entry('never', { groupWeight: 0 }), entry('always', { groupWeight: 1 })])).toEqual([
      'always',
    ]);
    const seeds = Array.from({ length: 400 }, (_, at) => `seed ${at}`);
    const drawn = seeds.filter(
      (seed) =>
        choose([entry('rare', { groupWeight: 25 }), entry('often', { groupWeight: 75 })], seed)[0] === 'rare',
    );
    expect(drawn.length / seeds.length).toBeGreaterThan(0.18);
    expect(drawn.length / seeds.length).toBeLessThan(0.32);
  });

  it('RE11: whatever came to mind, each group keeps at most one, nobody else is lost, and the same seed chooses the same', () => {
    const made = fc.record({
      groups: fc.subarray(['a', 'b', 'c']),
      order: fc.integer({ min: 0, max: 3 }),
      hasPriority: fc.boolean(),
      isScored: fc.boolean(),
      groupWeight: fc.constantFrom(0, 1, 100),
    });
    fc.assert(
      fc.property(fc.array(made, { maxLength: 8 }), fc.string(), (triggers, seed) => {
        const entries = triggers.map((trigger, at) => entry(`l${at}`, trigger, { score: at % 3 }));
        const kept = chooseOfGroups(entries, seed);
        expect(chooseOfGroups(entries, seed)).toEqual(kept);
        for (const name of ['a', 'b', 'c'])
          expect(kept.filter(({ trigger }) => trigger.groups.includes(name)).length).toBeLessThanOrEqual(1);
        const lost = entries.filter((one) => !kept.includes(one) && one.trigger.groups.length === 0);
        expect(lost).toEqual([]);
        expect(kept.length > 0 || entries.length === 0).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
