// Tests of the hint for a call that has the number of the wrong entry.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openStory } from '../../test/story-fixture.ts';
import type { EntryId } from '../glossary/entry.ts';
import { suggestEntry } from './suggest-entry.ts';

const story = [
  [
    'Gahan slept. Tara of Helium danced in the garden of O-Tar.',
    'Turan saw Tara, and Turan won the game of jetan. Nobody spoke. Then Tara went home.',
  ],
];

function openAt() {
  const world = openStory(story);
  const context = world.read(1, 2);
  for (const term of ['Gahan', 'Tara', 'Turan', 'O-Tar']) world.create(context, { term });
  return { world, context, call: (input: unknown) => world.call('glossary_update', input, context) };
}

describe('a call with the number of another entry', () => {
  it('TL22: is told which entry its sentences name, with a new definition or without', () => {
    const { world, call } = openAt();
    const evidence = [{ post_id: 2, label: 3 }];
    const said = 'The evidence names entry 2, "Tara": if that one is meant, give its id.';
    const update = { entry_id: 1, definition: 'She danced in the garden and went home.', evidence };
    const refused = call(update);
    expect(refused.ok).toBe(false);
    expect(refused.say).toContain(said);
    expect(call({ entry_id: 1, evidence }).say).toContain(said);
    expect(world.glossary.find(1 as EntryId)?.definition).toBe('Gahan is named.');
    expect(call({ ...update, entry_id: 2 }).ok).toBe(true);
  });

  it('TL22: is told so where its sentences only point back, and its definition says less than the old one', () => {
    const { world, context, call } = openAt();
    const definition = 'A dancer of Helium who came to the garden of O-Tar, slept there and won a game.';
    world.glossary.update(2 as EntryId, { definition }, context.source);
    const evidence = [{ post_id: 2, quote: 'Turan saw Tara, and Turan won the game of jetan.' }];
    expect(call({ entry_id: 2, definition: 'A man.', evidence }).say).not.toContain('The evidence names');
    const other = openStory([['Tara danced. Turan saw that.', 'He slept, and Turan won.']]);
    const scene = other.read(1, 2);
    other.create(scene, { term: 'Tara', definition });
    other.create(scene, { term: 'Turan' });
    const update = { entry_id: 1, definition: 'A man.', evidence: [{ post_id: 2, label: 1 }] };
    expect(other.call('glossary_update', update, scene).say).toContain(
      'said too much. The evidence names entry 2, "Turan": if that one is meant, give its id.',
    );
  });

  it('TL22: is told so for words that were not sent exactly', () => {
    const { call } = openAt();
    const evidence = [{ post_id: 2, quote: 'Turan saw Tara, and Turan won a game of jetan.' }];
    expect(call({ entry_id: 1, evidence }).say).toContain('names entry 3, "Turan"; and');
  });

  it('TL22: is told the entries that most of its sentences name, and nothing where they name none', () => {
    const { call } = openAt();
    const most = [
      { post_id: 2, label: 1 },
      { post_id: 2, label: 3 },
    ];
    expect(call({ entry_id: 4, evidence: most }).say).toContain('names entry 2, "Tara": if that one');
    expect(call({ entry_id: 4, evidence: [{ post_id: 2, label: 1 }] }).say).toContain(
      'names entry 3, "Turan"; and entry 2, "Tara": if one of them is meant, give its id.',
    );
    expect(call({ entry_id: 4, evidence: [{ post_id: 2, label: 2 }] }).say).not.toContain('What it cites');
  });

  it('TL22: is never told the entry that it gave, nor one that none of the words names', () => {
    const { context } = openAt();
    const terms = ['Gahan', 'Tara', 'Turan', 'O-Tar'];
    const text = fc.array(fc.constantFrom(...terms, 'saw', 'and', 'Helium')).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), fc.integer({ min: 1, max: 4 }), (strayed, given) => {
        const said = suggestEntry(context, strayed, given as EntryId) ?? '';
        const others = terms.filter(
          (term, at) => at + 1 !== given && strayed.some((one) => one.includes(term)),
        );
        expect(said === '').toBe(others.length === 0);
        for (const term of terms) {
          if (said.includes(`"${term}"`)) expect(others).toContain(term);
        }
      }),
    );
  });
});
