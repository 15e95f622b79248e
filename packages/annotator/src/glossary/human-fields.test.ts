// Tests that no model changes what a person wrote in an entry, and that models may only propose changes to it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openStory } from '../../test/story-fixture.ts';
import type { PostId } from '../corpus/corpus.ts';
import type { Author, ChangeSource, EntryId } from './entry.ts';
import { verifyGlossary } from './verify-glossary-store.ts';

const story = [
  ['Thrift came up the stair.', 'Old Thrift was a lamplighter of Vell. Vell slept. The Boy slept.'],
];

function openRead() {
  const world = openStory(story);
  const context = world.read(1, 2);
  const thrift = world.create(context, { term: 'Thrift', definition: 'Thrift came.', tags: ['character'] });
  const vell = world.create(context, { term: 'Vell', tags: ['location'] });
  const human: ChangeSource = { ...context.source, author: 'human', stepId: undefined, model: undefined };
  return { world, context, human, thrift, vell, glossary: world.glossary };
}

function buildWish(value: number) {
  return {
    term: `Thrift (${value})`,
    definition: `Thrift, ${value}.`,
    status: value % 2 === 0 ? 'tentative' : 'confirmed',
    aliases: [`Old Thrift ${value}`],
    tags: [`tag-${value}`],
  } as const;
}

/** Records what a change should lead to: a value that a person set, or a model's change that is refused. */
function note(
  expected: { readonly said: Map<string, unknown>; readonly refused: string[] },
  { author, field, wish }: { readonly author: Author; readonly field: string; readonly wish: unknown },
): void {
  if (author === 'human') expected.said.set(field, wish);
  else if (expected.said.has(field)) expected.refused.push(field);
}

describe('a field that a person set', () => {
  it('HU1: stays as they set it, whatever models change; the models’ values are kept as proposals', () => {
    const fields = ['term', 'definition', 'status', 'aliases', 'tags'] as const;
    const change = fc.record({
      author: fc.constantFrom<Author>('human', 'agent', 'curator'),
      field: fc.constantFrom(...fields),
      value: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        const { world, human, thrift, glossary } = openRead();
        const said = new Map<string, unknown>();
        const refused: string[] = [];
        for (const { author, field, value } of changes) {
          const wish = buildWish(value)[field];
          const isSame = JSON.stringify(glossary.find(thrift.id)?.[field]) === JSON.stringify(wish);
          glossary.update(thrift.id, { [field]: wish }, { ...human, author });
          if (!isSame) note({ said, refused }, { author, field, wish });
          expect(glossary.find(thrift.id)).toMatchObject(Object.fromEntries(said));
        }
        expect(glossary.listProposals(thrift.id).map((one) => one.field)).toEqual(refused);
        expect(verifyGlossary(world.connection, world.readBody)).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('HU1: the model that would change it is told so', () => {
    const { world, context, human, thrift, glossary } = openRead();
    glossary.update(thrift.id, { definition: 'A thief & liar.' }, human);
    const answer = world.call(
      'glossary_update',
      {
        entry_id: thrift.id,
        definition: 'Old Thrift was a lamplighter of Vell.',
        replaces: true,
        evidence: [{ post_id: 2, label: 1 }],
        tags: ['character', 'thief'],
      },
      context,
    );
    expect(answer.say).toContain('A person set the definition to "A thief &amp; liar."');
    expect(glossary.find(thrift.id)).toMatchObject({
      definition: 'A thief & liar.',
      tags: ['character', 'thief'],
    });
    const kept = glossary.listProposals().map(({ field, value }) => [field, JSON.parse(value)]);
    expect(kept).toContainEqual(['definition', 'Old Thrift was a lamplighter of Vell.']);
  });
});

describe('a new name of a model', () => {
  it('HU1: is a kind which stays theirs while a model explains the thing, and while it takes that back', () => {
    const { human, vell, glossary } = openRead();
    const model: ChangeSource = { ...human, author: 'agent' };
    glossary.update(vell.id, { tags: ['character', 'unexplained'] }, model);
    glossary.update(vell.id, { tags: ['location', 'unexplained'] }, human);
    const readTags = () => glossary.find(vell.id)?.tags;
    glossary.update(vell.id, { definition: 'Vell slept.', tags: ['character'] }, model);
    expect(readTags()).toEqual(['location']);
    expect(glossary.listProposals(vell.id).map(({ field }) => field)).toEqual(['tags']);
    glossary.update(vell.id, { definition: 'A sleeper.', tags: ['character', 'unexplained'] }, model);
    expect(readTags()).toEqual(['location', 'unexplained']);
    glossary.update(vell.id, { tags: ['character'] }, model);
    expect(readTags()).toEqual(['location', 'unexplained']);
  });

  it('HU1: waits as a proposal where a person set the aliases among which the old name would be', () => {
    const { world, context, human, thrift, glossary } = openRead();
    glossary.update(thrift.id, { aliases: ['Old Thrift'] }, human);
    glossary.update(thrift.id, { aliases: [] }, human);
    const answer = world.call('glossary_update', { entry_id: thrift.id, term: 'Boy' }, context);
    expect(answer.say).toContain('The change of the term from "Thrift" is kept only as a proposal: it needs');
    expect(glossary.find(thrift.id)).toMatchObject({ term: 'Thrift', aliases: [] });
    expect(glossary.listProposals(thrift.id).map(({ field, value }) => [field, JSON.parse(value)])).toEqual([
      ['term', 'Boy'],
      ['aliases', ['Thrift']],
    ]);
    expect(verifyGlossary(world.connection, world.readBody)).toEqual([]);
  });

  it('HU1: waits together with the definition and the quotes that stand on it', () => {
    const { context, human, thrift, glossary } = openRead();
    glossary.update(thrift.id, { aliases: [] }, human);
    glossary.update(thrift.id, { aliases: ['Tilly'] }, human);
    const before = glossary.find(thrift.id);
    const quote = { ...thrift.evidence[0], corpus: 'main', quote: 'Vell slept.', isSnapped: false };
    const evidence = [{ ...quote, postId: 2 as PostId, start: 36, end: 47 }];
    const changes = { aliases: ['Tilly', 'Vell'], definition: 'It slept.', evidence, tags: ['sleeper'] };
    const after = glossary.update(thrift.id, changes, { ...context.source, author: 'curator' });
    expect(after).toMatchObject({ ...before, tags: ['sleeper'], revision: after?.revision });
    expect(glossary.listProposals(thrift.id).map(({ field }) => field)).toEqual([
      'aliases',
      'definition',
      'evidence',
    ]);
  });
});

describe('an entry that a person worked on', () => {
  it('HU2: is neither deleted nor merged by a model; if a person deleted it, no model makes it again', () => {
    const { world, context, human, thrift, vell, glossary } = openRead();
    glossary.update(thrift.id, { definition: 'Mine.' }, human);
    const curator = { ...context.source, author: 'curator' } as const;
    expect(glossary.delete(thrift.id, curator)).toBe(false);
    expect(() => glossary.merge({ from: thrift.id, into: vell.id, source: curator })).toThrow(/A person/);
    expect(glossary.find(thrift.id)?.definition).toBe('Mine.');
    glossary.delete(vell.id, human);
    const answer = world.call(
      'glossary_create',
      { term: 'Vell', definition: 'A town.', tags: ['location'], evidence: [{ post_id: 2, label: 1 }] },
      context,
    );
    expect(answer).toMatchObject({ ok: false, say: expect.stringContaining('a person deleted "Vell"') });
    expect(glossary.restore(vell.id, human)).toMatchObject({ id: vell.id, term: 'Vell' });
    expect(glossary.delete(vell.id, curator)).toBe(false);
    expect(verifyGlossary(world.connection, world.readBody)).toEqual([]);
  });

  it('GL17: is found by the id of one that was merged into it', () => {
    const { world, context, human, thrift, vell, glossary } = openRead();
    glossary.merge({ from: vell.id, into: thrift.id, source: { ...human, author: 'agent' } });
    const answer = world.call('glossary_update', { entry_id: vell.id, status: 'confirmed' }, context);
    expect(answer.say).toContain(`id="${thrift.id}"`);
    expect(glossary.resolve(99 as EntryId)).toBeUndefined();
  });
});
