// Tests which messages of a talk are found while words are typed.

import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hourMs, openTestMemory } from '../../test/support/open-test-memory.ts';
import { findMessages } from './find-messages.ts';

function open() {
  const room = openTestMemory();
  onTestFinished(() => room.close());
  const find = (words: string, limit = 8) =>
    findMessages(room.stores.connection, { words, limit, nowMs: room.clock.now() });
  const listShown = (words: string) => find(words).map(({ shown }) => shown);
  return { ...room, find, listShown };
}

describe('finding messages', () => {
  it('EC15: a message is found by the beginning of a word, in any case, with or without its accents', () => {
    const { memory, listShown, find } = open();
    const said = [
      'Zoë waits at the café.',
      'The weathercock turns.',
      'The weather is fine.',
      'A cafe in Graz.',
    ];
    for (const text of said) memory.hear(text);
    expect(listShown('zoe')).toEqual([said[0]]);
    expect(listShown('ZOË')).toEqual([said[0]]);
    expect(listShown('weatherc')).toEqual([said[1]]);
    expect(new Set(listShown('weather'))).toEqual(new Set([said[1], said[2]]));
    expect(new Set(listShown('cafe'))).toEqual(new Set([said[0], said[3]]));
    expect(new Set(listShown('Café'))).toEqual(new Set([said[0], said[3]]));
    expect(listShown('we')).toEqual([]);
    const [{ shown, matches } = { shown: '', matches: [] }] = find('waits cafe');
    expect(matches.map(({ start, end }) => shown.slice(start, end))).toEqual(['waits', 'café']);
  });

  it('EC15: messages with all words side by side come first, and those that lack a word are found only if none has all', () => {
    const { memory, listShown } = open();
    const said = ['A lamp by the red door.', 'The red lamp is lit.', 'A red coat.'];
    for (const text of said) memory.hear(text);
    memory.hear('red red red lamp lamp lamp');
    expect(listShown('red lamp')).toEqual(['red red red lamp lamp lamp', said[1], said[0]]);
    expect(listShown('red lamps door')).toEqual([said[0]]);
    expect(new Set(listShown('coat door'))).toEqual(new Set([said[0], said[2]]));
    expect(listShown('"*%_')).toEqual([]);
  });

  it('EC15: nothing secret, set aside or still to come is found, whatever is typed', () => {
    const { memory, clock, find, stores } = open();
    memory.hear('The brass key hangs here.');
    memory.speak(
      '<say>I see it.</say><secret>the silver key is false</secret><feeling>silver gloom</feeling>',
    );
    memory.hear('The silver key was lent.');
    memory.undo();
    const before = clock.now();
    clock.advance(24 * hourMs);
    memory.hear('The silver key is back.');
    const found = findMessages(stores.connection, { words: 'silver', limit: 9, nowMs: before });
    expect(found).toEqual([]);
    expect(find('silver').map(({ shown }) => shown)).toEqual(['The silver key is back.']);
  });

  it('EC15: any word of a message finds it, and its matches are in what is shown', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('lantern', 'Éowyn', 'naïve', '東京', 'harbour-gate', '<>', '"', 'Ｇasse'), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.nat(),
        (words, at) => {
          const room = openTestMemory();
          room.memory.hear(words.join(' '));
          const word = words[at % words.length] ?? '';
          const found = findMessages(room.stores.connection, {
            words: word,
            limit: 3,
            nowMs: room.clock.now(),
          });
          room.close();
          expect(found).toHaveLength(/\p{L}{2}/u.test(word) ? 1 : 0);
          for (const { shown, matches } of found) {
            expect(matches.length).toBeGreaterThan(0);
            for (const { start, end } of matches) expect(shown.slice(start, end)).toMatch(/^[\p{L}\p{M}]+$/u);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
