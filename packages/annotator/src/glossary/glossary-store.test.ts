// Tests the glossary store with a real corpus: first mentions, revisions, rollbacks, words on hold, and the search.

import { assert } from '@terrarium/kernel/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openStory, type StoryFixture } from '../../test/story-fixture.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import type { EntryId, GlossaryEntry } from './entry.ts';
import { openGlossaryStore } from './glossary-store.ts';
import { replayRevisions } from './revision.ts';
import { buildSurfaceIndex } from './surface-index.ts';
import { verifyGlossary } from './verify-glossary-store.ts';

const story = [
  [
    'A stranger came to Ilm. The grey man said nothing.',
    'Soma rang the bell of Ilm. “Soma!” cried the crowd.',
    '~what is a skarn?',
    'The grey man ate a skarn. Soma watched the skarns.',
  ],
  ['At dawn Dawn met the grey man, and Soma slept.', '黎明に彼は会った。 Ilm burned.'],
];

function expectSound({ connection, readBody }: StoryFixture): void {
  expect(verifyGlossary(connection, readBody)).toEqual([]);
}

interface MixedStep {
  readonly world: StoryFixture;
  readonly context: ToolContext;
  readonly term: string;
}

const mixedTerms = ['Soma', 'Ilm', 'Dawn', 'grey man', 'skarn', '黎明'];
const mixedActs: ReadonlyMap<string, (step: MixedStep) => void> = new Map([
  ['make', makeMixed],
  ['drop', ({ world, context, term }) => void world.glossary.delete(findId(world, term), context.source)],
  ['alias', aliasMixed],
  ['hold', holdMixed],
  ['read', ({ world }) => void world.read(5, 6)],
]);

function makeMixed({ world, context, term }: MixedStep): void {
  if (world.glossary.findByTerm(term) === undefined) world.create(context, { term, evidence: [] });
}

function aliasMixed({ world, context, term }: MixedStep): void {
  world.glossary.update(findId(world, term), { aliases: ['crowd', 'met'] }, context.source);
}

function holdMixed({ world, term }: MixedStep): void {
  if (world.glossary.findByTerm(term) === undefined) world.glossary.addHeld(term);
}

function findId(world: StoryFixture, term: string): EntryId {
  return world.glossary.findByTerm(term)?.id ?? (0 as EntryId);
}

describe('openGlossaryStore', () => {
  it('GL3: first seen is the earliest read post that has the term, even if the entry was created later', () => {
    const world = openStory(story);
    world.read(1, 2);
    const entry = world.create(world.read(4), { term: 'Soma' });
    expect(entry.firstSeen).toEqual({ corpus: 'main', threadId: 1, postId: 2 });
    expect(entry.lastUpdated.postId).toBe(4);
    expect(world.glossary.readSpread(entry.id)).toEqual({ mentions: 3, posts: 2, threads: 1 });
    world.read(5);
    expect(world.glossary.readSpread(entry.id)).toEqual({ mentions: 4, posts: 3, threads: 2 });
    expectSound(world);
  });

  it('GL3: how widely an entry is named is the same after it was read where all are named, and follows every change', () => {
    const world = openStory(story);
    world.read(1, 2);
    const { id } = world.create(world.read(4), { term: 'Soma' });
    const readBoth = () => {
      const counted = world.glossary.readSpread(id);
      world.glossary.openTogether();
      return [counted, world.glossary.readSpread(id)];
    };
    const three = { mentions: 3, posts: 2, threads: 1 };
    expect(readBoth()).toEqual([three, three]);
    world.read(5);
    const four = { mentions: 4, posts: 3, threads: 2 };
    expect(readBoth()).toEqual([four, four]);
  });

  it('GL3: an alias that was read earlier moves first seen to an earlier post, as a revision', () => {
    const world = openStory(story);
    world.read(1);
    const context = world.read(2, 4);
    const entry = world.create(context, { term: 'Soma' });
    const described = world.glossary.update(entry.id, { aliases: ['the grey man'] }, context.source);
    expect(described?.firstSeen.postId).toBe(2);
    const updated = world.glossary.update(entry.id, { aliases: ['A stranger'] }, context.source);
    expect(updated?.firstSeen.postId).toBe(1);
    expect(
      world.glossary
        .readRevisions(entry.id)
        .map(({ field }) => field)
        .slice(-2),
    ).toEqual(['aliases', 'first_seen']);
    expectSound(world);
  });

  it('GL3: only what was read is searched, and a post counts as read only once', () => {
    const world = openStory(story);
    const entry = world.create(world.read(2), { term: 'Soma' });
    world.read(2);
    expect(world.glossary.readSpread(entry.id).posts).toBe(1);
    expect(world.glossary.isRead(['Dawn'])).toBe(false);
    expect(world.glossary.readTotals()).toEqual({ posts: 1, words: 10 });
  });

  it('GL12: every changed field is a revision, and the revisions add up to the entry at any of them', () => {
    const world = openStory(story);
    const context = world.read(1, 2, 4, 5);
    const entry = world.create(context, { term: 'Soma', tags: ['character'] });
    const states: (GlossaryEntry | undefined)[] = [entry];
    states.push(
      world.glossary.update(
        entry.id,
        { definition: 'Soma rings the bell.', status: 'confirmed' },
        context.source,
      ),
    );
    states.push(
      world.glossary.update(
        entry.id,
        { term: 'Soma (bell ringer)', aliases: ['the grey man'] },
        context.source,
      ),
    );
    expect(world.glossary.update(entry.id, { status: 'confirmed' }, context.source)).toEqual(states.at(-1));
    world.glossary.delete(entry.id, { ...context.source, reason: 'test' });
    const revisions = world.glossary.readRevisions(entry.id);
    for (const state of states) {
      expect(replayRevisions(revisions.filter(({ id }) => id <= (state?.revision ?? 0)))).toEqual(state);
    }
    expect(replayRevisions(revisions)).toBeUndefined();
    expect(revisions.at(-1)).toMatchObject({ field: 'deleted', reason: 'test', author: 'agent', stepId: 5 });
    expect(world.glossary.readChangesOfStep(5)).toMatchObject([
      { entryId: entry.id, isNew: true, isDeleted: true },
    ]);
    expectSound(world);
  });

  it('GL12: revisions cannot be changed or deleted', () => {
    const world = openStory(story);
    world.create(world.read(2), { term: 'Soma' });
    for (const sql of [
      'UPDATE revision SET new = NULL',
      'DELETE FROM revision',
      'UPDATE change SET reason = NULL',
    ]) {
      expect(() => world.connection.exec(sql)).toThrow('append-only');
    }
  });

  it('GL4: a term that is equal when folded is refused; a suffix makes a different term; an alias may be shared', () => {
    const world = openStory(story);
    const context = world.read(5);
    world.create(context, { term: 'Dawn (character)' });
    expect(() => world.create(context, { term: 'DAWN (Character)' })).toThrow('already called');
    const time = world.create(context, { term: 'dawn (time)', aliases: ['Dawn'] });
    expect(world.glossary.listByName('dawn').map(({ id }) => id)).toEqual([1, time.id]);
    expect(world.glossary.countMentions(['Dawn and dawn']).map(({ entryId }) => entryId)).toEqual([
      time.id,
      1,
    ]);
    expectSound(world);
  });

  it('GL13: what a transaction rolls back is also forgotten by the names in memory', () => {
    const world = openStory(story);
    const context = world.read(1, 2, 4, 5, 6);
    const { glossary, connection } = world;
    world.create(context, { term: 'Ilm' });
    const named = () => glossary.listMatches('Soma, Ilm and Dawn').map(({ surface }) => surface);
    const fail = connection.transaction(() => {
      world.create(context, { term: 'Soma' });
      expect(named()).toEqual(['Soma', 'Ilm']);
      connection.transaction(() => glossary.delete(1 as EntryId, context.source))();
      expect(named()).toEqual(['Soma']);
      glossary.addHeld('skarn');
      expect(glossary.listHeldIn(['a skarn'])).toHaveLength(1);
      throw new Error('rolled back');
    });
    expect(fail).toThrow('rolled back');
    world.create(context, { term: 'Dawn (character)' });
    expect(named()).toEqual(['Ilm', 'Dawn']);
    expect(glossary.listHeldIn(['a skarn'])).toEqual([]);
    expectSound(world);
  });

  it('GL13: after any mixture of changes and rollbacks, names and counts in memory equal those in the rows', () => {
    const step = fc.record({
      term: fc.constantFrom(...mixedTerms),
      act: fc.constantFrom(...mixedActs.keys()),
      isUndone: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
        const world = openStory(story);
        const context = world.read(1, 2, 4);
        for (const { term, act, isUndone } of steps) {
          const run = world.connection.transaction(() => {
            mixedActs.get(act)?.({ world, context, term });
            world.glossary.listMatches(term);
            assert(!isUndone, 'undone');
          });
          if (isUndone) expect(run).toThrow('undone');
          else run();
        }
        const problems = verifyGlossary(world.connection, world.readBody);
        expect(problems.filter(({ code }) => !code.startsWith('evidence.'))).toEqual([]);
        const live = [...world.glossary.iterateEntries()].map(({ term }) => term).toSorted();
        const named = world.glossary.listMatches(mixedTerms.join(', ')).map(({ surface }) => surface);
        expect(named.toSorted()).toEqual(live);
      }),
      { numRuns: 25 },
    );
  });

  it('GL13: names that are read only when a text may have them are found as if all names had been read', () => {
    const terms = [
      'The Old One',
      'Old Soma',
      'soma',
      'Horse',
      'The An',
      'St. Ilm',
      '黎明',
      'One of Ilm',
      'The',
    ];
    const words = ['the', 'The', 'old', 'Old', 'One', 'one', 'Soma', 'somas', 'horses', 'Horses', 'an', 'An'];
    const text = fc.array(fc.constantFrom(...words, 'St.', 'Ilm', 'of', '黎明', 'a'), { maxLength: 12 });
    const world = openStory(story);
    const context = world.read(1);
    const all = buildSurfaceIndex();
    const others = Array.from({ length: 600 }, (_, index) => `Somebody ${index}`);
    for (const term of [...terms, ...others]) {
      all.set(world.create(context, { term, evidence: [] }).id, [term]);
    }
    const clock = { now: () => 0, monotonic: () => 0, sleep: async () => undefined };
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
        const glossary = openGlossaryStore(world.connection, { clock, readBody: world.readBody });
        for (const one of texts.map((parts) => parts.join(' '))) {
          expect(glossary.listMatches(one)).toEqual(all.listMatches(one));
          const counts = glossary.countMentions([one]).map(({ entryId, mentions }) => [entryId, mentions]);
          expect(new Map(counts as [number, number][])).toEqual(all.countMentions(one));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('RN27: an entry that a skipped scene deleted comes back even if the scene gave its name to another', () => {
    const world = openStory(story);
    const context = world.read(2);
    const soma = world.create(context, { term: 'Soma' });
    const other = world.create(context, { term: 'Vell' });
    const source = { ...context.source, stepId: 7 };
    world.glossary.delete(soma.id, source);
    world.glossary.update(other.id, { term: 'Soma' }, source);
    world.glossary.revertSteps([7], source);
    expect([soma, other].map(({ id }) => world.glossary.find(id)?.term)).toEqual(['Soma', 'Vell']);
  });

  it('RN27: an entry that a skipped scene deleted stays deleted if somebody took its name since', () => {
    const world = openStory(story);
    const context = world.read(2);
    const soma = world.create(context, { term: 'Soma' });
    const source = { ...context.source, stepId: 7 };
    world.glossary.delete(soma.id, source);
    const own = world.glossary.create(
      { ...soma, definition: 'Said by a person.' },
      { ...context.source, author: 'human', stepId: undefined },
    );
    expect(world.glossary.revertSteps([7], source)).toEqual({ deleted: [], restored: [] });
    expect([...world.glossary.iterateEntries()].map(({ id }) => id)).toEqual([own.id]);
  });

  it('GL14: a word on hold is counted in what was read and in what is read next, and offered when it recurs', () => {
    const world = openStory(story);
    world.read(1, 2);
    expect(world.glossary.addHeld('skarn')).toMatchObject({ mentions: 0, posts: 0 });
    expect(world.glossary.listHeldIn(['a skarn'])).toEqual([]);
    expect(world.glossary.addHeld('grey man')).toMatchObject({ mentions: 1, posts: 1, firstPostId: 1 });
    const inNext = { surface: 'grey man', mentions: 2, posts: 2, firstPostId: 1 };
    expect(world.glossary.listHeldIn(['The grey man ate a skarn.'])).toEqual([inNext]);
    world.read(4);
    expect(world.glossary.listHeld()).toEqual([
      { surface: 'skarn', mentions: 2, posts: 1, firstPostId: 4 },
      inNext,
    ]);
    expectSound(world);
    const position = world.read(5).position;
    const said = { definition: 'A beast.', evidence: undefined, position };
    world.glossary.addHeld('bell', said);
    world.glossary.addHeld('bells', { ...said, definition: 'Another.' });
    expect(world.glossary.listHeld()).toContainEqual(
      expect.objectContaining({ surface: 'bell', definition: 'A beast.' }),
    );
    world.create(world.read(5), { term: 'the bell' });
    world.create(world.read(5), { term: 'the grey man', aliases: ['grey man'] });
    expect(world.glossary.listHeld()).toMatchObject([{ surface: 'skarn' }]);
  });

  it('GL15: an exact name comes first, then words by weight, then parts of words', () => {
    const world = openStory(story);
    const context = world.read(1, 2, 4, 5, 6);
    const soma = world.create(context, {
      term: 'Soma',
      definition: 'Rings a bell in Ilm.',
      tags: ['character'],
    });
    const ilm = world.create(context, {
      term: 'Ilm',
      definition: 'A town. Soma lives there, and Soma sleeps there.',
      tags: ['location'],
    });
    const dawn = world.create(context, {
      term: '黎明',
      definition: '彼は黎明に会った男',
      status: 'confirmed',
    });
    const search = (query: string, more = {}) =>
      world.glossary.search({ query, ...more }).map(({ id }) => id);
    expect(search('soma')).toEqual([soma.id, ilm.id]);
    expect(search('soma', { tags: ['location'] })).toEqual([ilm.id]);
    expect(search('ngs')).toEqual([soma.id]);
    expect(search('towns')).toEqual([ilm.id]);
    expect(search('bells of Ilm')[0]).toBe(soma.id);
    expect(search('zzz qqq')).toEqual([]);
    expect(search('bell Ilm')).toEqual([soma.id, ilm.id]);
    expect(search('明に会')).toEqual([dawn.id]);
    expect(search('会')).toEqual([dawn.id]);
    expect(search('', { status: 'confirmed' })).toEqual([dawn.id]);
    expect(search('', { limit: 2 })).toHaveLength(2);
  });

  it('GL15: signs are found in what an entry says, not in the way its aliases are stored', () => {
    const world = openStory([['Soma, called "The Bell", met Vell.']]);
    const context = world.read(1);
    const soma = world.create(context, { term: 'Soma', aliases: ['The "Grey" Bell'] });
    world.create(context, { term: 'Vell', aliases: ['Velly', 'Old Vell'] });
    const search = (query: string) => world.glossary.search({ query }).map(({ id }) => id);
    expect([search('['), search(','), search('","')]).toEqual([[], [], []]);
    expect([search('"'), search('"Grey"')]).toEqual([[soma.id], [soma.id]]);
    expect(search('e "g')).toEqual([soma.id]);
  });

  it('GL15: a word is found in any spelling, after entries that have it as it was typed', () => {
    const world = openStory([['Weißgerber met Løvborg. Weissgerber came.']]);
    const context = world.read(1);
    const tanner = world.create(context, { term: 'Weißgerber', definition: 'A tanner.' });
    const man = world.create(context, { term: 'Løvborg', definition: 'Weissgerber met him.' });
    const search = (query: string) => world.glossary.search({ query }).map(({ id }) => id);
    expect(search('weissgerber')).toEqual([man.id, tanner.id]);
    expect(search('Weißgerber')).toEqual([tanner.id, man.id]);
    expect(search('lovborg')).toEqual([man.id]);
    expect(search('the lovborg of weissgerber')).toContain(tanner.id);
  });

  it('GL15: any text is a safe query', () => {
    const world = openStory(story);
    world.create(world.read(2), { term: 'Soma', definition: '100% of "Ilm" AND NEAR(x)*' });
    const nasty = fc.array(
      fc.constantFrom(
        '"',
        "'",
        '*',
        '(',
        ')',
        ' AND ',
        ' OR ',
        ' NOT ',
        'NEAR',
        ':',
        '^',
        '-',
        '%',
        '_',
        '\\',
        '\0',
        '\ud800',
        'Soma',
        '黎',
        '{',
        '}',
        '+',
      ),
      { maxLength: 12 },
    );
    const query = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      nasty.map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(query, (text) => {
        expect(world.glossary.search({ query: text, limit: 5 }).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 1_000 },
    );
    expect(world.glossary.search({ query: '0%' })).toHaveLength(1);
    expect(world.glossary.search({ query: '_%' })).toEqual([]);
  });
});
