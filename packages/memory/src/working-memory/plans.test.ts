// Tests plans: which are open, in which order, about what, and until when.

import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSpokenMemory, type SpokenMemory } from '../../test/support/spoken-memory.ts';
import { defaultProfile } from '../decay/profile.ts';
import { score } from '../decay/score.ts';
import { computeDayStart } from '../events/local-time.ts';
import type { ItemId } from './item.ts';
import { type PlansQuery, planSpans, plans } from './plans.ts';

const timeZone = 'Europe/Berlin';
const hourMs = 3_600_000;
let memory: SpokenMemory;

beforeEach(() => {
  memory = openSpokenMemory();
});

function list(query: Partial<PlansQuery> = {}) {
  return plans(memory.connection, { nowMs: memory.clock.now(), timeZone, ...query });
}

function listContents(query: Partial<PlansQuery> = {}): string[] {
  return list(query).map((plan) => plan.content);
}

describe('plans', () => {
  it('PL22: the words that say how a Japanese plan comes again end without に', () => {
    memory.speak('<plan>毎週金曜の夜八時に航平はジム</plan>');
    expect(list()).toMatchObject([{ content: '航平はジム', recurrence: '毎週金曜の夜八時' }]);
  });

  it('PL1: are all that are active: by due date, then the newest', () => {
    memory.speak('<plan>paint someday</plan><plan>bake in three weeks</plan>');
    memory.speak(
      '<plan>sing someday</plan><plan>call tomorrow</plan><plan>swim in 2 hours</plan><pin>no plan</pin>',
    );
    memory.speak('<plan>rest today</plan><plan>done rest today</plan>');
    memory.clock.advance(10 * 24 * hourMs);
    expect(listContents()).toEqual(['swim', 'call', 'bake', 'sing someday', 'paint someday']);
    expect(list().map((plan) => plan.phase)).toEqual([
      'overdue',
      'overdue',
      'submerged',
      'open-ended',
      'open-ended',
    ]);
    const [oldest] = list();
    const moment = { nowMs: memory.clock.now(), turn: 0, pressure: 0 };
    expect(oldest && score(oldest, moment, defaultProfile)).toBeLessThan(0.01);
  });

  it('PL2: are found by fragment, subject or words', () => {
    memory.speak('<plan>wardrobe: sort the coats</plan><plan>buy hooks for the wardrobe</plan>');
    memory.speak('<plan>ask [anna] about hooks</plan><plan>swim</plan>');
    expect(listContents({ topic: 'Wardrobe' })).toEqual([
      'buy hooks for the wardrobe',
      'wardrobe: sort the coats',
    ]);
    expect(listContents({ topic: 'the HOOKS' })).toEqual(['buy hooks for the wardrobe']);
    expect(listContents({ topic: 'anna' })).toEqual(['ask [anna] about hooks']);
    expect(listContents({ topic: 'ann' })).toEqual([]);
    expect(listContents({ topic: ' ' })).toHaveLength(4);
    const swim = list({ topic: 'swim' }).map((plan) => plan.id);
    const listLinkedItems = (key: string) => new Set<ItemId>(key === 'water' ? swim : []);
    expect(listContents({ topic: 'water', listLinkedItems })).toEqual(['swim']);
  });

  it('PL2: a topic that names a time means the plans of that time', () => {
    // It is Monday, 2024-01-01.
    memory.speak('<plan>call Ana on Friday at 11</plan><plan>paint someday</plan>');
    memory.speak('<plan>rest next Tuesday</plan><plan>bake today</plan>');
    expect(listContents({ topic: 'Friday' })).toEqual(['call Ana']);
    expect(listContents({ topic: 'for today' })).toEqual(['bake']);
    expect(listContents({ topic: 'this week' })).toEqual(['bake', 'call Ana']);
    expect(listContents({ topic: 'next week' })).toEqual(['rest']);
    memory.speak('<plan>sail on 20 June</plan><plan>lunch with May on 3 February</plan>');
    memory.speak('<plan>visit Ida on 26 December</plan><plan>wrap the Christmas presents</plan>');
    expect(listContents({ topic: 'in June' })).toEqual(['sail']);
    expect(listContents({ topic: 'May' })).toEqual(['lunch with May']);
    const atChristmas = ['visit Ida', 'wrap the Christmas presents'];
    expect(listContents({ topic: 'Christmas' })).toEqual(atChristmas);
    // In the week after, "Friday" means the next Friday, and no longer the Friday of this plan.
    memory.clock.advance(6 * 24 * hourMs);
    expect(listContents({ topic: 'Friday' })).toEqual([]);
  });

  it.each([
    ['tomorrow: call Ana', undefined],
    ['Next Friday at noon : call Ana', undefined],
    ['by Monday: hand it in', undefined],
    ['2 January 2020: call Ana', undefined],
    ['Friday dinner: book a table', 'friday dinner'],
    ['garden: water it tomorrow', 'garden'],
    ['may: a call', 'may'],
  ])('PL2: the subject of the plan "%s" is no date', (content, subject) => {
    const { effects } = memory.speak(`<plan>${content}</plan>`);
    expect(effects[0]?.item.subject).toBe(subject);
  });

  it('PL3: are within a span of the days where the person lives', () => {
    // It is 2024-01-01, 01:00 in Berlin.
    memory.speak('<plan>one today</plan><plan>two tomorrow at 1am</plan><plan>three in 6 days</plan>');
    memory.speak('<plan>four in 7 days</plan><plan>five</plan><plan>six in 10 minutes</plan>');
    memory.clock.advance(hourMs);
    const found = Object.fromEntries(planSpans.map((when) => [when, listContents({ when })]));
    expect(found).toEqual({
      overdue: ['six'],
      today: ['six', 'one'],
      tomorrow: ['two'],
      week: ['six', 'one', 'two', 'three'],
      later: ['four'],
      'open-ended': ['five'],
    });
    expect(listContents({ when: 'today', timeZone: 'America/New_York' })).toEqual(['six']);
  });

  it('PL3: are each in one of the spans, and today, tomorrow and later apart', () => {
    const anyDue = fc.option(fc.integer({ min: -400, max: 400 }), { nil: undefined });
    const property = fc.property(fc.array(anyDue, { maxLength: 10 }), (dues) => {
      const own = openSpokenMemory();
      const nowMs = own.clock.now();
      for (const [index, due] of dues.entries()) {
        own.speak(`<plan>plan ${index}</plan>`);
        const item = own.store.findActive('plan', `plan ${index}`);
        const to = { dueAtMs: due === undefined ? undefined : nowMs + due * hourMs };
        if (item)
          own.store.updateState(item, {
            change: 'refreshed',
            to,
            cause: { because: 'test', atMs: nowMs, turn: 0 },
          });
      }
      const ids = (when?: PlansQuery['when']) =>
        plans(own.connection, { nowMs, timeZone, when }).map((plan) => plan.id);
      expect(new Set(planSpans.flatMap(ids))).toEqual(new Set(ids()));
      const apart = [...ids('today'), ...ids('tomorrow'), ...ids('later'), ...ids('open-ended')];
      expect(new Set(apart).size).toBe(apart.length);
      const untilMs = computeDayStart(nowMs, timeZone, 7);
      const later = plans(own.connection, { nowMs, timeZone, when: 'later' });
      expect(later.every((plan) => (plan.dueAtMs ?? 0) >= untilMs)).toBe(true);
      own.connection.close();
    });
    fc.assert(property, { numRuns: 40 });
  });

  it('PL5: keep the moment they are due and the words that said so', () => {
    memory.speak('<plan>call Anna tomorrow at 5pm</plan>');
    const [plan] = list();
    expect(new Date(plan?.dueAtMs ?? 0).toISOString()).toBe('2024-01-02T16:00:00.000Z');
    expect(plan?.dueWords).toBe('tomorrow at 5pm');
    memory.speak('<plan>call Anna tomorrow at 6pm</plan>', { timeZone: 'Asia/Tokyo' });
    expect(list().map((one) => one.dueAtMs)).toContain(Date.UTC(2024, 0, 2, 9));
  });
});
