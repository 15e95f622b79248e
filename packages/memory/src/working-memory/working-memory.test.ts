// Tests working memory: how items are held, replaced, refreshed, ended and brought back, and how they fade.
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSpokenMemory, type SpokenMemory } from '../../test/support/spoken-memory.ts';
import { defaultProfile } from '../decay/profile.ts';
import type { Ingested } from '../intake/ingest.ts';
import { revertItemChanges } from '../maintenance/revert-run.ts';
import type { ItemState, WorkingItem } from './item.ts';
import { normalise, parseSubject } from './normal-form.ts';
import { markDecayed, revive } from './revive.ts';

const hourMs = 3_600_000;
let memory: SpokenMemory;

const possibleStates: readonly Partial<ItemState>[] = [
  ...(['active', 'resolved', 'dropped', 'decayed', 'superseded'] as const).map((status) => ({ status })),
  { isKept: true },
  { dueAtMs: undefined, dueWords: undefined },
  { status: 'decayed', refreshedTurn: 5, refreshedAtMs: 5 },
];

beforeEach(() => {
  memory = openSpokenMemory();
});

function listEffects({ effects }: Ingested) {
  return effects.map(({ effect, item }) => `${effect} ${item.content}`);
}

function findOne(content: string) {
  const id = memory.connection
    .prepare('SELECT id FROM working_memory WHERE content = ?')
    .pluck()
    .get(content);
  const item = memory.store.find(id as never);
  if (item === undefined) throw new Error(`Nothing says "${content}".`);
  return item;
}

describe('what is held in mind', () => {
  it('WM4: is one feeling, the newest', () => {
    memory.speak('<feeling>curious</feeling>');
    const { effects } = memory.speak('<feeling>glad</feeling><feeling>tired</feeling>');
    expect(memory.listActive()).toEqual(['feeling: tired']);
    expect(effects.map(({ effect, item }) => [effect, item.content])).toEqual([
      ['superseded', 'curious'],
      ['created', 'glad'],
      ['superseded', 'glad'],
      ['created', 'tired'],
    ]);
    expect(findOne('curious').status).toBe('superseded');
  });

  it('WM4: is one feeling of each side: a reply does not take the place of what the person feels', () => {
    memory.hear("I'm a bit nervous about the new job.");
    const { effects } = memory.speak('<feeling>curious</feeling>');
    expect(effects.map(({ effect }) => effect)).toEqual(['created']);
    memory.speak('<feeling>calm</feeling>');
    expect(memory.listActive()).toEqual(["feeling: I'm a bit nervous about the new job", 'feeling: calm']);
    memory.hear('<feeling>relieved</feeling>');
    expect(memory.listActive()).toEqual(['feeling: calm', 'feeling: relieved']);
    const injected = { isInjected: () => true, measureShare: () => 0 };
    expect(memory.speak('<feeling>relieved</feeling>', { injected }).effects).toEqual([]);
    expect(listEffects(memory.speak('<feeling>calm</feeling>', { injected }))).toEqual(['refreshed calm']);
  });

  it('WM5: is one desc of a subject', () => {
    memory.speak('<desc>Blue coat: torn at the hem</desc><desc>the hall: dark</desc><desc>rain</desc>');
    memory.speak('<desc>blue COAT: mended</desc><desc>mist</desc>');
    expect(memory.listActive()).toEqual([
      'desc: the hall: dark',
      'desc: rain',
      'desc: blue COAT: mended',
      'desc: mist',
    ]);
  });

  it.each([
    ['coat: torn', 'coat'],
    ['Blue  Coat : torn', 'blue coat'],
    ['coat:', 'coat'],
    [`${'a'.repeat(30)}: x`, 'a'.repeat(30)],
    ['🧥🧥🧥: x', '🧥🧥🧥'],
    [`${'a'.repeat(31)}: x`, undefined],
    ['it: torn', undefined],
    ['at 10:30 in the hall', undefined],
    ['torn', undefined],
    ['first line\nsecond: x', undefined],
    [': x', undefined],
    ['花子：医者', normalise('花子')],
    ['母: 京都', '母'],
    ['明日１０：３０に歯医者', undefined],
    ['a：x', undefined],
  ])('WM5: the subject of "%s"', (content, subject) => {
    expect(parseSubject(content)).toBe(subject);
  });

  it.each(['pin', 'pattern', 'thought', 'secret', 'desc', 'plan'])(
    'WM6: refreshes a %s that is repeated',
    (tag) => {
      memory.hear('Hello');
      memory.speak(`<${tag}>Anna's key, under the mat!</${tag}>`);
      memory.clock.advance(hourMs);
      memory.hear('Hello again');
      const again = memory.speak(`<${tag}> annas KEY under  the mat </${tag}>`);
      expect(listEffects(again)).toEqual(["refreshed Anna's key, under the mat!"]);
      const item = findOne("Anna's key, under the mat!");
      expect(item).toMatchObject({ status: 'active', createdTurn: 1, refreshedTurn: 2 });
      expect(item.refreshedAtMs - item.createdAtMs).toBe(hourMs);
      expect(memory.store.readActive()).toHaveLength(1);
      expect(
        memory.store.readChanges(item.id).map(({ change, before }) => [change, before?.refreshedTurn]),
      ).toEqual([
        ['created', undefined],
        ['refreshed', 1],
      ]);
    },
  );

  it('WM6: gives a repeated plan the date that is meant now', () => {
    memory.speak('<plan>call Anna tomorrow at noon</plan>');
    const { dueAtMs: first = 0 } = findOne('call Anna tomorrow at noon');
    memory.clock.advance(24 * hourMs);
    memory.speak('<plan>Call Anna tomorrow at noon.</plan>');
    const { dueAtMs, dueWords } = findOne('call Anna tomorrow at noon');
    expect(dueAtMs).toBe(first + 24 * hourMs);
    expect(dueWords).toBe('tomorrow at noon');
  });

  it('WM6: normal forms are stable, and the same words have the same one', () => {
    const property = fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(normalise(normalise(text))).toBe(normalise(text));
      expect(normalise(`  ${text}\n`)).toBe(normalise(text));
    });
    fc.assert(property, { numRuns: 500 });
    expect(normalise('ＡＢＣ — “it’s”  me!')).toBe('abc its me');
    expect(normalise('♥♥')).toBe('♥♥');
  });
});

describe('a modifier', () => {
  it.each([
    ['done', 'resolved'],
    ['complete:', 'resolved'],
    ['FINISHED', 'resolved'],
    ['cancel', 'dropped'],
    ['skip', 'dropped'],
    ['drop:', 'dropped'],
    ['abandon', 'dropped'],
  ])('WM7: "%s" makes the plan it means %s', (word, status) => {
    memory.speak(
      '<plan>buy bread at the bakery</plan><plan>paint the fence</plan><pin>buy bread often</pin>',
    );
    const told = memory.speak(`<plan>${word} buying the bread</plan>`);
    expect(told.reports).toEqual([]);
    expect(findOne('buy bread at the bakery').status).toBe(status);
    expect(memory.listActive()).toEqual(['plan: paint the fence', 'pin: buy bread often']);
    expect(memory.store.readChanges(findOne('buy bread at the bakery').id).at(-1)).toMatchObject({
      change: 'status',
      toStatus: status,
      eventId: told.eventId,
      before: { status: 'active' },
    });
  });

  it('WM7: changes nothing if it means nothing or several things, and says so', () => {
    memory.speak('<plan>buy bread</plan><plan>bake bread</plan><pin>the key is under the mat</pin>');
    const tied = memory.speak('<plan>done: bread</plan>');
    const missed = memory.speak('<plan>done sleeping</plan><pin>drop</pin><pin>drop it</pin>');
    expect([tied, missed].flatMap(({ effects }) => effects)).toEqual([]);
    expect(tied.reports).toMatchObject([{ kind: 'tied', tag: 'plan' }]);
    expect(tied.reports[0]?.say).toContain('"buy bread"');
    expect(missed.reports.map(({ kind, tag }) => [kind, tag])).toEqual([
      ['missed', 'plan'],
      ['missed', 'pin'],
      ['missed', 'pin'],
    ]);
    expect(memory.listActive()).toHaveLength(3);
  });

  it('WM8: keeps the pin that says it already, or else a new one', () => {
    memory.speak('<pin>the key is under the mat</pin><pin>the key of shed lost</pin>');
    expect(listEffects(memory.speak('<pin>keep: key under the mat</pin>'))).toEqual([
      'kept the key is under the mat',
    ]);
    expect(findOne('the key is under the mat').isKept).toBe(true);
    expect(listEffects(memory.speak('<pin>keep the birthday is in May</pin>'))).toEqual([
      'created the birthday is in May',
    ]);
    expect(findOne('the birthday is in May').isKept).toBe(true);
    expect(memory.speak('<pin>keep the key</pin>').reports).toMatchObject([{ kind: 'tied' }]);
    expect(listEffects(memory.speak('<pin>♥</pin><pin>keep ♥</pin>'))).toEqual(['created ♥', 'kept ♥']);
    expect(memory.speak('<pin>keep</pin>').reports).toMatchObject([{ kind: 'missed' }]);
    expect(listEffects(memory.speak('<pin>Keep quiet about it</pin>'))).toEqual([
      'created Keep quiet about it',
    ]);
  });
});

describe('changes', () => {
  it('WM9: of a run are reverted exactly, except what was changed again since', () => {
    const anyDeeds = fc.array(fc.tuple(fc.nat(4), fc.constantFrom(...possibleStates)), { maxLength: 12 });
    const property = fc.property(anyDeeds, fc.subarray([0, 1, 2, 3, 4]), (deeds, touched) => {
      const { store, speak, connection, clock } = openSpokenMemory();
      for (const word of ['one', 'two', 'three', 'four', 'five']) speak(`<plan>${word} tomorrow</plan>`);
      const ids = store.readActiveOf('plan').map(({ id }) => id);
      const readAll = () => [...store.readContents(ids).values()];
      const cause = { because: 'maintenance', atMs: clock.now(), turn: 0 };
      const put = (item: WorkingItem | undefined, to: Partial<ItemState>, runId?: number) =>
        item && store.updateState(item, { change: 'status', to, cause: { ...cause, runId } });
      const before = readAll();
      for (const [index, to] of deeds) put(readAll()[index], to, 7);
      for (const index of touched) put(readAll()[index], { refreshedTurn: 99 });
      const inBetween = readAll();
      const { restored, leftAlone } = revertItemChanges(store, 7, cause);
      const changedIds = new Set(store.readChangesOfRun(7).map(({ itemId }) => itemId));
      expect(new Set([...restored, ...leftAlone])).toEqual(changedIds);
      expect(readAll()).toEqual(
        before.map((item, index) => (touched.includes(index) ? inBetween[index] : item)),
      );
      connection.close();
    });
    fc.assert(property, { numRuns: 40 });
  });

  it('WM9: are not recorded if nothing changed', () => {
    memory.speak('<pin>the key</pin>');
    const item = findOne('the key');
    const cause = { because: 'nothing', atMs: 0, turn: 0 };
    expect(memory.store.updateState(item, { change: 'status', to: { status: 'active' }, cause })).toBe(item);
    expect(memory.store.readChanges(item.id)).toHaveLength(1);
  });
});

describe('fading', () => {
  /** Lets the hours pass and somebody speak again, so that the wake after the silence is over; returns the time. */
  const endSilence = (hours: number) => {
    memory.clock.advance(hours * hourMs);
    memory.hear('so');
    memory.hear('on');
    return memory.clock.now();
  };

  it('WM10: marks what has faded, and never a secret, a plan or a kept pin', () => {
    memory.speak(
      '<feeling>glad</feeling><thought>hm</thought><secret>gift</secret><plan>someday</plan><plan>tomorrow</plan>' +
        '<pin>keep the key</pin><pin>the coat</pin>',
    );
    const nowMs = endSilence(30 * 24);
    const faded = markDecayed(memory.connection, { nowMs, turn: 40 }, defaultProfile);
    expect(faded.map(({ content, status }) => [content, status])).toEqual([
      ['glad', 'decayed'],
      ['hm', 'decayed'],
    ]);
    expect(markDecayed(memory.connection, { nowMs, turn: 40 }, defaultProfile)).toEqual([]);
    markDecayed(memory.connection, { nowMs, turn: 100_000 }, defaultProfile);
    expect(memory.listActive()).toEqual(['secret: gift', 'plan: someday', 'plan: tomorrow', 'pin: the key']);
    expect(memory.store.readChanges(findOne('hm').id).at(-1)).toMatchObject({
      because: 'it had faded',
      turn: 40,
    });
  });

  it('WM11: leaves one of the items that say the same, with a subject or without', () => {
    memory.speak('<desc>coat:</desc>');
    const first = memory.store.readActive()[0];
    const moment = { nowMs: endSilence(9000), turn: 100 };
    markDecayed(memory.connection, moment, defaultProfile);
    memory.speak('<desc>coat</desc>');
    if (first !== undefined) revive(memory.connection, first.id, moment);
    expect(memory.listActive()).toEqual(['desc: coat:']);
  });

  it('WM11: is undone by bringing an item back, which then replaces its rivals', () => {
    memory.speak('<feeling>curious</feeling><thought>hm</thought>');
    memory.speak('<feeling>glad</feeling>');
    const nowMs = endSilence(9000);
    markDecayed(memory.connection, { nowMs, turn: 9 }, defaultProfile);
    expect(memory.listActive()).toEqual([]);
    revive(memory.connection, findOne('glad').id, { nowMs, turn: 9 });
    revive(memory.connection, findOne('hm').id, { nowMs, turn: 9 });
    const revived = revive(memory.connection, findOne('curious').id, { nowMs, turn: 9 });
    expect(revived).toMatchObject({ status: 'active', refreshedAtMs: nowMs, refreshedTurn: 9 });
    expect(memory.listActive()).toEqual(['feeling: curious', 'thought: hm']);
    expect(revive(memory.connection, 999 as never, { nowMs, turn: 9 })).toBeUndefined();
  });
});

describe('what is told of an earlier time', () => {
  it('WM12: replaces, told now, what a turn in the future had told', () => {
    memory.speak('<feeling>proud</feeling><plan>buy oil</plan>', {
      clock: { now: () => memory.clock.now() + 9e9 },
    });
    memory.speak('<feeling>calm</feeling><plan>done buy oil</plan>');
    expect(memory.listActive()).toEqual(['feeling: calm']);
  });

  it('WM12: replaces nothing newer', () => {
    memory.clock.advance(100 * hourMs);
    memory.speak('<feeling>glad</feeling><desc>coat: mended</desc><plan>buy bread</plan><pin>the key</pin>');
    const atMs = memory.clock.now() - 50 * hourMs;
    const told = memory.speak(
      '<feeling>sad</feeling><desc>coat: torn</desc><plan>done buy bread</plan><pin>the key</pin><pin>keep key</pin>',
      { atMs },
    );
    expect(memory.listActive()).toEqual([
      'feeling: glad',
      'desc: coat: mended',
      'plan: buy bread',
      'pin: the key',
      'pin: key',
    ]);
    expect(findOne('sad').status).toBe('superseded');
    expect(findOne('coat: torn').status).toBe('superseded');
    expect(findOne('the key').refreshedAtMs).toBe(memory.clock.now());
    expect(told.reports).toMatchObject([{ kind: 'missed', tag: 'plan' }]);
  });
});
