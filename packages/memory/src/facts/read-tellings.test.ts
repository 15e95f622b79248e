// Tests which facts a message tells and which it asks about, and that the newest of several tellings is chosen.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventId } from '../events/event.ts';
import { chooseTellings } from './choose-tellings.ts';
import { listAsked, listTellings } from './read-tellings.ts';
import type { TellingsPage, ToldFact } from './told-fact-store.ts';

const words = [
  'I',
  'my',
  'we',
  'sister',
  'live',
  'in',
  'moved',
  'to',
  'Lisbon',
  'job',
  'is',
  'new',
  'a',
  'dog',
  'if',
  'would',
  'Dr',
  'the',
  'brother',
  'works',
  'at',
  'now',
  '.',
  '?',
  '!',
  '\n',
  '’s',
  '🙂',
];
const anyTalk = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.array(fc.constantFrom(...words), { maxLength: 120 }).map((some) => some.join(' ')),
);

const strengthOf = (text: string, key: string) => listTellings(text).find((one) => one.key === key)?.strength;

describe('what a message tells', () => {
  it.each([
    ['I live in Lisbon.', ':home', 2],
    ['We moved to Lisbon in March.', ':home', 2],
    ['My new job starts on Monday.', ':job', 2],
    ['My sister moved to Bergen in spring.', 'sister:home', 2],
    ['If I moved to Lisbon, it would be warm.', ':home', 0],
    ['My kettle leaks again.', ':=kettl', 1],
  ])('FA1: %s tells %s with strength %i', (text, key, strength) => {
    expect(strengthOf(text, key)).toBe(strength);
  });

  it.each(['Do I live in Lisbon?', 'The house by the pier is red.', ''])(
    'FA1: a question, or what is about nobody, states nothing: %s',
    (text) => {
      expect(listTellings(text).filter(({ strength }) => strength > 0)).toEqual([]);
    },
  );

  it('FA1: whatever was said, each fact is listed once, at most 24 of them, and the same each time', () => {
    fc.assert(
      fc.property(anyTalk, (text) => {
        const told = listTellings(text);
        expect(told.length).toBeLessThanOrEqual(24);
        expect(new Set(told.map(({ key }) => key)).size).toBe(told.length);
        expect(listTellings(text)).toEqual(told);
      }),
    );
  });

  it('FA1: whatever was said, a question after it adds nothing', () => {
    fc.assert(
      fc.property(anyTalk, (text) => {
        expect(listTellings(`${text}.\nDo I live in Lisbon?`)).toEqual(listTellings(`${text}.`));
      }),
    );
  });
});

describe('what a message asks about', () => {
  it.each([
    ['Where do I live now?', ':home'],
    ['What do I do for a living?', ':job'],
    ['Where has my sister moved to?', 'sister:home'],
  ])('FA3: %s asks about %s', (text, key) => {
    expect(listAsked(text)).toContain(key);
  });

  it('FA3: of tellings that are equally sure the newest is chosen first, however many there are', () => {
    const anyTimes = fc.uniqueArray(fc.nat({ max: 1_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(anyTimes, fc.integer({ min: 1, max: 8 }), (times, limit) => {
        const told = times
          .map(
            (atMs): ToldFact => ({
              voice: 'user',
              key: ':home',
              atMs,
              eventId: (atMs + 1) as EventId,
              strength: 2,
            }),
          )
          .sort((one, other) => other.atMs - one.atMs);
        const store = {
          readNewest: (
            { voice, key }: Pick<ToldFact, 'voice' | 'key'>,
            { limit: most, untilMs }: TellingsPage,
          ) =>
            told
              .filter((one) => one.voice === voice && one.key === key && one.atMs <= untilMs)
              .slice(0, most),
        };
        const chosen = chooseTellings(store, {
          voices: ['user'],
          keys: [':home', ':job'],
          limit,
          untilMs: 1e9,
        });
        expect(chosen.map(({ atMs }) => atMs)).toEqual(told.slice(0, limit).map(({ atMs }) => atMs));
        expect(chosen.every(({ names }) => names.join() === 'home')).toBe(true);
      }),
    );
  });
});
