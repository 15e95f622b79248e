// Tests which sentences without the name are evidence because the definition that comes with them repeats their words.

import { describe, expect, it } from 'vitest';
import { openStory } from '../../test/story-fixture.ts';
import { sortQuotes } from '../glossary/sort-quotes.ts';
import { verifyGlossary } from '../glossary/verify-glossary-store.ts';

const story = [
  [
    'On every wreck there were chalk strokes, as when a man counts barrels. The wind rose over the town. So people called him the Tallyman.',
    'A lamp went out. Nobody slept.',
  ],
  [
    'The strokes were not for barrels. “He counts those who live,” said Pell. Orrin counts the live birds, and sings to him. Two strokes stood in chalk on blue paper. He ate an egg.',
  ],
];
const first = {
  term: 'Tallyman',
  definition: 'The leader of the wreckers, who leaves chalk strokes on a wreck as a man counts barrels.',
  tags: ['character'],
};

function open() {
  const world = openStory(story);
  const call = (name: string, input: object, context: ReturnType<typeof world.read>) =>
    world.call(name, input, context);
  const cite = (post: number, ...labels: readonly number[]) =>
    labels.map((label) => ({ post_id: post, label }));
  const quotes = () => world.glossary.findByTerm('Tallyman')?.evidence ?? [];
  return { world, call, cite, quotes };
}

describe('a sentence without the name', () => {
  it('GL23: is evidence beside one that has it, if the definition repeats what it says', () => {
    const { world, call, cite, quotes } = open();
    const context = world.read(1);
    const made = call('glossary_create', { ...first, evidence: cite(1, 3, 1, 2) }, context);
    expect(quotes().map(({ quote }) => quote.slice(0, 14))).toEqual(['So people call', 'On every wreck']);
    expect(made.say).toContain('Not taken as evidence: post 1 [2]');
    expect('isPartial' in made).toBe(false);
  });

  it('GL23: may stand far from the name if it has a fitting pronoun and names nobody else, and is marked', () => {
    const { world, call, cite, quotes } = open();
    call('glossary_create', { ...first, evidence: cite(1, 3) }, world.read(1));
    world.read(2);
    const context = world.read(3);
    world.create(context, { term: 'Orrin', definition: 'He sings.', tags: ['character'] });
    const update = (label: number, definition: string) =>
      call(
        'glossary_update',
        { entry_id: 1, definition, evidence: [...cite(1, 3), ...cite(3, label)] },
        context,
      );
    for (const [label, definition] of [
      [3, 'The leader of the wreckers, who counts live birds with chalk strokes on a wreck.'],
      [4, 'The leader of the wreckers, of whom two chalk strokes stood on blue paper, and on a wreck.'],
      [5, 'The leader of the wreckers, who leaves chalk strokes on a wreck and eats.'],
    ] as const) {
      const answer = update(label, definition);
      expect(answer.say).toContain(`Not taken as evidence: post 3 [${label}]`);
      expect('isPartial' in answer).toBe(label !== 5);
      expect(quotes()).toHaveLength(1);
    }
    const taken = update(
      2,
      'The leader of the wreckers, who by chalk strokes on a wreck counts those who live.',
    );
    expect(taken.say).not.toContain('Not taken');
    const entry = world.glossary.findByTerm('Tallyman');
    const shown = entry === undefined ? [] : sortQuotes(entry, entry.evidence);
    expect(shown.map(({ piece, isSupporting }) => [piece.quote, isSupporting])).toEqual([
      ['So people called him the Tallyman.', false],
      ['“He counts those who live,” said Pell.', true],
    ]);
    expect(verifyGlossary(world.connection, world.readBody)).toEqual([]);
  });

  it('GL23: is none far from the name in another language, where any two sentences share words', () => {
    const filler =
      'La lluvia caía sobre los tejados y nadie salía a la calle cuando llegaba el viento. '.repeat(4);
    const far = `El barco se hundió en la bahía que los niños temían. ${filler}`;
    const world = openStory([[`Vino Tomé Lobo. ${filler}`, filler], [far]]);
    const create = (label: number) =>
      world.call(
        'glossary_create',
        {
          term: 'Tomé Lobo',
          definition: 'Un hombre de la aldea que los vecinos temían.',
          tags: ['character'],
          evidence: [
            { post_id: 1, label: 1 },
            { post_id: 3, label },
          ],
        },
        context,
      );
    world.read(1);
    world.read(2);
    const context = world.read(3);
    const made = create(1);
    expect(made.say).toContain('Not taken as evidence: post 3 [1]');
    expect('isPartial' in made).toBe(false);
    expect(world.glossary.findByTerm('Tomé Lobo')?.evidence).toHaveLength(1);
  });
});
