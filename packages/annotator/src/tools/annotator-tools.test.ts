// Tests of the tools, on a real story, as a model calls them.

import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { openStory } from '../../test/story-fixture.ts';
import { collectDossier } from '../curator/collect-dossier.ts';
import { renderDossier } from '../curator/render-curation.ts';
import { listContested } from '../glossary/confirmation-wish.ts';
import type { EntryId } from '../glossary/entry.ts';
import { verifyGlossary } from '../glossary/verify-glossary-store.ts';
import { renderInstructions } from '../prompts/prompts.ts';
import { annotatorTools, buildToolMap, defaultTools } from './annotator-tools.ts';

const story = [
  [
    'Old Soma kept the bell of Ilm, a town on the grey coast. He never slept. Nobody <b>knew</b> why.',
    '~Vote: follow him!',
    'Soma struck the bell. A skarn came out of the sea. The crowd ran.',
  ],
  [
    'Soma met Vell & sons. The skarn, a fish with hands, took the bell. Hope was gone.',
    'Nobody knew that Soma was a skarn.',
  ],
];

const soma = {
  term: 'Soma',
  definition: 'The keeper of the bell of [[Ilm]], who never sleeps and is feared by the crowd on the coast.',
  tags: ['character'],
  evidence: [{ post_id: 1, label: 1 }],
};

function openAt(...posts: number[]) {
  const world = openStory(story);
  const context = world.read(...posts);
  const call = (name: string, input: unknown) => world.call(name, input, context);
  const create = (input: unknown) => call('glossary_create', input);
  const findSoma = () => world.glossary.findByTerm('Soma');
  return { world, context, call, create, findSoma };
}

describe('the tools a model is offered', () => {
  it('TL1: four by default, declared in at most 900 tokens', () => {
    expect([...buildToolMap(defaultTools).keys()]).toEqual([
      'glossary_search',
      'glossary_create',
      'glossary_update',
      'read_post',
    ]);
    const wire = defaultTools.map((tool) => ({ type: 'function', function: tool.declaration }));
    expect(encode(JSON.stringify(wire)).length).toBeLessThanOrEqual(900);
  });

  it('TL13: all of them take, with the instructions, at most 2,500 tokens', () => {
    const instructions = renderInstructions({ hasTools: true, notes: undefined });
    const wire = annotatorTools.map((tool) => ({ type: 'function', function: tool.declaration }));
    const tokens = encode(JSON.stringify(wire)).length + encode(instructions).length;
    expect(tokens).toBeLessThanOrEqual(2_500);
  });

  it('TL2: whatever the arguments are, the answer is words', () => {
    const { world, call, create } = openAt(1, 3);
    create(soma);
    const value = fc.jsonValue({ maxDepth: 3 });
    const keys = fc.constantFrom(
      'term',
      'definition',
      'evidence',
      'entry_id',
      'tags',
      'aliases',
      'query',
      'post_id',
      'limit',
      'reason',
      'distinct_from',
      'thread_id',
      'x',
    );
    const input = fc.oneof(
      fc.string(),
      fc.json(),
      fc.dictionary(keys, value).map((fields) => JSON.stringify(fields)),
    );
    fc.assert(
      fc.property(fc.constantFrom(...annotatorTools.map(({ name }) => name)), input, (name, text) => {
        const answer = call(name, text);
        expect(answer.say.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
    expect(verifyGlossary(world.connection, world.readBody)).toEqual([]);
  });

  it('TL20: a definition that is much longer than asked for is accepted with a remark', () => {
    const { create, findSoma } = openAt(1, 3);
    const definition = `Soma is a priest ${'and a priest '.repeat(40)}of Ilm.`;
    const answer = create({ ...soma, definition });
    expect(answer).toMatchObject({ ok: true, say: expect.stringContaining('some 60 are enough') });
    expect(findSoma()).toMatchObject({ definition });
    expect(create({ ...soma, term: 'Ilm' }).say).not.toContain('some 60');
  });

  it('TL3: accepts lists as one text, ids as text, evidence as an object or a quote, unknown keys, and nulls', () => {
    const { create, call, findSoma } = openAt(1, 3);
    const answer = create({
      ...soma,
      tags: 'Person, Bell',
      aliases: '["Old Soma"]',
      evidence: { post: '#1', label: '[1]' },
      mood: 'calm',
      status: null,
    });
    expect(answer).toEqual({ ok: true, say: '<glossary_created id="1" term="Soma" status="tentative"/>' });
    expect(findSoma()).toMatchObject({ tags: ['character', 'bell'], aliases: ['Old Soma'] });
    expect(
      call('glossary_update', { entry_id: '1', evidence: 'Soma struck the bell.', status: 'Confirmed' }).ok,
    ).toBe(true);
    expect(findSoma()).toMatchObject({ status: 'tentative', evidence: [{ postId: 3 }, { postId: 1 }] });
  });
});

describe('glossary_create', () => {
  it('CU11: what a model calls confirmed stays tentative, and the curator sees the wish', () => {
    const { create, call, findSoma, world } = openAt(1, 3);
    const id = 1 as EntryId;
    expect(create({ ...soma, status: 'confirmed' }).say).toBe(
      '<glossary_created id="1" term="Soma" status="tentative">Tentative until the curator confirms it; your wish is kept.</glossary_created>',
    );
    expect(call('glossary_update', { entry_id: 1, status: 'confirmed' }).say).toContain('your wish is kept');
    expect(findSoma()?.status).toBe('tentative');
    expect(world.glossary.listProposals(id)).toHaveLength(1);
    expect(listContested(world.glossary)).toEqual([]);
    const sources = { glossary: world.glossary, corpora: new Map([['main', world.corpus]]) };
    const dossier = collectDossier(sources, id);
    expect(dossier && renderDossier(dossier)).toContain(' wish="CONFIRM">');
  });

  it('TL4: an entry needs evidence that is in the story and names it; the answer says what would do', () => {
    const { create, world } = openAt(1, 3);
    for (const evidence of [
      undefined,
      [],
      [{ post_id: 1, quote: 'Soma was a king of the north' }],
      [{ post_id: 3, label: 3 }].slice(1),
    ]) {
      const answer = create({ ...soma, evidence });
      expect(answer).toMatchObject({ ok: false });
      expect(answer.say).toContain('Send it again with "evidence"');
    }
    expect(world.glossary.countEntries()).toBe(0);
  });

  it('TL4: a post that comes later is never cited', () => {
    const { create, world } = openAt(1, 3);
    const answer = create({
      ...soma,
      evidence: [{ post_id: 5, quote: 'Nobody knew that Soma was a skarn.' }],
    });
    expect(answer.ok).toBe(false);
    expect(world.glossary.countEntries()).toBe(0);
    expect(create({ ...soma, evidence: [{ post_id: 5, label: 1 }] }).say).toContain(
      'Post 5 has not been read yet',
    );
  });

  it('TL4: a post read in an earlier scene may be cited', () => {
    const { world } = openAt(1, 3);
    const later = world.read(4);
    expect(world.call('glossary_create', soma, later).ok).toBe(true);
    expect(world.glossary.find(1 as EntryId)?.lastUpdated.postId).toBe(4);
  });

  it('TL5: the same entry twice is one entry; with another definition, the model is shown the entry that exists', () => {
    const { create, world } = openAt(1, 3);
    create(soma);
    const again = create(soma);
    expect(again).toMatchObject({ ok: true });
    expect(again.say).toContain('id="1"');
    const other = create({ ...soma, term: 'SOMA', definition: 'A king.' });
    expect(other).toMatchObject({ ok: false });
    expect(other.say).toContain('<entry id="1" term="Soma"');
    expect(world.glossary.countEntries()).toBe(1);
    expect(world.glossary.readRevisions(1 as EntryId)).toHaveLength(7);
  });

  it('TL5: a term that differs by a capital is offered as an alias, which finds what the term does not', () => {
    const world = openStory([['They feared Ban Jed. A jed is a chief, they said, and Jed was one.']]);
    const context = world.read(1);
    const jed = {
      term: 'Jed',
      definition: 'A chief.',
      tags: ['title'],
      evidence: [{ post_id: 1, label: 1 }],
    };
    expect(world.call('glossary_create', jed, context).say).toContain(
      'The story also writes "jed": send that as an alias if it means the same.',
    );
    const answer = world.call('glossary_create', { ...jed, term: 'jed', definition: 'A rank.' }, context);
    expect(answer.say).toContain('"entry_id": 1 and "aliases": ["jed"]');
    expect(answer.say).toContain('add a suffix that tells the two apart.');
    const place = world.call('glossary_create', { ...jed, definition: 'A place.', tags: ['place'] }, context);
    expect(place.say).toContain('for another thing of that name add a suffix: "Jed (location)".');
    expect(world.glossary.readSpread(1 as EntryId).mentions).toBe(2);
    expect(world.call('glossary_update', { entry_id: 1, aliases: ['jed'] }, context).ok).toBe(true);
    expect(world.glossary.readSpread(1 as EntryId).mentions).toBe(3);
    expect(verifyGlossary(world.connection, world.readBody)).toEqual([]);
  });

  it('TL5: an entry that looks like another is held back until the model tells the two apart', () => {
    const { create, world } = openAt(1, 3);
    create(soma);
    const like = {
      term: 'Old Soma',
      definition: 'Another.',
      tags: ['character'],
      evidence: [{ post_id: 1, label: 1 }],
    };
    const answer = create(like);
    expect(answer).toMatchObject({ ok: false });
    expect(answer.say).toContain('"distinct_from": [1]');
    const keeper = { ...like, term: 'Ilm', aliases: ['Old Soma'], tags: ['character'] };
    expect(create(keeper).say).toContain(
      'Not created: "Ilm" has the alias "Old Soma" and may be the same as:',
    );
    expect(create(keeper).say).toContain(
      'If not, send it again without that alias; or, if both are called that, ',
    );
    expect(create({ ...like, distinct_from: '1' }).ok).toBe(true);
    expect(world.glossary.countEntries()).toBe(2);
  });

  it('TL5: a term that another entry has only as an alias is created, and the alias removed there, as the answer says', () => {
    const { create, call, world, findSoma } = openAt(1, 3);
    create({ ...soma, aliases: ['Skarn'] });
    world.glossary.update(1 as EntryId, { aliases: ['Skarn'] }, world.read(1, 3).source);
    const skarn = {
      term: 'skarn',
      definition: 'What came out of the sea.',
      tags: ['creature'],
      evidence: [{ post_id: 3, label: 2 }],
    };
    expect(create(skarn).say).toContain(
      '"distinct_from": [1]. "Skarn" is an alias of entry 1. If entry 1 is not called that, remove the alias from it with "remove_aliases": ["Skarn"].',
    );
    expect(create({ ...skarn, distinct_from: [1] }).ok).toBe(true);
    const wrong = call('glossary_update', { entry_id: 1, remove_aliases: ['the fish'] });
    expect(wrong.say).toContain('Nothing changed. No alias of "Soma": "the fish"; it has "Skarn".');
    expect(wrong).toMatchObject({ isPartial: true });
    call('glossary_update', { entry_id: 1, remove_aliases: ['skarn'] });
    expect(findSoma()?.aliases).toEqual([]);
  });

  it('TL4: a term in capitals that no post has is written as the scene has it', () => {
    const { create, world } = openAt(1, 3);
    const skarn = { definition: 'What came out of the sea.', tags: ['creature'] };
    const answer = create({
      ...skarn,
      term: 'SKARN',
      evidence: [{ post_id: 3, quote: 'a SKARN came out of THE sea' }],
    });
    expect(answer.say).toContain('The story writes "skarn".');
    expect(world.glossary.findByTerm('skarn')?.evidence[0]?.quote).toBe('A skarn came out of the sea.');
  });

  it('TL5: a definition that links to what is similar, or a relation to it, tells the two apart, but not from its own name', () => {
    const { create, world } = openAt(1, 3);
    create(soma);
    const evidence = [{ post_id: 1, label: 1 }];
    const old = { term: 'Old Soma', tags: ['character'], evidence };
    expect(create({ ...old, definition: 'Old [[Soma]] of the gate.', term: 'soma' }).ok).toBe(false);
    expect(create({ ...old, definition: 'Father of [[Ilm]].' }).say).toContain('"distinct_from": [1]');
    const other = openAt(1, 3);
    other.create(soma);
    const relations = [{ kind: 'parent of', to: 'Soma', evidence }];
    expect(other.create({ ...old, definition: 'Somebody.', relations }).ok).toBe(true);
    expect(create({ ...old, definition: 'Father of [[Soma]].' }).ok).toBe(true);
    expect(world.glossary.countEntries()).toBe(2);
  });

  it('TL6: an ordinary word is put on hold, which is no failure, and admitted when it is proposed again', () => {
    const { world, create, call } = openAt(1, 3);
    const crowd = {
      term: 'crowd',
      definition: 'People of the coast.',
      tags: ['faction'],
      evidence: [{ post_id: 3, label: 3 }],
    };
    expect(create(crowd)).toEqual({
      ok: true,
      isHeld: true,
      say: '<glossary_held term="crowd" mentions="1" posts="1">On hold: it is made of ordinary words and is not a name. Propose it again if readers would look it up, now or when it returns.</glossary_held>',
    });
    expect(world.glossary.countEntries()).toBe(0);
    expect(world.glossary.listHeld()).toMatchObject([
      { surface: 'crowd', definition: 'People of the coast.', evidence: { postId: 3 } },
    ]);
    expect(call('glossary_create', { ...crowd, term: 'the crowds' }).say).toContain('glossary_created');
    expect(world.glossary.findByTerm('the crowds')?.firstSeen.postId).toBe(3);
    expect(world.glossary.listHeld()).toEqual([]);
  });

  it('TL6: a word that no dictionary has becomes an entry at its first sentence', () => {
    const { create } = openAt(1, 3);
    const skarn = { term: 'skarn', definition: 'A beast from the sea.', tags: ['creature'] };
    const evidence = [{ post_id: 3, label: 2 }];
    expect(create({ ...skarn, evidence }).say).toContain('status="tentative"');
  });

  it('TL6: a model may put a word on hold itself, but a name becomes an entry all the same', () => {
    const { create, world } = openAt(1, 3);
    const skarn = { term: 'skarn', definition: 'A beast from the sea.', tags: ['creature'], status: 'Held' };
    const evidence = [{ post_id: 3, label: 2 }];
    for (const _time of [1, 2]) {
      expect(create({ ...skarn, evidence }).say).toContain('On hold: as you asked.');
    }
    expect(create({ ...soma, status: 'held' }).say).toContain('status="tentative"');
    expect(create({ ...skarn, status: 'tentative', evidence }).say).toContain('glossary_created');
    expect(world.glossary.listHeld()).toEqual([]);
  });

  it('TL4: an alias that is in no read post is left out, and the answer says so', () => {
    const { create, findSoma } = openAt(1, 3);
    const answer = create({ ...soma, aliases: ['Old Soma', 'Bellmaster'] });
    expect(answer.say).toContain('Left out, as no post read so far has it: "Bellmaster".');
    expect(findSoma()?.aliases).toEqual(['Old Soma']);
  });

  it('TL4: a term that is in no read post is refused, whatever alias was read, also when it is sent again', () => {
    const { create, world } = openAt(1, 3);
    const vell = { ...soma, term: 'Vell', aliases: ['Soma', 'the crowd'] };
    for (const _time of [1, 2]) {
      const { ok, say } = create(vell);
      expect(ok).toBe(false);
      expect(say).toContain('Not created: no post read so far has "Vell". The story writes "Soma"');
    }
    expect(world.glossary.listHeld()).toEqual([]);
    expect(create({ ...soma, term: 'Skarn' }).say).toContain('Not created: "skarn" needs evidence.');
    expect(create({ ...soma, term: 'the Soma' }).say).toContain(
      'The story writes "Soma": send it again in that form.',
    );
  });

  it('TL4: the term of another entry is no alias of something that is said to be something else', () => {
    const { create, findSoma, world } = openAt(1, 3, 4);
    const evidence = [{ post_id: 3, label: 2 }];
    create({ term: 'skarn', definition: 'A beast.', tags: ['creature'], evidence });
    const answer = create({ ...soma, aliases: ['the skarn', 'the crowd'], distinct_from: [1] });
    expect(answer.say).toContain('Left out, as another entry has that name: "the skarn".');
    expect(answer.say).toContain('On hold, as an ordinary word: "the crowd".');
    expect(findSoma()?.aliases).toEqual([]);
    expect(world.glossary.listHeld()).toMatchObject([{ surface: 'the crowd' }]);
  });

  it('TL3: evidence may be a text such as 1:1 or post 1 [1], and no refusal shows a number to copy', () => {
    for (const evidence of ['1:1', 'post 1 [1]', ['#1, label 1'], '1 [1-2]']) {
      expect(openAt(1, 3).create({ ...soma, evidence }).say).toContain('glossary_created');
    }
    const { say } = openAt(1, 3).create({ ...soma, evidence: [] });
    expect(say).toContain('Send it again with "evidence"');
    expect(say).not.toMatch(/12|label": \d/);
  });

  it('TL4: an alias that is an ordinary word is put on hold, and accepted when it is sent again', () => {
    const { create, call, findSoma, world } = openAt(1, 3);
    const answer = create({ ...soma, aliases: ['Old Soma', 'crowd'] });
    expect(answer.say).toContain('On hold, as an ordinary word: "crowd".');
    expect(findSoma()?.aliases).toEqual(['Old Soma']);
    expect(world.glossary.listHeld()).toMatchObject([
      { surface: 'crowd', definition: 'Another name for Soma.' },
    ]);
    call('glossary_update', { entry_id: 1, aliases: ['crowd'] });
    expect(findSoma()?.aliases).toEqual(['Old Soma', 'crowd']);
    expect(verifyGlossary(world.connection, world.readBody)).toEqual([]);
  });

  it('TL2: names and texts with markup are escaped', () => {
    const { create } = openAt(4);
    const answer = create({
      term: 'Vell & "sons"',
      definition: 'A <firm>.',
      tags: ['faction'],
      evidence: 'Soma met Vell &amp; sons.',
    });
    expect(answer.say).toBe(
      '<glossary_created id="1" term="Vell &amp; &quot;sons&quot;" status="tentative"/>',
    );
  });
});

describe('glossary_update and glossary_delete', () => {
  it('TL7: a new definition needs evidence and may not say less than the old one', () => {
    const { create, call, findSoma } = openAt(1, 3);
    create(soma);
    const update = (more: object) => call('glossary_update', { entry_id: 1, ...more });
    expect(update({ definition: 'He struck the bell.' }).say).toContain('needs evidence');
    const evidence = [{ post_id: 3, label: 1 }];
    expect(update({ definition: 'A man.', evidence }).say).toContain('drops most of the old one');
    expect(update({ definition: 'A man.', evidence, replaces: true }).ok).toBe(true);
    expect(findSoma()).toMatchObject({ definition: 'A man.', evidence: [{ postId: 3 }, { postId: 1 }] });
    expect(update({ definition: 'A man.' }).say).toContain('Nothing changed.');
  });

  it('GL23: an update may cite a sentence that points back beside quotes that the entry has, and never loses these', () => {
    const world = openStory([
      ['“How do you explain it, John Carter?” he asked.', '“I never age, and I love life,” was the answer.'],
    ]);
    const context = world.read(1, 2);
    const call = (name: string, input: unknown) => world.call(name, input, context);
    const definition = 'A fighting man of whom nobody knows how old he is.';
    const named = [{ post_id: 1, label: 1 }];
    const made = call('glossary_create', {
      term: 'John Carter',
      definition,
      tags: ['character'],
      evidence: named,
    });
    expect(made.ok).toBe(true);
    const told = { definition: `${definition} He never ages and loves life.`, evidence: ['2:1'] };
    expect(call('glossary_update', { entry_id: 1, ...told }).ok).toBe(true);
    const entry = world.glossary.find(1 as EntryId);
    expect(entry?.evidence.map(({ postId }) => postId)).toEqual([1, 2]);
    expect(verifyGlossary(world.connection, world.readBody)).toEqual([]);
  });

  it('TL7: the answer lists the names that a new definition no longer has', () => {
    const { world, context, create, call } = openAt(1, 3);
    create({ ...soma, definition: 'Soma keeps the gate of Ilm since March.' });
    const next = { entry_id: 1, definition: 'Soma keeps a gate.', evidence: soma.evidence };
    expect(call('glossary_update', next).say).toContain('The definition no longer mentions Ilm.');
    expect(call('glossary_update', { ...next, replaces: true, definition: 'A keeper.' }).say).not.toContain(
      'no longer mentions',
    );
    create({
      term: 'Old Vell',
      aliases: ['Vell'],
      definition: 'A town.',
      tags: ['location'],
      evidence: '4:1',
    });
    call('glossary_update', { ...next, definition: 'Soma keeps the gate of Old Vell.' });
    const linked = { ...next, definition: 'Soma keeps the gate of [[Vell]].' };
    expect(call('glossary_update', linked).say).not.toContain('no longer mentions');
    world.create(context, { term: 'March' });
    const since = { ...next, replaces: true, definition: 'Soma keeps the gate of Ilm since March.' };
    call('glossary_update', since);
    expect(call('glossary_update', next).say).toContain('The definition no longer mentions Ilm, March.');
  });

  it('TL7: an entry may be given by its name, and for a wrong id the answer names the nearest', () => {
    const { create, call } = openAt(1, 3);
    create(soma);
    expect(call('glossary_update', { entry_id: 'soma', status: 'confirmed' }).say).toContain(
      'your wish is kept',
    );
    expect(call('glossary_update', { term: 'Soma' }).say).toBe(
      'The arguments do not fit: entry_id: is missing: expected integer. Send at least {"entry_id": …}.',
    );
    expect(call('glossary_update', { entry_id: 77, status: 'confirmed' }).say).toContain(
      'There is no entry "77"',
    );
    expect(call('glossary_update', { entry_id: 'keeper', status: 'confirmed' }).say).toContain(
      '<entry id="1"',
    );
  });

  it('TL7: a name with a number in it is the name, not the id of another entry', () => {
    const world = openStory([['Soma met K-1 and K-2 in Room 1.']]);
    const context = world.read(1);
    const call = (input: unknown) => world.call('glossary_update', input, context);
    world.create(context, { term: 'Soma' });
    world.create(context, { term: 'K-1' });
    expect(call({ entry_id: 'K-1', tags: ['item'] }).ok).toBe(true);
    expect(world.glossary.findByTerm('K-1')?.tags).toEqual(['item']);
    expect(call({ entry_id: 'Room 1', tags: ['location'] }).say).toContain('There is no entry "Room 1"');
    expect(call({ entry_id: 'K-2', tags: ['location'] }).say).toContain('There is no entry "K-2"');
    expect(world.glossary.findByTerm('Soma')?.tags).toEqual([]);
    for (const id of ['id 1', '#1', 'entry 1', '[1]', 'Entry 1.', '[id 1]', 'no. 1'])
      expect(call({ entry_id: id, tags: ['character'] }).ok).toBe(true);
  });

  it('TL7: a rename keeps the old name as an alias, and a taken name is refused', () => {
    const { create, call, world, findSoma } = openAt(1, 3);
    create(soma);
    create({ term: 'Ilm', definition: 'A town.', tags: ['location'], evidence: [{ post_id: 1, label: 1 }] });
    expect(call('glossary_update', { entry_id: 1, term: 'Ilm' }).say).toContain(
      'Not changed: entry 2 is called that already.',
    );
    expect(call('glossary_update', { entry_id: 1, aliases: ['Ilm'] }).say).toContain('"distinct_from": [2]');
    expect(call('glossary_update', { entry_id: 1, term: 'Old Soma' }).ok).toBe(true);
    expect(world.glossary.find(1 as EntryId)).toMatchObject({ term: 'Old Soma', aliases: ['Soma'] });
    expect(findSoma()).toBeUndefined();
    const answer = call('glossary_update', {
      entry_id: 1,
      remove_aliases: ['Soma'],
      term: 'Ilm (person)',
      distinct_from: [2],
    });
    expect(answer.ok).toBe(true);
    expect(verifyGlossary(world.connection, world.readBody)).toEqual([]);
  });

  it('TL7: a deletion needs a reason and stays on record', () => {
    const { create, call, world } = openAt(1, 3);
    create(soma);
    expect(call('glossary_delete', { entry_id: 1 }).ok).toBe(false);
    expect(call('glossary_delete', { entry_id: 1, reason: 'merged' })).toEqual({
      ok: true,
      say: '<glossary_deleted id="1" term="Soma"/>',
    });
    expect(call('glossary_delete', { entry_id: 1, reason: 'merged' }).say).toBe(
      'Entry 1 is gone: you deleted "Soma" at post 3 (merged). Leave it out, or create it anew with evidence that it did not have then.',
    );
    expect(world.glossary.readRevisions(1 as EntryId).at(-1)).toMatchObject({
      field: 'deleted',
      reason: 'merged',
    });
  });
});

describe('the tools that read', () => {
  it('TL9: search shows entries, and those behind links when asked', () => {
    const { create, call } = openAt(1, 3);
    create(soma);
    create({ term: 'Ilm', definition: 'A town.', tags: ['location'], evidence: [{ post_id: 1, label: 1 }] });
    expect(call('glossary_search', { query: 'keeper', limit: 1 }).say).toMatchInlineSnapshot(`
      "<search_results query="keeper" count="1">
      <entry id="1" term="Soma" tags="character" status="tentative">The keeper of the bell of [[Ilm]], who never sleeps and is feared by the crowd on the coast.</entry>
      </search_results>"
    `);
    expect(call('glossary_search', { query: 'keeper', limit: 1, include_references: true }).say).toContain(
      '<referenced>\n<entry id="2"',
    );
    expect(call('glossary_search', { query: 'nothing of it' }).say).toBe(
      '<search_results query="nothing of it" count="0"/>',
    );
  });

  it('TL10: no tool shows a post after the position', () => {
    const { call, world } = openAt(1, 3);
    expect(call('read_post', { post_id: 1, after: 5 }).say).toMatchInlineSnapshot(`
      "<posts>
      <post id="1" thread="1">
      [1] Old Soma kept the bell of Ilm, a town on the grey coast. [2] He never slept. [3] Nobody &lt;b&gt;knew&lt;/b&gt; why.
      </post>
      <post id="2" thread="1">
      [1] Vote: follow him!
      </post>
      <post id="3" thread="1">
      [1] Soma struck the bell. [2] A skarn came out of the sea. [3] The crowd ran.
      </post>
      </posts>"
    `);
    for (const [name, input] of [
      ['read_post', { post_id: 4 }],
      ['read_thread_range', { thread_id: 2 }],
      ['read_thread_range', { thread_id: 1, start_post_id: 4 }],
      ['read_post', { post_id: 99 }],
    ] as const) {
      expect(call(name, input)).toMatchObject({ ok: false });
    }
    const later = world.read(4);
    expect(world.call('read_post', { post_id: 4, include_adjacent: true }, later).say).not.toContain(
      'id="5"',
    );
    expect(
      world
        .call('read_thread_range', { thread_id: 1, tag_filter: 'qm_post' }, later)
        .say.match(/post id="\d"/g),
    ).toEqual(['post id="1"', 'post id="3"']);
  });

  it('TL10: of a post that is read in parts, only the parts read so far are shown and cited', () => {
    const { world, context } = openAt(1);
    const [post] = context.scenePosts;
    const cut = {
      ...context,
      scenePosts: post === undefined ? [] : [{ ...post, span: { start: 0, end: 56 } }],
    };
    expect(world.call('read_post', { post_id: 1 }, cut).say).not.toContain('slept');
    expect(
      world.call('glossary_create', { ...soma, evidence: [{ post_id: 1, label: 2 }] }, cut).say,
    ).toContain('its labels are 1 to 1');
  });

  it('TL11: bookmarks are listed if there are any', () => {
    const { context, world, call } = openAt(1);
    expect(call('list_snapshots', {}).say).toBe('<snapshots count="0"/>');
    const listed = {
      id: 3,
      type: 'checkpoint',
      position: context.position,
      entryCount: 2,
      note: 'end of <thread>',
      createdAt: '2024',
    };
    const answer = world.call(
      'list_snapshots',
      { limit: 999 },
      {
        ...context,
        snapshots: { list: ({ limit }) => (limit === 100 ? [listed] : []), findFirstKnowing: () => listed },
      },
    );
    expect(answer.say).toContain(
      '<snapshot id="3" type="checkpoint" corpus="main" thread="1" post="1" entries="2" at="2024">end of &lt;thread&gt;</snapshot>',
    );
  });
});
