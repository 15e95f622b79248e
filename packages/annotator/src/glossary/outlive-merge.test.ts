// Tests that what a person wrote about an entry survives a merge, whichever of the two entries stays.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openStory } from '../../test/story-fixture.ts';
import type { ChangeSource, EntryId } from './entry.ts';
import { verifyGlossary } from './verify-glossary-store.ts';

const story = [
  ['Thrift came up the stair. The Lamplighter lit a lamp.', 'Vell slept.'],
  ['The Lamplighter was Thrift. Vell woke.'],
];

function openRead() {
  const world = openStory(story);
  const context = world.read(1, 2, 3);
  const { id: red } = world.create(context, { term: 'Thrift', tags: ['location'] });
  const { id: duke } = world.create(context, {
    term: 'Lamplighter',
    definition: '',
    tags: ['term', 'unexplained'],
  });
  const human: ChangeSource = { ...context.source, author: 'human', stepId: undefined, model: undefined };
  const told = (id: EntryId, definition: string, kind: string) =>
    world.glossary.update(id, { definition, tags: [kind] }, human);
  return { world, glossary: world.glossary, source: context.source, human, red, duke, told };
}

describe('what a person wrote', () => {
  it('HU11: remains when its entry is merged into one that nothing explains', () => {
    const { world, glossary, human, red, duke, told } = openRead();
    told(red, 'A lamplighter, as I see it.', 'character');
    const merged = glossary.merge({ from: red, into: duke, source: human });
    expect(merged).toMatchObject({
      term: 'Lamplighter',
      aliases: ['Thrift'],
      definition: 'A lamplighter, as I see it.',
      tags: ['character'],
    });
    glossary.update(duke, { definition: 'Another.' }, { ...human, author: 'agent' });
    expect(glossary.find(duke)?.definition).toBe('A lamplighter, as I see it.');
    expect(verifyGlossary(world.connection, world.readBody)).toEqual([]);
  });

  it('HU11: stays with the kept entry if a person wrote in both; the history has the other definition', () => {
    const { world, glossary, human, red, duke, told } = openRead();
    told(red, 'A lamplighter.', 'character');
    told(duke, 'A lamp.', 'item');
    const merged = glossary.merge({ from: red, into: duke, source: human });
    expect(merged).toMatchObject({ definition: 'A lamp.', tags: ['item'] });
    const written = glossary.readRevisions(duke).filter(({ field }) => field === 'definition');
    expect(written.map((one) => JSON.parse(one.new ?? 'null'))).toEqual([
      '',
      'A lamp.',
      'A lamplighter.',
      'A lamp.',
    ]);
    expect(verifyGlossary(world.connection, world.readBody)).toEqual([]);
  });

  it('HU11: goes back to its entry when the merge is undone, and comes again with the merge, however often', () => {
    const { glossary, human, red, duke, told } = openRead();
    told(red, 'A lamplighter.', 'character');
    for (let times = 0; times < 2; times += 1) {
      expect(glossary.merge({ from: red, into: duke, source: human }).definition).toBe('A lamplighter.');
      glossary.restore(red, human);
      expect(glossary.find(duke)).toMatchObject({ definition: '', tags: ['term', 'unexplained'] });
      expect(glossary.find(red)).toMatchObject({ definition: 'A lamplighter.', tags: ['character'] });
    }
  });

  it('GL19: an undo leaves what a model wrote after the merge, even if it is what the other entry said', () => {
    const { glossary, human, red, duke } = openRead();
    const write = (id: EntryId, definition: string) =>
      glossary.update(id, { definition, tags: ['character'] }, { ...human, author: 'agent' });
    write(red, 'A lamplighter.');
    write(duke, 'A lamp.');
    glossary.merge({ from: red, into: duke, source: human });
    write(duke, 'A lamplighter.');
    glossary.restore(red, human);
    expect(glossary.find(duke)?.definition).toBe('A lamplighter.');
    const written = glossary.readRevisions(duke).filter(({ field }) => field === 'definition');
    expect(written.at(-1)?.author).toBe('agent');
  });

  it('HU11: is there after a merge in either order, whoever wrote the rest, and is gone from the other after the undo', () => {
    const definition = fc.constantFrom('A lamp.', 'A boy.', 'A lamplighter.');
    const kind = fc.constantFrom('character', 'item', 'location');
    const author = fc.constantFrom<'human' | 'agent'>('human', 'agent');
    const said = fc.record({ author, definition, kind });
    fc.assert(
      fc.property(said, said, fc.boolean(), (ofRed, ofDuke, isTurned) => {
        const { world, glossary, human, red, duke } = openRead();
        const write = (id: EntryId, one: typeof ofRed) =>
          glossary.update(
            id,
            { definition: one.definition, tags: [one.kind] },
            { ...human, author: one.author },
          );
        write(red, ofRed);
        write(duke, ofDuke);
        const [from, into] = isTurned ? [duke, red] : [red, duke];
        const [gone, kept] = isTurned ? [ofDuke, ofRed] : [ofRed, ofDuke];
        const before = glossary.find(into);
        const merged = glossary.merge({ from, into, source: human });
        const isTaken = gone.author === 'human' && kept.author === 'agent';
        expect(merged.definition).toBe((isTaken ? gone : kept).definition);
        glossary.restore(from, human);
        expect(glossary.find(into)).toMatchObject({ definition: before?.definition, tags: before?.tags });
        expect(verifyGlossary(world.connection, world.readBody)).toEqual([]);
      }),
      { numRuns: 24 },
    );
  });
});
