// Tests the world that is built from a glossary: everything has its source, and every place can be reached.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGlossaryWorld } from './build-glossary-world.ts';
import { filterPeople } from './choose-cast.ts';
import { describeLore } from './describe-lore.ts';
import type { GlossaryLore } from './glossary-lore.ts';
import { isSetting } from './is-setting.ts';
import { countNameUses } from './name-uses.ts';
import { takePart } from './take-part.ts';

function source(entries: readonly GlossaryLore[]) {
  return { title: 'Low Veyre', asOf: 'as of thread 3', readEntries: () => entries };
}

/** Some names leave no room for the words that a quest puts around them. */
const names = Array.from({ length: 30 }, (_, at) =>
  `Name ${at}${at % 3 === 0 ? ` ${'long '.repeat(15)}` : ''}`.trim(),
);
const entry: fc.Arbitrary<GlossaryLore> = fc.record({
  term: fc.constantFrom(...names),
  aliases: fc.array(fc.string({ maxLength: 100 }), { maxLength: 30 }),
  kind: fc.constantFrom('person', 'place', 'faction', 'thing', 'event', 'other'),
  definition: fc.string({ maxLength: 3_000 }),
  quote: fc.string({ maxLength: 80 }),
  where: fc.constant('thread 1, post 2'),
  weight: fc.double({ min: 0, max: 1, noNaN: true }),
  beside: fc.array(fc.constantFrom(...names), { maxLength: 6 }),
  told: fc.array(fc.record({ words: fc.constantFrom(...names), post: fc.nat(300) }), { maxLength: 4 }),
});

describe('a world from a glossary', () => {
  it('SZ13: only whoever is dead by their own definition is taken for dead', () => {
    const read = (definition: string) => {
      const told = { aliases: [], quote: '', where: '', weight: 0.5, beside: [], told: [] };
      return filterPeople([{ ...told, term: 'Odra', kind: 'person', definition }]).length;
    };
    for (const dead of [
      'A clerk, long dead.',
      'Odra is dead.',
      'A smith, killed in the flood.',
      'A smith, who was later hanged for it.',
      'The late King of Vell.',
      'The late owner of the mill.',
    ])
      expect(read(dead), dead).toBe(0);
    for (const alive of [
      'A captain, who killed three men.',
      'The clerk, later murdered his brother.',
      'A boy whose father is dead.',
      'A girl. Her old aunt is dead.',
      'A widow, who drowned her sorrow.',
      'The late King’s daughter.',
      'The late riser of the village.',
      'Late Roman in dress.',
    ])
      expect(read(alive), alive).toBe(1);
  });

  it('SZ3: has every place within reach of the first, and everybody at a place that is there', () => {
    const glossary = fc.uniqueArray(entry, { selector: ({ term }) => term, maxLength: 30 });
    fc.assert(
      fc.property(glossary, (entries) => {
        const world = buildGlossaryWorld(source(entries));
        const places = new Set(world.places.map(({ name }) => name));
        const reached = new Set([world.start.at]);
        for (let grown = true; grown; ) {
          const next = world.ways
            .filter(({ from, to }) => reached.has(from) || reached.has(to))
            .flatMap(({ from, to }) => [from, to]);
          const before = reached.size;
          for (const name of next) reached.add(name);
          grown = reached.size > before;
        }
        expect(reached).toEqual(places);
        for (const { at } of world.people) expect(places.has(at ?? '')).toBe(true);
        expect(world.notes).toHaveLength(entries.length);
      }),
    );
  });

  it('SZ13: puts people where their quotes do, has an opening and a quest whose secret stands in no text a player sees', () => {
    const blank = { aliases: [], quote: 'by the water', where: 'thread 1, post 2', weight: 0.5, beside: [] };
    const tell = (...told: readonly (readonly [number, string])[]) =>
      told.map(([post, words]) => ({ post, words }));
    const world = buildGlossaryWorld(
      source([
        {
          ...blank,
          term: 'Salt Gate',
          kind: 'place',
          definition: 'A gate.',
          told: tell([1, 'the Salt Gate']),
        },
        {
          ...blank,
          term: 'Low Veyre',
          kind: 'place',
          definition: 'I saw Low Veyre burn.',
          told: tell([90, 'Low Veyre burned']),
        },
        {
          ...blank,
          term: 'Odra',
          kind: 'person',
          definition: 'You are Odra. Odra keeps the gate.',
          beside: ['Low Veyre'],
          told: tell([50, 'Odra stood under the Salt Gate'], [88, 'Odra slept']),
        },
        { ...blank, term: 'Ber', kind: 'person', definition: 'A smith.', told: tell([91, 'Ber ran']) },
        { ...blank, term: 'Nobody', kind: 'person', definition: 'Far away.', told: [] },
        ...[
          'One of the three who keep the book; dead.',
          'The eldest, who drowned in the mill race.',
          'A clerk. He is dead since the flood.',
        ].map((definition, at) => ({
          ...blank,
          term: `Lost ${['Anselm', 'Bea', 'Cole'][at]}`,
          kind: 'person' as const,
          definition,
          told: tell([91, 'the name stood in the book']),
        })),
        { ...blank, term: 'Gate Watch', kind: 'faction', definition: 'They watch.', told: [] },
        {
          ...blank,
          term: 'Burning',
          kind: 'event',
          definition: 'A fire.',
          told: tell([92, 'then the Burning came']),
        },
      ]),
    );
    expect(world.opening.at(-1)).toMatch(/it last told of the Burning/u);
    expect(world.people.map(({ name, at }) => [name, at])).toEqual([
      ['Odra', 'Salt Gate'],
      ['Ber', 'Low Veyre'],
    ]);
    expect(world.people[0]?.about).toBe('Odra keeps the gate.');
    expect(world.places.map(({ name }) => name)).toEqual(['Low Veyre', 'Salt Gate']);
    expect(world.places[0]?.about).toBe('Of Low Veyre the story says: “I saw Low Veyre burn.”');
    expect(world.factions.map(({ name }) => name)).toEqual(['Gate Watch']);
    expect(world.opening.join(' ')).toMatch(
      /You are at Low Veyre.*Ber is here.*Burning.*You decide what comes next/s,
    );
    // The person whom the player plays is not named among those who are here.
    expect(takePart(world, 'ber').world.opening[1]).toMatch(
      /^Nobody is here yet\. You have a question about /,
    );
    const company = { ...world, people: world.people.map((one) => ({ ...one, at: 'Low Veyre' })) };
    const both = {
      ...company,
      opening: ['Rain.', world.opening[1]?.replace('Ber is', 'Odra and Ber are') ?? ''],
    };
    expect(takePart(both, 'Odra').world.opening).toEqual(['Rain.', world.opening[1]]);
    const [quest] = world.quests;
    expect(quest).toMatchObject({ giver: 'Ber', open: true });
    expect(quest?.steps.map(({ what }) => what)).toEqual(['Ber', 'Odra', 'Salt Gate', 'Ber']);
    const secrets = world.people.flatMap(({ secret }) => secret);
    expect(secrets).toHaveLength(1);
    const seen = [...world.opening, quest?.about, ...world.people.map(({ about }) => about)].join('\n');
    expect(seen).not.toContain(secrets[0]);
    expect(seen).not.toContain(world.items[0]?.name);
  });

  it('SZ15: begins where the people it is about are by now, and no way leads to a country or to what is only talked of', () => {
    const blank = { aliases: [], quote: '', where: '', definition: 'It is.', beside: [], told: [] };
    const tell = (isSetting: boolean, ...posts: readonly number[]) => ({
      scenes: posts.map((post) => ({ post, count: 1, isSetting })),
    });
    const place = (term: string, weight: number, scenes: object) =>
      ({ ...blank, term, kind: 'place', weight, ...scenes }) as const;
    const person = (term: string, weight: number, ...posts: readonly number[]) =>
      ({ ...blank, term, kind: 'person', weight, ...tell(false, ...posts) }) as const;
    const entries = [
      person('Ada', 1, 10, 50, 91, 92, 93, 99),
      person('Ber', 0.8, 11, 51, 92, 94),
      person('Cid', 0.7, 50, 60),
      person('Dag', 0.6, 75),
      place('France', 0.5, tell(true, 90, 91, 92, 93, 94)),
      place('the Cave', 0.4, tell(true, 9, 10, 11)),
      place('the Mill', 0.3, tell(true, 48, 49, 52)),
      place('the Wharf', 0.2, tell(true, 89, 91, 94)),
      place('the Ferry', 0.1, tell(true, 95)),
      place('Samarkand', 0.1, tell(false, 92, 93)),
    ];
    const world = buildGlossaryWorld(source(entries));
    expect(world.start.at).toBe('the Wharf');
    expect(world.people.map(({ name, at }) => [name, at])).toEqual([
      ['Ada', 'the Wharf'],
      ['Ber', 'the Wharf'],
      ['Cid', 'the Mill'],
      ['Dag', 'the Wharf'],
    ]);
    expect(world.places.map(({ name }) => name)).toEqual(['the Wharf', 'the Cave', 'the Mill', 'the Ferry']);
    expect(world.ways).toMatchObject([
      { from: 'the Wharf', to: 'the Ferry' },
      { from: 'the Wharf', to: 'the Mill' },
      { from: 'the Mill', to: 'the Cave' },
    ]);
    const few = buildGlossaryWorld(source(entries.filter(({ term }) => !term.startsWith('the '))));
    expect(few.places.map(({ name }) => name)).toEqual(['Samarkand', 'France']);
  });

  it('SZ15: the way to a part of a place leads from that place alone', () => {
    const place = (term: string, definition: string, ...posts: readonly number[]) => ({
      aliases: [],
      quote: '',
      where: '',
      beside: [],
      told: [],
      term,
      definition,
      kind: 'place' as const,
      weight: 1,
      scenes: posts.map((post) => ({ post, count: 1, isSetting: true })),
    });
    const { ways } = buildGlossaryWorld(
      source([
        place('Saltmere', 'A town with taverns.', 1, 2, 3, 4),
        place('third hold', 'The hold of the Patient Margaret, where nine men were hidden.', 1, 2, 3, 4),
        place('Patient Margaret', 'A salvage brig out of Saltmere.', 3),
        place('Drowned Bell', 'A tavern in Saltmere.', 9),
      ]),
    );
    const pairs = ways.map(({ from, to }) => [from, to].toSorted().join(' – ')).toSorted();
    expect(pairs).toEqual([
      'Drowned Bell – Saltmere',
      'Patient Margaret – Saltmere',
      'Patient Margaret – third hold',
    ]);
  });

  it.each([
    ['They came at last to Low Veyre, and slept.', true],
    ['She was in the old Low Veyre again.', true],
    ['He reached Low Veyre.', true],
    ['There stood Low Veyre on its rock.', true],
    ['He was the Duke of Low Veyre.', false],
    ['“I was born in Low Veyre,” she said.', false],
    ['“I was born in Low Veyre.\n\n“And in Low Veyre I stay.', false],
    ['He thought of Low Veyre.', false],
    ['He slept in Low Veyre Street.', false],
    ['He walked in Low Veyre’s shadow.', false],
  ])('SZ15: of %j it is told whether it plays there', (text, isPlayed) => {
    expect(isSetting(text, ['Low Veyre'])).toBe(isPlayed);
  });

  it('SZ13: no sentence of a text begins within a sentence of the story', () => {
    const about = describeLore({
      term: 'Vell',
      definition:
        'Vell, where he sold his horse. in his first journey to Vell, five times. M. de Ost came to Vell.',
    });
    expect(about).toBe('Vell, where he sold his horse. M. de Ost came to Vell.');
    expect(describeLore({ term: 'Vell', definition: 'the town of Vell. A town by the sea.' })).toBe(
      'A town by the sea.',
    );
    const later = 'An hour from now a light in Vell will go out.';
    expect(describeLore({ term: 'Vell', definition: `A town by the sea. ${later}` })).toBe(
      'A town by the sea.',
    );
    expect(describeLore({ term: 'Vell', definition: later })).toBe(later);
    expect(describeLore({ term: 'Vell', definition: '“Where?” he said. It was Vell.' })).toContain(
      '“Where?” he said.',
    );
  });

  it('SZ13: no text of a narrator is in the first or second person of somebody of the story', () => {
    const said = fc.constantFrom(
      'I am late.',
      'You are the king.',
      'He waits.',
      'She said: “You are mine.”',
      'We go.',
    );
    fc.assert(
      fc.property(fc.array(said, { minLength: 1, maxLength: 4 }), (sentences) => {
        const about = describeLore({ term: 'Odra', definition: sentences.join(' ') });
        const outside = about.replaceAll(/“[^”]*”/gu, '');
        expect(outside).not.toMatch(/\b(?:I|You|We|you)\b/u);
        expect(about).not.toBe('');
      }),
    );
  });

  it('SZ35: a country, a word for anybody of a kind, a name that is only compared with, and a title of somebody there are nobody', () => {
    const blank = {
      aliases: [],
      quote: '',
      where: '',
      definition: 'It is.',
      weight: 0.5,
      beside: [],
      told: [],
    };
    const scenes = [{ post: 1, count: 1, isSetting: true }];
    const story =
      `Odra came to Ost. “Well, Vell,” said Odra to the king. King Vell rose. The king laughed. She wrote to the
      Duke of Low, to Low, and again to the Duke of Low, who was a Quixote, a Gascon and no Gascon of Spain. The Gascon left.
      Spain waited. Low sighed.`.replaceAll(/\s+/gu, ' ');
    const build = (kind: 'person' | 'place', term: string, ...aliases: readonly string[]) =>
      ({ ...blank, term, aliases, kind, scenes, uses: countNameUses(story, [term, ...aliases]) }) as const;
    const entries = [
      ...['Odra', 'the king', 'Quixote', 'Gascon', 'Spain'].map((term) => build('person', term)),
      build('person', 'Vell', 'King Vell'),
      build('person', 'Mill Street'),
      build('place', 'Low'),
      build('place', 'Ost'),
    ];
    const world = buildGlossaryWorld(source(entries));
    expect(world.people.map(({ name }) => name)).toEqual(['Odra', 'Vell']);
    expect(world.places.map(({ name }) => name)).toEqual(['Ost']);
    const alone = buildGlossaryWorld(source(entries.filter(({ term }) => term !== 'Vell')));
    expect(alone.people.map(({ name }) => name)).toEqual(['Odra', 'the king']);
    expect(world.notes).toHaveLength(entries.length);
  });

  it.each([
    ['“Stay, Ada,” he said.', { all: 1, acting: 1, titled: 0, general: 0 }],
    ['Ada, who slept, woke.', { all: 1, acting: 1, titled: 0, general: 0 }],
    ['“No,” cried Mme. de Ada.', { all: 1, acting: 1, titled: 1, general: 0 }],
    ['The house of Ada burned.', { all: 1, acting: 0, titled: 0, general: 0 }],
    ['He went by Bert, Ada, and Cid.', { all: 1, acting: 0, titled: 0, general: 0 }],
    ['Three Ada came, and an Ada.', { all: 2, acting: 1, titled: 0, general: 2 }],
    ['Your Ada knows. The Adas know.', { all: 2, acting: 1, titled: 0, general: 2 }],
    ['Adamant, Ada-Lee and Ada Orme.', { all: 0, acting: 0, titled: 0, general: 0 }],
  ])('SZ35: of %j it is told how the name is used', (text, uses) => {
    expect(countNameUses(text, ['Ada'])).toEqual(uses);
  });

  it('SZ3: begins where it was asked to, by any of its names, and each line of lore carries its entry and its quote', () => {
    const blank = {
      aliases: [],
      definition: 'A place.',
      quote: 'by the water',
      where: 'thread 1, post 2',
      weight: 0.5,
      beside: [],
      told: [],
    };
    const of = 'the keeper of a place. “I stay,” she said. An hour from now she will go.';
    const world = buildGlossaryWorld(
      source([
        { ...blank, term: 'Salt Gate', kind: 'place' },
        { ...blank, term: 'Low Veyre', aliases: ['the town'], kind: 'place' },
        { ...blank, term: 'Odra', kind: 'person', beside: ['Low Veyre'], definition: of },
      ]),
      { startAt: 'The Town' },
    );
    expect(world.start.at).toBe('Low Veyre');
    expect(world.people).toMatchObject([{ name: 'Odra', at: 'Low Veyre' }]);
    expect(world.notes[2]).toMatchObject({
      content: 'Odra: the keeper of a place. “I stay,” she said.',
      source: { glossary: 'Odra, thread 1, post 2', quote: 'by the water' },
    });
  });
});
