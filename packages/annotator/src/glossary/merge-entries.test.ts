// Tests merges: two entries become one, the id of the merged entry leads to the other, and a merge can be undone.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openStory, type StoryFixture } from '../../test/story-fixture.ts';
import type { ChangeSource, EntryId, GlossaryEntry } from './entry.ts';
import { verifyGlossary } from './verify-glossary-store.ts';

const story = [
  ['Thrift came up the stair. The Lamplighter lit a lamp.', 'Old Thrift and the Boy sat down. Vell slept.'],
  ['The Lamplighter was Thrift. The Boy was Thrift too. Vell woke.'],
];
const names = ['Thrift', 'Lamplighter', 'Boy', 'Vell'];

function expectSound({ connection, readBody }: StoryFixture): void {
  expect(verifyGlossary(connection, readBody)).toEqual([]);
}

function withoutTimes(entry: GlossaryEntry | undefined): unknown {
  if (entry === undefined) return undefined;
  const { lastUpdated: _position, updatedAt: _at, revision: _revision, ...rest } = entry;
  return rest;
}

function openRead() {
  const world = openStory(story);
  const context = world.read(1, 2, 3);
  const entries = names.map((term, index) =>
    world.create(context, { term, tags: [index === 3 ? 'location' : 'character', `tag-${index}`] }),
  );
  return { world, source: context.source, ids: entries.map(({ id }) => id), entries };
}

describe('a merge', () => {
  it('GL17: unites names, quotes and tags, leaves a redirect, and keeps the kind of the entry that stays', () => {
    const { world, source, ids } = openRead();
    const [thrift, lamplighter, boy, vell] = ids as [EntryId, EntryId, EntryId, EntryId];
    const merged = world.glossary.merge({ from: lamplighter, into: thrift, source });
    expect(merged).toMatchObject({
      term: 'Thrift',
      aliases: ['Lamplighter'],
      tags: ['character', 'tag-0', 'tag-1'],
    });
    expect(merged.evidence).toHaveLength(2);
    expect(world.glossary.find(lamplighter)).toBeUndefined();
    expect(world.glossary.listByName('lamplighter').map(({ id }) => id)).toEqual([thrift]);
    world.glossary.merge({ from: thrift, into: boy, source });
    expect(world.glossary.resolve(lamplighter)).toBe(boy);
    expect(world.glossary.resolve(vell)).toBe(vell);
    expect(world.glossary.resolve(99 as EntryId)).toBeUndefined();
    expect(world.glossary.merge({ from: vell, into: boy, source }).tags).not.toContain('location');
    expectSound(world);
  });

  it('GL17: does not take over the tag of an unexplained entry, because the definition of the other stays', () => {
    const { world, source, ids } = openRead();
    const [thrift, lamplighter] = ids as [EntryId, EntryId];
    world.glossary.update(lamplighter, { tags: ['character', 'unexplained'] }, source);
    const { tags } = world.glossary.merge({ from: lamplighter, into: thrift, source });
    expect(tags).toEqual(['character', 'tag-0']);
  });

  it('GL19: once undone, leaves both entries as they were; what the other gained since stays', () => {
    const { world, source, ids, entries } = openRead();
    const [thrift, lamplighter] = ids as [EntryId, EntryId];
    world.glossary.merge({ from: lamplighter, into: thrift, source });
    world.glossary.update(
      thrift,
      { definition: 'The boy who came up the stair.' },
      { ...source, stepId: 77 },
    );
    const revived = world.glossary.revertMerge(lamplighter, source);
    expect(withoutTimes(revived)).toEqual(withoutTimes(entries[1]));
    expect(world.glossary.find(thrift)).toMatchObject({
      definition: 'The boy who came up the stair.',
      aliases: [],
      evidence: entries[0]?.evidence,
    });
    expect(world.glossary.revertMerge(lamplighter, source)).toBeUndefined();
    expect(world.glossary.readSpread(lamplighter).mentions).toBe(2);
    expectSound(world);
  });

  it('GL19: once undone, leaves no name with the other, however many merges and moments lie between', () => {
    let now = 1_704_067_200_000;
    // As in reality, the clock moves on at each call.
    const world = openStory(story, { now: () => (now += 1) });
    const context = world.read(1, 2, 3);
    const create = (term: string) => world.create(context, { term, tags: ['character'] }).id;
    const [thrift, lamplighter, boy, vell] = names.map(create) as [EntryId, EntryId, EntryId, EntryId];
    const source: ChangeSource = { ...context.source, author: 'human', stepId: undefined };
    const listAliases = () =>
      [thrift, lamplighter, boy, vell].map((id) => world.glossary.find(id)?.aliases.join());
    world.glossary.merge({ from: lamplighter, into: thrift, source });
    const readLast = (id: EntryId) => world.glossary.readRevisions(id).at(-1);
    expect(readLast(thrift)?.reason).toBe('merged with "Lamplighter"');
    world.glossary.merge({ from: thrift, into: boy, source });
    world.glossary.update(boy, { aliases: ['Lamplighter', 'Thrift', 'Waif'] }, source);
    world.glossary.merge({ from: boy, into: vell, source });
    expect(listAliases()).toEqual([undefined, undefined, undefined, 'Boy,Lamplighter,Thrift,Waif']);
    world.glossary.restore(lamplighter, source);
    expect(listAliases()).toEqual([undefined, '', undefined, 'Boy,Thrift,Waif']);
    expect(readLast(vell)?.reason).toBe('no longer merged with "Lamplighter"');
    world.glossary.restore(boy, source);
    expect(listAliases()).toEqual([undefined, '', 'Thrift,Waif', '']);
    world.glossary.restore(thrift, source);
    expect(listAliases()).toEqual(['', '', 'Waif', '']);
    expectSound(world);
  });

  it('GL19: once undone, gives an entry its former quotes back if all others name only the other entry', () => {
    const { world, source, ids, entries } = openRead();
    const [thrift, lamplighter] = ids as [EntryId, EntryId];
    const merged = world.glossary.merge({ from: lamplighter, into: thrift, source });
    const [quote] = merged.evidence;
    if (quote === undefined) throw new Error('The merged entry has no quote.');
    const words = 'The Lamplighter lit a lamp.';
    const only = [{ ...quote, quote: words, start: 25, end: 25 + words.length }];
    world.glossary.update(thrift, { evidence: only }, { ...source, stepId: 77 });
    world.glossary.revertMerge(lamplighter, source);
    expect(world.glossary.find(thrift)).toMatchObject({ aliases: [], evidence: entries[0]?.evidence });
    expectSound(world);
  });

  it('GL19: is not undone if another entry has the name now', () => {
    const { world, source, ids } = openRead();
    const [thrift, lamplighter] = ids as [EntryId, EntryId];
    world.glossary.merge({ from: lamplighter, into: thrift, source });
    const context = { ...world.read(1), source };
    world.create(context, { term: 'Lamplighter' });
    expect(() => world.glossary.revertMerge(lamplighter, source)).toThrow(/already called "Lamplighter"/);
    expect(world.glossary.find(thrift)?.aliases).toEqual(['Lamplighter']);
    expectSound(world);
  });

  it('GL20: unites entries that are said to be two for nobody but a person, and needs two that exist', () => {
    const { world, source, ids } = openRead();
    const [thrift, lamplighter, boy] = ids as [EntryId, EntryId, EntryId];
    const reason = 'The boy is her brother.';
    world.glossary.markApart(boy, thrift, { ...source, author: 'human', reason });
    world.glossary.markApart(thrift, boy, source);
    expect(() => world.glossary.merge({ from: thrift, into: boy, source })).toThrow(/kept apart/);
    expect(() => world.glossary.merge({ from: boy, into: thrift, source })).toThrow(/kept apart/);
    expect(world.glossary.listKeptApart()).toMatchObject([
      { one: thrift, other: boy, author: 'human', reason },
    ]);
    expect(() => world.glossary.merge({ from: boy, into: boy, source })).toThrow(/into itself/);
    expect(() => world.glossary.merge({ from: 99 as EntryId, into: lamplighter, source })).toThrow(
      /does not exist/,
    );
    const own = { ...source, author: 'human' } as const;
    expect(world.glossary.merge({ from: boy, into: thrift, source: own }).id).toBe(thrift);
    world.glossary.revertMerge(boy, own);
    expect(() => world.glossary.merge({ from: boy, into: thrift, source })).toThrow(/kept apart/);
    expectSound(world);
  });

  it('GL19: any merges, undone in reverse order, leave every entry as it was', () => {
    const acts = fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 6 });
    fc.assert(
      fc.property(acts, (pairs) => {
        const { world, source, ids, entries } = openRead();
        const done: EntryId[] = [];
        for (const [index, [a, b]] of pairs.entries()) {
          const step: ChangeSource = { ...source, stepId: 100 + index };
          const from = world.glossary.resolve(ids[a] as EntryId);
          const into = world.glossary.resolve(ids[b] as EntryId);
          if (from === undefined || into === undefined || from === into) continue;
          world.glossary.merge({ from, into, source: step });
          done.push(from);
        }
        expectSound(world);
        for (const id of done.toReversed()) world.glossary.revertMerge(id, source);
        expect([...world.glossary.iterateEntries()].map(withoutTimes)).toEqual(entries.map(withoutTimes));
        expectSound(world);
      }),
      { numRuns: 25 },
    );
  });
});
