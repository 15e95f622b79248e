// Tests which quotes support a relation: quotes with both names, or with one name and a word for the other entry.

import { describe, expect, it } from 'vitest';
import { openStory, type Story } from '../../test/story-fixture.ts';
import { buildExport } from '../export/exported-glossary.ts';
import { listRelations } from './list-relations.ts';

interface Said {
  readonly of: string;
  readonly kind: string;
  readonly to: string;
  readonly quote: string;
  /** Labels of sentences of the post that has the quote; they are sent in its place. */
  readonly labels?: readonly number[];
}

/**
 * Reads the posts that do not begin with `~`, and creates an entry for each name: `Vell` is a place, the others are
 * characters.
 */
function openRead(story: Story, names: readonly string[], narrators: readonly string[] = []) {
  const world = openStory(story);
  const posts = story.flat();
  const context = world.read(...posts.flatMap((body, at) => (body.startsWith('~') ? [] : [at + 1])));
  for (const term of names) {
    const tags = [
      term === 'Vell' ? 'location' : 'character',
      ...(narrators.includes(term) ? ['narrator'] : []),
    ];
    world.create(context, { term, tags });
  }
  const relate = ({ of, kind, to, quote, labels }: Said) => {
    const post = posts.findIndex((body) => body.includes(quote)) + 1;
    const cited = labels?.map((label) => ({ post_id: post, label })) ?? [{ post_id: post, quote }];
    const relations = [{ kind, to, evidence: cited }];
    return world.call('glossary_update', { entry_id: of, relations }, context).ok;
  };
  return { world, context, relate };
}

describe('the words of a relation', () => {
  const story = [
    [
      'Boren came home. The rain fell.',
      '~Go on.',
      'His mother was Arla. It was late. Cadoc slept.',
      'He feared Dorn. Night fell. Then Arla sang. This was Vell.',
    ],
  ];
  const names = ['Boren', 'Arla', 'Cadoc', 'Dorn', 'Vell'];

  it('RL2: name one of the two and have a word for the other, who is named in the same post or the one before', () => {
    const { relate } = openRead(story, names);
    expect(relate({ of: 'Arla', kind: 'parent of', to: 'Boren', quote: 'His mother was Arla.' })).toBe(true);
    // Boren is named two story posts before the quote, and Cadoc one story post before it.
    expect(relate({ of: 'Boren', kind: 'opposes', to: 'Dorn', quote: 'He feared Dorn.' })).toBe(false);
    expect(relate({ of: 'Cadoc', kind: 'opposes', to: 'Dorn', quote: 'He feared Dorn.' })).toBe(true);
  });

  it('RL2: are at most two sentences if they name only one, and their pronoun fits the other', () => {
    const { world, context, relate } = openRead(story, names);
    const opposing = { of: 'Cadoc', kind: 'opposes', to: 'Dorn' };
    expect(relate({ ...opposing, quote: 'He feared Dorn. Night fell. Then' })).toBe(false);
    const long = [{ kind: 'opposes', to: 'Dorn', evidence: [{ post_id: 4, quote: 'Night fell. Then' }] }];
    const refused = world.call('glossary_update', { entry_id: 'Cadoc', relations: long }, context);
    expect(refused.say).toContain('Cite the sentence that names "Cadoc" too: its quote begins with');
    expect(relate({ ...opposing, quote: 'He feared Dorn. Night fell.' })).toBe(true);
    expect(relate({ of: 'Arla', kind: 'is in', to: 'Vell', quote: 'This was Vell.' })).toBe(false);
    expect(relate({ of: 'Arla', kind: 'is in', to: 'Vell', quote: 'This was Vell.', labels: [2, 4] })).toBe(
      false,
    );
    expect(relate({ of: 'Arla', kind: 'is in', to: 'Vell', quote: 'This was Vell.', labels: [3, 4] })).toBe(
      true,
    );
  });

  it('RL2: may be in another language if the other is named beside them', () => {
    const body = 'У Анны был брат Степан. Он служил в Москве и жил там с женой и детьми в большом доме.';
    const { relate } = openRead([['Долли плакала, и дети её не слушали.', body]], ['Степан', 'Долли']);
    expect(relate({ of: 'Степан', kind: 'spouse of', to: 'Долли', quote: 'У Анны был брат Степан.' })).toBe(
      true,
    );
  });
});

describe('a story in German', () => {
  it('RL2: must have a German word for the other too', () => {
    const body =
      'Die Vögtin Adelheid saß am Tisch, die Handschuhe neben dem Buch, und sah auf die Kerzen im Fenster. Ohnesorg bezeugt, dass die Waage gestern geeicht wurde. Seit zehn Jahren dient Ohnesorg ihr als Schreiber, und das Haus auf dem Markt ist nicht das einzige, das er mit einem Lohn von drei Pfund bezahlt hat.';
    const { relate } = openRead([[body]], ['Adelheid', 'Ohnesorg']);
    const serving = { of: 'Ohnesorg', kind: 'serves', to: 'Adelheid' };
    expect(relate({ ...serving, quote: 'Ohnesorg bezeugt, dass die Waage gestern geeicht wurde.' })).toBe(
      false,
    );
    expect(relate({ ...serving, quote: 'Seit zehn Jahren dient Ohnesorg ihr als Schreiber' })).toBe(true);
  });
});

describe('a story told by somebody in it', () => {
  const story = [
    [
      'They call me Wren.',
      'I slept.',
      'I slept again.',
      'Dorn was my uncle. “My brother is Cadoc,” said Boren.',
    ],
    ['I, Silas, write this.', 'We rowed.', 'We rowed on.', 'Dorn was our captain, and mine.'],
  ];
  const names = ['Wren', 'Silas', 'Dorn', 'Cadoc', 'Boren'];
  const uncle = { of: 'Wren', kind: 'kin of', to: 'Dorn', quote: 'Dorn was my uncle.' };

  it('RL2: says "my" of the entry that is tagged narrator, and in speech of anybody', () => {
    expect(openRead(story, names).relate(uncle)).toBe(false);
    const { relate } = openRead(story, names, ['Wren']);
    expect(relate(uncle)).toBe(true);
    expect(
      relate({ of: 'Wren', kind: 'sibling of', to: 'Cadoc', quote: '“My brother is Cadoc,” said Boren.' }),
    ).toBe(false);
  });

  it('RL2: of several narrators means the one that the title of the thread names', () => {
    const { world, context, relate } = openRead(story, names, ['Wren', 'Silas']);
    const captain = { of: 'Silas', kind: 'serves', to: 'Dorn', quote: 'Dorn was our captain, and mine.' };
    expect(relate(captain)).toBe(false);
    const silas = world.glossary.findByTerm('Silas');
    if (silas === undefined) throw new Error('There is no Silas.');
    world.glossary.update(silas.id, { aliases: ['Thread 2'] }, context.source);
    expect(relate(captain)).toBe(true);
    expect(relate(uncle)).toBe(false);
    expect(relate({ ...captain, of: 'Wren' })).toBe(false);
  });

  it('RL2: says "I" and "my" of nobody else, but in speech and as "we" of others too', () => {
    const told = [
      [
        'Brack hired Wren. That was how I came to Cadoc.',
        'Brack laughed. We rowed for Cadoc, a friend of mine.',
        'Brack laughed. “Cadoc is my captain.”',
      ],
    ];
    const serve = (at: number, narrators: readonly string[]) =>
      openRead(told, ['Brack', 'Wren', 'Cadoc'], narrators).relate({
        of: 'Brack',
        kind: 'serves',
        to: 'Cadoc',
        quote: (told[0]?.[at] ?? '').replace(/^.*?\. /u, ''),
      });
    expect([0, 1, 2].map((at) => serve(at, ['Wren']))).toEqual([false, true, true]);
    expect(serve(0, [])).toBe(true);
  });

  it('RL2: marks a quote that names only one', () => {
    const { world, relate } = openRead(story, names, ['Wren']);
    relate(uncle);
    relate({ of: 'Boren', kind: 'sibling of', to: 'Cadoc', quote: '“My brother is Cadoc,” said Boren.' });
    const entries = [...world.glossary.iterateEntries()].map((entry) => ({ entry, salience: 0 }));
    const exported = buildExport({ world: 'W', entries, relations: listRelations(world.glossary) });
    const marks = exported.entries.flatMap(({ term, relations = [] }) =>
      relations.map(({ kind, evidence }) => [term, kind, evidence.is_supporting ?? false]),
    );
    expect(marks).toEqual([
      ['Wren', 'kin of', true],
      ['Dorn', 'kin of', true],
      ['Cadoc', 'sibling of', false],
      ['Boren', 'sibling of', false],
    ]);
  });
});
