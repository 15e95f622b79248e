// Proves that a growing story is followed: new posts are read, earlier readings stay, and changes are reported.

import { rmSync } from 'node:fs';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { describe, expect, it } from 'vitest';
import { annotate } from '../../src/annotate.ts';
import { readChanges } from '../../src/inspect/read-changes.ts';
import { listChangedCorpora, readStatus } from '../../src/inspect/read-status.ts';
import { openAnnotator } from '../../src/journal/open-annotator.ts';
import { openBuiltInReader } from '../../src/reader/built-in-reader.ts';
import type { RunEvent } from '../../src/runner/run-events.ts';
import { defaultRunSettings, type RunSettings } from '../../src/runner/run-settings.ts';
import { verifyAnnotator } from '../../src/verify-annotator.ts';
import { addCorpus } from '../../src/world/add-corpus.ts';
import { createWorld } from '../../src/world/open-world.ts';
import { type ForeignPost, writeForeignCorpus } from '../foreign-corpus-store.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

const environment = buildFakeEnvironment();
const story: readonly ForeignPost[] = [
  { id: 10, threadId: 1, body: 'Soma was the keeper of Vell. In Vell the gate was shut.' },
  { id: 30, threadId: 1, body: 'At night Soma slept, and Vell slept with Soma.' },
  { id: 50, threadId: 2, body: 'Quillon was a thief of bells. In Vell they feared Quillon.' },
  { id: 70, threadId: 2, body: 'By dawn Quillon was gone from Vell.' },
];
const more: readonly ForeignPost[] = [
  { id: 90, threadId: 2, body: 'But then Ondine came. Ondine was the last ferrywoman of Vell.' },
  { id: 110, threadId: 3, body: 'In spring Ondine left, and Soma wept for Ondine.' },
];

/** Adds a post by a reader after each post, so that each post is a scene of its own. */
function addReader(post: ForeignPost): readonly ForeignPost[] {
  return [post, { id: Number(post.id) + 5, threadId: post.threadId, body: 'And then?', tags: [] }];
}

async function openFollowed(posts: readonly ForeignPost[]) {
  const folder = createTemporaryFolder();
  const path = folder.path('story.db');
  const write = (next: readonly ForeignPost[]) => {
    rmSync(path, { force: true });
    writeForeignCorpus(path, next.flatMap(addReader), { isIndexed: true });
  };
  write(posts);
  const empty = createWorld({ dir: folder.path('world'), title: 'Vell', clock: environment.clock });
  const { world } = await addCorpus(empty, { path });
  const read = async (settings: Partial<RunSettings> = {}) => {
    const events: RunEvent[] = [];
    const outcome = await annotate({
      world,
      model: openBuiltInReader(),
      environment,
      settings: { ...defaultRunSettings, curates: false, ...settings },
      stop: { isRequested: () => false, abort: new AbortController().signal },
      emit: (event) => events.push(event),
    });
    return { outcome, followed: events.find((event) => event.kind === 'corpus-followed'), events };
  };
  const open = () => openAnnotator(world, { clock: environment.clock });
  return { write, read, open };
}

type Followed = Awaited<ReturnType<typeof openFollowed>>;

function describeWorld({ open }: Followed) {
  const annotator = open();
  const scenes = [...annotator.stores.ledger.iterateScenes()];
  const entries = [...annotator.stores.glossary.iterateEntries()];
  const found = {
    posts: scenes.map(({ threadId, sceneIndex, firstPostId, lastPostId }) => [
      threadId,
      sceneIndex,
      firstPostId,
      lastPostId,
    ]),
    statuses: [...new Set(scenes.map(({ status }) => status))],
    entries: entries.map(({ term, definition, aliases }) => ({ term, definition, aliases })),
    problems: verifyAnnotator(annotator).problems.map(({ code }) => code),
    differences: readStatus(annotator).differences.map(({ kind, postId, citing }) => [kind, postId, citing]),
    newest: annotator.stores.glossary.readNewestRevision(),
  };
  annotator.close();
  return found;
}

describe('a story that grows', () => {
  it('FO1: a file that was only copied has nothing new, though half of it is unread', async () => {
    const followed = await openFollowed(story);
    await followed.read({ limit: 1 });
    followed.write(story);
    const { outcome, followed: noticed } = await followed.read();
    expect(outcome.kind).toBe('finished');
    expect(noticed).toBeUndefined();
  });

  it('FO1: is read on from where it ended, and ends the same as one that is read at once', async () => {
    const followed = await openFollowed(story);
    await followed.read();
    const before = describeWorld(followed);
    const listChanged = () => {
      const annotator = followed.open();
      const changed = listChangedCorpora(annotator);
      annotator.close();
      return changed;
    };
    expect(listChanged()).toEqual([]);
    followed.write([...story, ...more]);
    expect(listChanged()).toEqual(['story']);
    const { followed: event, events } = await followed.read();
    expect(listChanged()).toEqual([]);
    expect(event).toMatchObject({ newPosts: 2, differences: [], isUnsure: false });
    const opened = events.filter(({ kind }) => kind === 'scene-opened');
    expect(opened).toHaveLength(describeWorld(followed).posts.length - before.posts.length);
    const atOnce = await openFollowed([...story, ...more]);
    await atOnce.read();
    expect({ ...describeWorld(followed), newest: 0 }).toEqual({ ...describeWorld(atOnce), newest: 0 });
    expect((await followed.read()).followed).toBeUndefined();
  });

  it('FO1: what was planned and not begun is planned anew, in the middle of a reading too', async () => {
    const followed = await openFollowed(story);
    await followed.read({ limit: 1 });
    followed.write([...story.slice(0, 3), ...more]);
    await followed.read();
    const after = describeWorld(followed);
    expect(after).toMatchObject({ statuses: ['committed'], problems: [], differences: [] });
    expect(after.posts.flat()).not.toContain(70);
  });

  it('FO2: a change before the end is reported once, with the entries that quote it, and not read again', async () => {
    const followed = await openFollowed(story);
    await followed.read();
    const [first, ...rest] = story;
    const edited = {
      ...first,
      body: 'Soma is the warden of Vell. In Vell the gate was shut.',
    } as ForeignPost;
    followed.write([edited, { id: 12, threadId: 1, body: 'A line left out.' }, ...rest, ...more]);
    const { followed: event } = await followed.read();
    expect(event).toMatchObject({
      newPosts: 2,
      differences: [
        { kind: 'edited', postId: 10 },
        { kind: 'inserted', postId: 12 },
      ],
    });
    const after = describeWorld(followed);
    expect(after.differences).toEqual([
      ['edited', 10, ['Vell']],
      ['inserted', 12, []],
    ]);
    expect(after.problems).toContain('evidence.moved');
    await followed.read();
    expect(describeWorld(followed).differences).toHaveLength(2);
  });

  it('FO2: a change that was reported is no damage: in an edited post only quotes are checked', async () => {
    const followed = await openFollowed(story);
    await followed.read();
    const [first, ...rest] = story;
    followed.write([
      { ...first, body: `Long ago, ${first?.body} Soma and Vell, Vell and Soma.` } as ForeignPost,
      ...rest,
    ]);
    expect(describeWorld(followed).problems).toContain('search.differs');
    await followed.read();
    const quotes = ['evidence.moved', 'revision.differs'];
    expect(describeWorld(followed).problems.filter((code) => !quotes.includes(code))).toEqual([]);
  });

  it('FO2: an edit that changes neither size nor number of posts is noticed', async () => {
    const followed = await openFollowed(story);
    await followed.read();
    followed.write(story.map((post) => ({ ...post, body: post.body?.replace('slept', 'wept.') ?? '' })));
    expect((await followed.read()).followed).toMatchObject({ differences: [{ kind: 'edited', postId: 30 }] });
  });

  it('FO2: a file that has nothing of what was read is refused', async () => {
    const followed = await openFollowed(story);
    await followed.read();
    followed.write([{ id: 50, threadId: 2, body: 'Another story.' }]);
    await expect(followed.read()).rejects.toMatchObject({ code: 'corpus.changed' });
  });

  it('FO3: the report names what is new, and what is known better or differently since', async () => {
    const followed = await openFollowed(story);
    await followed.read();
    const { newest } = describeWorld(followed);
    followed.write([...story, ...more]);
    await followed.read();
    const annotator = followed.open();
    const { glossary } = annotator.stores;
    const soma = glossary.findByTerm('Soma');
    const quillon = glossary.findByTerm('Quillon');
    const vell = glossary.findByTerm('Vell');
    if (soma === undefined || quillon === undefined || vell === undefined) throw new Error('Who is missing?');
    const position = soma.lastUpdated;
    const source = {
      author: 'agent',
      position,
      stepId: undefined,
      model: 'm',
      promptVersion: 'p',
      reason: 'r',
    } as const;
    glossary.update(soma.id, { definition: 'A stranger from the north.', status: 'confirmed' }, source);
    glossary.delete(quillon.id, source);
    const changes = readChanges(annotator, newest);
    const terms = (kind: keyof typeof changes) => changes[kind].map(({ term }) => term);
    expect(terms('created')).toEqual(['Ondine']);
    expect(terms('contradicted')).toContain('Soma');
    expect(terms('confirmed')).toEqual(['Soma']);
    expect(terms('rejected')).toEqual(['Quillon']);
    expect(readChanges(annotator, glossary.readNewestRevision()).created).toEqual([]);
    const since = glossary.readNewestRevision();
    for (const status of ['confirmed', 'tentative'] as const) glossary.update(vell.id, { status }, source);
    expect(readChanges(annotator, since).confirmed).toEqual([]);
    annotator.close();
  });
});
