// Tests inspecting: homographs, deleted entries, missing story files, and threads with the same number.

import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../../test/temporary-folder.ts';
import type { Position, PostId, ThreadId } from '../corpus/corpus.ts';
import { exportGlossary } from '../export/export-glossary.ts';
import type { ChangeSource, Evidence } from '../glossary/entry.ts';
import { type Annotator, openAnnotator } from '../journal/open-annotator.ts';
import { addCorpus } from '../world/add-corpus.ts';
import { createWorld, openWorld } from '../world/open-world.ts';
import {
  findSceneAccount,
  listEntryAccounts,
  listNamesLike,
  listSimilarTerms,
  listThreadAccounts,
} from './accounts.ts';
import { readStatus } from './read-status.ts';

const clock = { now: () => 0, monotonic: () => 0, sleep: async () => undefined };
const body = 'Nothing stirred. “At dawn,” said Dawn, who kept the gate, “we go.” The gate opened.';
const quote = 'said Dawn, who kept the gate';

let dir = '';
let annotator: Annotator;
beforeEach(async () => {
  const folder = createTemporaryFolder();
  dir = folder.path('world');
  let world = createWorld({ dir, title: 'Salt', clock });
  for (const name of ['one', 'two']) {
    writeFileSync(
      folder.path(`${name}.jsonl`),
      `${JSON.stringify({ thread: name, body: `${body} ${name}` })}\n`,
    );
    world = (await addCorpus(world, { path: folder.path(`${name}.jsonl`) })).world;
  }
  annotator = openAnnotator(world, { clock });
});
afterEach(() => annotator.close());

const position: Position = { corpus: 'one', threadId: 1 as ThreadId, postId: 1 as PostId };
const source: ChangeSource = {
  author: 'agent',
  position,
  stepId: undefined,
  model: 'test:model',
  promptVersion: undefined,
  reason: undefined,
};

function create(term: string, aliases: readonly string[] = []) {
  const start = body.indexOf(quote);
  const stand = { start, end: start + quote.length, quote, isSnapped: false };
  const evidence: Evidence[] = [{ corpus: 'one', postId: 1 as PostId, ...stand }];
  const rest = { definition: `${term} it is.`, status: 'tentative', tags: ['character'], evidence } as const;
  return annotator.stores.glossary.create({ term, aliases, ...rest }, source);
}

describe('an entry', () => {
  it('RL6: is shown with what it is to others, and with whom it is named', () => {
    const post = annotator.corpora.get('one')?.findPost(1 as PostId);
    if (post === undefined) throw new Error('There is no post.');
    const dawn = create('Dawn (character)');
    const [evidence] = dawn.evidence;
    const gate = create('gate');
    const { glossary } = annotator.stores;
    if (evidence === undefined) throw new Error('There is no quote.');
    glossary.update(dawn.id, { relations: [{ kind: 'holds', to: gate.id, evidence }] }, source);
    glossary.recordReadPosts('one', [{ ...post, span: { start: 0, end: post.body.length } }]);
    const [ofDawn, ofGate] = ['Dawn', 'gate'].map((name) => listEntryAccounts(annotator, name)[0]);
    expect(ofDawn?.relations).toMatchObject([{ wording: 'holds', to: { term: 'gate' }, isInverse: false }]);
    expect(ofGate?.relations).toMatchObject([
      { wording: 'held by', to: { term: 'Dawn (character)' }, quote: { evidence: { quote } } },
    ]);
    expect(ofGate?.together).toEqual([{ id: dawn.id, term: 'Dawn (character)', posts: 1 }]);
  });

  it('GL3: is shown with all posts in which its name stands, also within a longer name of another entry', () => {
    const read = (corpus: string) => {
      const post = annotator.corpora.get(corpus)?.findPost(1 as PostId);
      if (post === undefined) throw new Error('There is no post.');
      const span = { start: 0, end: post.body.length };
      annotator.stores.glossary.recordReadPosts(corpus, [{ ...post, span }]);
    };
    for (const corpus of ['one', 'two']) read(corpus);
    const dawn = create('Dawn');
    const readCounts = () =>
      listEntryAccounts(annotator, `${dawn.id}`).map(({ spread, standing }) => [spread, standing]);
    const twice = { mentions: 2, posts: 2, threads: 2 };
    expect(readCounts()).toEqual([[twice, twice]]);
    create('said Dawn');
    const [none, once] = [0, 1].map((count) => ({ mentions: count, posts: count, threads: count }));
    expect(readCounts()).toEqual([[none, once]]);
    // The post that first names the entry also counts without a quote; a first place that does not name it does not
    // count.
    annotator.stores.glossary.update(dawn.id, { evidence: [] }, { ...source, author: 'human' });
    expect(readCounts()).toEqual([[none, once]]);
    const unnamed = annotator.stores.glossary.create({ ...dawn, term: 'Dusk', evidence: [] }, source);
    expect(listEntryAccounts(annotator, `${unnamed.id}`)[0]?.standing).toEqual(none);
  });

  it('GL5: is named by posts of its own story, however often another story names it later', () => {
    const { glossary } = annotator.stores;
    for (const corpus of ['one', 'two']) {
      const post = annotator.corpora.get(corpus)?.findPost(1 as PostId);
      if (post === undefined) throw new Error('There is no post.');
      glossary.recordReadPosts(corpus, [{ ...post, span: { start: 0, end: post.body.length } }]);
    }
    for (const corpus of ['one', 'two']) expect(glossary.listBearing(corpus, ['Dawn'], 1)).toEqual([1]);
    expect(glossary.listBearing('three', ['Dawn'], 1)).toEqual([]);
    expect(glossary.listBearing('one', ['Nobody'], 1)).toEqual([]);
  });

  it('GL19: is shown with the entries that were merged into it and can be brought back, and with the revision', () => {
    const { glossary } = annotator.stores;
    const dawn = create('Dawn');
    const [keeper, guard] = [create('Gatekeeper'), create('guard')];
    const human = { ...source, author: 'human' } as const;
    for (const from of [keeper.id, guard.id]) glossary.merge({ from, into: dawn.id, source: human });
    glossary.update(dawn.id, { definition: 'She keeps the gate.' }, human);
    const readMerged = () => listEntryAccounts(annotator, `${dawn.id}`)[0]?.merged;
    const written = glossary.readRevisions(dawn.id).filter(({ reason }) => reason === 'merged with "guard"');
    expect(written.length).toBeGreaterThan(0);
    expect(readMerged()?.map(({ term }) => term)).toEqual(['guard', 'Gatekeeper']);
    expect(readMerged()?.[0]).toMatchObject({ id: guard.id, term: 'guard', revision: written[0]?.id });
    expect(readMerged()?.[0]?.merge).toEqual(glossary.readRevisions(guard.id).at(-1));
    glossary.restore(guard.id, human);
    expect(readMerged()?.map(({ id }) => id)).toEqual([keeper.id]);
    glossary.merge({ from: dawn.id, into: guard.id, source: human });
    expect(listEntryAccounts(annotator, `${guard.id}`)[0]?.merged).toMatchObject([{ id: dawn.id }]);
  });

  it('is found by its term, its number, an alias; homographs come together', () => {
    const person = create('Dawn (character)', ['the Gatekeeper']);
    create('dawn (time)');
    const find = (name: string) => listEntryAccounts(annotator, name).map((account) => account.entry?.term);
    expect(find('dawn')).toEqual(['Dawn (character)', 'dawn (time)']);
    expect(find('Dawn (Character)')).toEqual(['Dawn (character)']);
    expect(find('the gatekeeper')).toEqual(['Dawn (character)']);
    expect(find(`#${person.id}`)).toEqual(['Dawn (character)']);
    expect(find('Dusk')).toEqual([]);
    expect(listSimilarTerms(annotator, 'dawn (charakter)')[0]).toBe('Dawn (character)');
  });

  it('GL15: names with a word that was typed with an error are listed, and none for words that are far from any', () => {
    create('Dawn (character)', ['Ludovic Hale']);
    for (const typed of ['ludowic', 'Ludovik Hall', 'find ludovicc', 'Hael Ludvic'])
      expect(listNamesLike(annotator, typed)).toEqual(['Ludovic Hale']);
    for (const typed of ['lantern', 'hal', 'down', 'xyzzy', ''])
      expect(listNamesLike(annotator, typed)).toEqual(typed === 'down' ? ['Dawn (character)'] : []);
  });

  it('shows a quote within its sentence', () => {
    create('Dawn');
    const [account] = listEntryAccounts(annotator, 'Dawn');
    expect(account?.quotes[0]).toMatchObject({
      before: '“At dawn,” ',
      after: ', “we go.”',
      threadTitle: 'one',
    });
  });

  it('that was deleted still has its revisions, newest first', () => {
    const { id } = create('Dawn');
    annotator.stores.glossary.delete(id, { ...source, reason: 'nobody' });
    const [account] = listEntryAccounts(annotator, String(id));
    expect(account?.entry).toBeUndefined();
    expect(account?.revisions[0]).toMatchObject({ field: 'deleted', reason: 'nobody' });
    expect(account?.revisions.at(-1)?.field).toBe('term');
  });

  it('can be looked at when its story is gone', () => {
    create('Dawn');
    annotator.close();
    rmSync(`${dir}/corpora/one.db`);
    annotator = openAnnotator(openWorld(dir), { clock, mustExist: true });
    expect(listEntryAccounts(annotator, 'Dawn')[0]?.quotes[0]).toMatchObject({
      evidence: { quote },
      before: undefined,
    });
    const files = readStatus(annotator).corpora.map((corpus) => [corpus.name, corpus.file]);
    expect(files).toEqual([
      ['one', 'vanished'],
      ['two', 'unread'],
    ]);
  });
});

describe('threads and scenes', () => {
  it('are found in every corpus that has the number, or in the one that was named', () => {
    create('Dawn');
    const found = listThreadAccounts(annotator, 1);
    expect(found.map(({ corpus, entries }) => [corpus, entries.length])).toEqual([
      ['one', 1],
      ['two', 0],
    ]);
    expect(listThreadAccounts(annotator, 1, 'two')).toHaveLength(1);
    expect(listThreadAccounts(annotator, 7)).toEqual([]);
    expect(findSceneAccount(annotator, 1)).toBeUndefined();
  });
});

describe('the export of a glossary', () => {
  it('EX2: weighs entries by what was read, and filters by status and tag', () => {
    const post = annotator.corpora.get('one')?.findPost(1 as PostId);
    if (post === undefined) throw new Error('The post is not there.');
    create('Nobody');
    create('Dawn');
    const span = { start: 0, end: post.body.length };
    annotator.stores.glossary.recordReadPosts('one', [{ ...post, span }]);
    const { entries, world } = exportGlossary(annotator);
    expect(world).toBe('Salt');
    expect(entries.map((entry) => entry.term)).toEqual(['Dawn', 'Nobody']);
    expect(entries[0]?.salience).toBeGreaterThan(0);
    expect(exportGlossary(annotator, { tags: ['location'] }).entries).toEqual([]);
    expect(exportGlossary(annotator, { tags: ['location', 'character'] }).entries).toHaveLength(2);
    expect(exportGlossary(annotator, { status: 'tentative' }).entries).toHaveLength(2);
  });
});
