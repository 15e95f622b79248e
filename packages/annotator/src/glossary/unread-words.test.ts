// Tests unread words: which words a text may use at a place in the story, and which its writer cannot know yet.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openStory } from '../../test/story-fixture.ts';
import type { PostId } from '../corpus/corpus.ts';
import { listFirstWords, readFirstWords } from './first-words.ts';
import { listRelatedForms } from './related-forms.ts';
import { stripPlural } from './text-words.ts';
import { findUnreadInTag, findUnreadWords, type ReadWords } from './unread-words.ts';

/** The words known to a reader who has read one text of a story but not the other. */
function readUpTo(read: string, later: string): ReadWords {
  const [one, other] = [1, 2] as unknown as readonly [PostId, PostId];
  const posts = [
    { postId: one, body: read },
    { postId: other, body: later },
  ];
  const words = listFirstWords([{ title: 'A story', posts }]);
  const here = words.findPlace(one) ?? 0;
  return {
    isEnglish: words.isEnglish,
    hasNameCapitals: words.hasNameCapitals,
    isPhraseRead: (phrase) => read.includes(phrase),
    find(stem) {
      const places = words.find(stem);
      return {
        isRead: (places?.first ?? Number.POSITIVE_INFINITY) <= here,
        isReadAsName: (places?.asName ?? Number.POSITIVE_INFINITY) <= here,
        isInStory: places !== undefined,
        isNameInStory: Number.isFinite(places?.asName ?? Number.POSITIVE_INFINITY),
        isOnlyName: Number.isFinite(places?.asName ?? Number.POSITIVE_INFINITY) && places?.smalls === 0,
      };
    },
  };
}

const read =
  'They spoke of Zodanga, and of the thoats that the Tharks ride. A strong man slept, and Mr. Dick with him.';
const later =
  'There came Turan of Manator on a calot, and with him Dr. Strong, and old Hope, and the king of it all. “Jetan!” they said.';

describe('findUnreadWords', () => {
  const reader = readUpTo(read, later);

  it.each([
    ['a later name', 'He later takes the name Turan.', ['Turan']],
    ['a later name at the start', 'Turan is his later name.', ['Turan']],
    ['a later name of somebody', 'He will stand at Manator’s side.', ['Manator']],
    ['a later name in a link', 'A friend of [[Turan]].', ['Turan']],
    ['a later coined word', 'A beast, in kind a calot.', ['calot']],
    ['its plural', 'A beast that calots hunt.', ['calots']],
    ['a plain word that becomes a name', 'A patient of Dr. Strong.', ['Strong']],
    ['a plain word that nobody has read, as a name', 'A friend of Hope in the town.', ['Hope']],
    ['a name made of two words that the story has not', 'She runs from Steerforth.', ['Steerforth']],
    ['a name that the story has not at all', 'The father of Tolkienion in the end.', ['Tolkienion']],
  ])('GL21: unread is %s', (_, text, words) => {
    expect(findUnreadWords(text, reader)).toEqual({ unread: words, unknown: [] });
  });

  it.each([
    ['what was read', 'One of the Tharks, who ride thoats.'],
    ['another number of it', 'A Thark rides a thoat.'],
    ['a people of a place that was read', 'The Zodangans, and whatever is Zodangan.'],
    ['a place of a people that was read', 'Whoever is of Thark.'],
    ['plain words that only come later', 'The king of it all, said a warrior on an old gate.'],
    ['peoples, days and titles', 'An English Captain, met on a Friday by the Queen.'],
    ['a plain word at the start of a sentence', 'Strong and old. Hope keeps him.'],
    ['short forms', 'He doesn’t know, and I’m told he won’t.'],
    ['words put together', 'A long-legged, half-tamed beast.'],
    ['nothing', ''],
  ])('GL21: read is %s', (_, text) => {
    expect(findUnreadWords(text, reader)).toEqual({ unread: [], unknown: [] });
  });

  it('GL21: a run of words with capitals counts as read if it was read in small letters; one word alone does not', () => {
    const soldier = readUpTo(
      'He fought in the civil war, and in the hope of gold.',
      'At the close of the Civil War came old Hope.',
    );
    expect(findUnreadWords('A soldier of the Civil War.', soldier).unread).toEqual([]);
    expect(findUnreadWords('A Civil War made him old.', soldier).unread).toEqual([]);
    expect(findUnreadWords('A soldier of the War, and of Civil Hope.', soldier).unread).toEqual([
      'War',
      'Civil',
      'Hope',
    ]);
  });

  it('GL21: a lower-case word that neither a dictionary nor the story has is unknown, not unread', () => {
    expect(findUnreadWords('A beast like a xarvoth.', reader)).toEqual({
      unread: [],
      unknown: ['xarvoth'],
    });
  });

  it('GL21: in a definition in another language, only what is certain counts', () => {
    const text = 'Ein roter Krieger, der später unter dem Namen Turan in der Stadt kämpft.';
    expect(findUnreadWords(text, reader)).toEqual({ unread: ['Turan'], unknown: [] });
  });

  it('GL21: in a story in another language names count, but none if every noun has a capital', () => {
    const french = readUpTo(
      `Il était une fois un homme qui vivait avec sa femme dans la forêt. ${'Il y avait de la neige et du vent dans les arbres de la forêt. '.repeat(4)}`,
      'Alors vint Perceval sur un cheval, et la dame le vit.',
    );
    expect(findUnreadWords('Un homme qui verra Perceval sur son cheval.', french).unread).toEqual([
      'Perceval',
    ]);
    const german = readUpTo(
      `Es war einmal ein Mann, der lebte mit seiner Frau im Wald. ${'Der Schnee und der Wind waren in den Bäumen an dem Haus. '.repeat(4)}`,
      'Da kam Parzival auf seinem Pferd und sah die Burg.',
    );
    expect(findUnreadWords('Ein Mann, der mit dem Pferd eine Burg sieht.', german).unread).toEqual([]);
  });

  it('GL21: the titles of threads are read with their threads', () => {
    const { corpus } = openStory([['He slept.'], ['She slept.']]);
    const words = readFirstWords(corpus);
    expect(words.find('thread')?.first).toBeLessThanOrEqual(words.findPlace(1 as PostId) ?? -1);
    expect(words.findPlace(9 as PostId)).toBeUndefined();
  });
});

describe('findUnreadInTag', () => {
  const tagged = readUpTo(
    'They spoke of Zodanga and of the red men. Thuvia was there.',
    'There came Turan of Manator, a slave of the Helium fleet and of Hope, who had hope. He rode a calot to Thuvia.',
  );

  it.each([
    ['a later name in small letters', 'turan', ['turan']],
    ['a later name in capitals', 'TURAN', ['TURAN']],
    ['a later name that a dictionary has', 'helium', ['helium']],
    ['a later name among other words', 'slave of manator', ['manator']],
    ['a later coined word', 'calot-rider', ['calot']],
    ['a name that the story has not at all', 'Tolkienion', ['Tolkienion']],
  ])('GL21: unread is %s', (_, tag, words) => {
    expect(findUnreadInTag(tag, tagged)).toEqual({ unread: words, unknown: [] });
  });

  it.each(['slave', 'Hope', 'Protagonist', 'zodangan', 'thuvia', 'Prince', 'red men'])(
    'GL21: read or plain is %s',
    (tag) => {
      expect(findUnreadInTag(tag, tagged)).toEqual({ unread: [], unknown: [] });
    },
  );

  it.each(['NPC', 'xarvoth'])('GL21: unknown is %s', (tag) => {
    expect(findUnreadInTag(tag, tagged)).toEqual({ unread: [], unknown: [tag] });
  });
});

/** A word that no dictionary has. */
const coined = fc
  .array(fc.constantFrom('zo', 'ka', 'thu', 'ri', 'vex', 'dwu', 'qua'), { minLength: 3, maxLength: 4 })
  .map((parts) => `${parts.join('')}x`);

describe('any coined word', () => {
  it('GL21: is unread before its first place and read from there on, in all its forms', () => {
    fc.assert(
      fc.property(coined, fc.boolean(), (word, isName) => {
        const shown = isName ? `${word[0]?.toUpperCase()}${word.slice(1)}` : word;
        const [before, after] = [
          readUpTo('They came to the gate.', `They came to the ${shown} of the gate.`),
          readUpTo(`They came to the ${shown} of the gate.`, 'They slept.'),
        ];
        expect(findUnreadWords(`A gate of the ${shown} there.`, before).unread).toEqual([shown]);
        for (const form of [shown, `${shown}’s`, `${shown}s`, `${shown}ian`, `${shown}ish`]) {
          expect(findUnreadWords(`A gate of the ${form} there.`, after)).toEqual({ unread: [], unknown: [] });
        }
      }),
    );
  });

  it('GL21: is unread in a tag before its first place, however it is written, and read from there on', () => {
    fc.assert(
      fc.property(coined, fc.boolean(), fc.constantFrom('', 'old '), (word, isName, before) => {
        const shown = isName ? `${word[0]?.toUpperCase()}${word.slice(1)}` : word;
        const [none, all] = [
          readUpTo('They came to the gate.', `They came to the ${shown} of the gate.`),
          readUpTo(`They came to the ${shown} of the gate.`, 'They slept.'),
        ];
        for (const tag of [word, shown, word.toUpperCase()]) {
          expect(findUnreadInTag(before + tag, none).unread).toEqual([tag]);
          expect(findUnreadInTag(before + tag, all)).toEqual({ unread: [], unknown: [] });
        }
      }),
    );
  });

  it('GL21: has its forms, and is a form of each of them', () => {
    fc.assert(
      fc.property(coined, fc.constantFrom('ian', 'ite', 'ish', 's'), (word, ending) => {
        const forms = (one: string) => listRelatedForms(one, true).map(stripPlural);
        expect(forms(word)).toContain(stripPlural(word + ending));
        expect([...forms(word + ending), stripPlural(word + ending)]).toContain(stripPlural(word));
      }),
    );
  });
});
