// Tests reading a chapter: names are marked from where a reader knows them, and a card reveals nothing later.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSampleWorld, type SampleWorld } from '../../test/support/sample-world.ts';
import type { PostId } from '../corpus/corpus.ts';
import { editEntry, mergeInto } from '../edit/edit-glossary.ts';
import type { EntryId, GlossaryEntry } from '../glossary/entry.ts';
import { openWorldView } from '../moments/open-world-view.ts';
import { readReaderPlace, removeReaderLimit, writeReaderPlace } from '../moments/reader-place.ts';
import { listChapters } from './list-chapters.ts';
import { type NameHistory, openNameHistory } from './name-history.ts';
import { findCard } from './read-card.ts';
import { type ChapterPage, readChapter } from './read-chapter.ts';
import { findKeptStanding, findReaderStanding, setReadingPoint } from './reader-standing.ts';

let sample: SampleWorld;
let kept: NameHistory;
beforeAll(async () => {
  sample = await readSampleWorld();
  kept = openNameHistory(sample.annotator);
});
afterAll(() => sample.remove());

function readAll(from?: 'kept'): readonly { readonly corpus: string; readonly page: ChapterPage }[] {
  const { annotator } = sample;
  const history = from === 'kept' ? kept : openNameHistory(annotator);
  history.update(annotator);
  return listChapters(annotator, undefined).map(({ corpus, threadId }) => ({
    corpus,
    page: readChapter(annotator, history, { corpus, threadId, from: 0 }),
  }));
}

/** Lists every name that is marked, with the end of its sentence. */
function listMarked() {
  return readAll().flatMap(({ corpus, page }) =>
    page.paragraphs.flatMap(({ postId, start, text, marks }) =>
      marks.flatMap(({ entries, end, isNew }) => {
        const offset = start + (text.indexOf('.', end) + 1 || text.length);
        return entries.map((id) => ({ id, corpus, postId, offset, isNew }));
      }),
    ),
  );
}

describe('a chapter to be read', () => {
  test('PG1: each paragraph is in its post word for word, and each mark covers a name of its entry', () => {
    const { annotator } = sample;
    let marks = 0;
    for (const { corpus, page } of readAll()) {
      for (const { postId, start, text, marks: found } of page.paragraphs) {
        expect(
          annotator.corpora
            .get(corpus)
            ?.findBody(postId)
            ?.slice(start, start + text.length),
        ).toBe(text);
        for (const mark of found) {
          expect(mark.entries.length).toBeGreaterThan(0);
          expect(text.slice(mark.start, mark.end)).toMatch(/\p{L}/u);
          marks += 1;
        }
      }
    }
    expect(marks).toBeGreaterThan(100);
  });

  test('PG2: each name is new once, and marked from there on', () => {
    const met = new Map<number, number>();
    for (const { id, isNew } of listMarked()) met.set(id, (met.get(id) ?? 0) + (isNew ? 1 : 0));
    expect(met.size).toBeGreaterThan(10);
    expect([...met.values()].every((count) => count <= 1)).toBe(true);
    expect([...met.values()].filter((count) => count === 1).length).toBeGreaterThan(10);
  });

  test('PG2: what becomes an entry later is marked as new where the story first names it, and its card says no more', async () => {
    const told =
      'Then the duke laughed. The duke sat down. We asked the duke for a light. Here the duke slept.';
    const posts = [
      { thread: 'One', body: 'Mira Stone came to the mill. She knew no Duke of Orm.' },
      { thread: 'One', body: 'There was a loud knock. “I am a duke,” said the stranger. The duke sat down.' },
      { thread: 'Two', body: told },
      { thread: 'Two', body: 'Is the duke a cheat?', tags: ['reader'] },
      { thread: 'Three', body: told },
      { thread: 'Four', body: told },
    ].map((post) => ({ tags: ['qm_post'], ...post }));
    const path = join(sample.folder, 'late.jsonl');
    writeFileSync(path, posts.map((post) => JSON.stringify(post)).join('\n'));
    const { annotator, remove } = await readSampleWorld(path);
    const entry = [...annotator.stores.glossary.iterateEntries()].find(({ term }) => term === 'the duke');
    if (entry === undefined) throw new Error('The duke is no entry.');
    const history = openNameHistory(annotator);
    const marks = listChapters(annotator, undefined).flatMap(({ corpus, threadId }) =>
      readChapter(annotator, history, { corpus, threadId, from: 0 }).paragraphs.flatMap((paragraph) =>
        paragraph.marks
          .filter(({ entries }) => entries.includes(entry.id))
          .map(({ isNew, start, end }) => ({
            isNew,
            name: paragraph.text.slice(start, end),
            place: { corpus, postId: paragraph.postId, offset: paragraph.start + end },
          })),
      ),
    );
    const [first, ...others] = marks;
    if (first === undefined) throw new Error('The duke is not marked.');
    expect([first.name, first.isNew]).toEqual(['The duke', true]);
    expect(first.place.postId).toBe(entry.firstSeen.postId);
    expect(entry.firstSeen.threadId).toBe(1);
    expect(others.length).toBeGreaterThan(5);
    expect(others.some(({ isNew }) => isNew)).toBe(false);
    const card = findCard(annotator, entry.id, first.place);
    expect(card).toMatchObject({ term: 'the duke', isNewHere: true, quotes: [], aliases: [], relations: [] });
    expect(card?.definition).toBeUndefined();
    expect(card?.kind).toBeUndefined();
    expect(findCard(annotator, entry.id, { ...first.place, offset: 10 })).toBeUndefined();
    remove();
  });

  test('PG2: no name is marked before the story has named it, and nearly all are new in the post of their first place', () => {
    const { glossary } = sample.annotator.stores;
    const marked = listMarked().flatMap(({ id, postId, isNew }) => {
      const entry = glossary.find(id as EntryId);
      return entry === undefined ? [] : [{ postId, isNew, term: entry.term, first: entry.firstSeen.postId }];
    });
    expect(marked.filter(({ postId, first }) => postId < first)).toEqual([]);
    const news = marked.filter(({ isNew }) => isNew);
    const later = news.filter(({ postId, first }) => postId > first).map(({ term }) => term);
    expect(news.length).toBeGreaterThan(10);
    // Until then, the story has `Low Veyre` but not `Veyre` alone, and calls Ysolde Marr `Wickwright Marr`.
    expect(later).toEqual(['Veyre', 'Ysolde Marr']);
  });

  test('PG2, PG3: a reader’s post before the first scene of a thread, or in a thread without scenes, knows what came before', async () => {
    const told = (name: string, what: string) =>
      `${name} came to the mill. ${name} is the ${what} of Greyford. Everybody knew ${name} by then.`;
    const posts = [
      { thread: 'One', body: told('Mira Stone', 'miller'), tags: ['qm_post'] },
      { thread: 'Two', body: 'Will Mira Stone meet Corvin Hale?', tags: ['reader'] },
      { thread: 'Two', body: told('Corvin Hale', 'warden'), tags: ['qm_post'] },
      { thread: 'Three', body: 'Is Corvin Hale a friend of Edda Wren?', tags: ['reader'] },
      { thread: 'Four', body: told('Edda Wren', 'harbour mistress'), tags: ['qm_post'] },
    ];
    const path = join(sample.folder, 'forum.jsonl');
    writeFileSync(path, posts.map((post) => JSON.stringify(post)).join('\n'));
    const forum = await readSampleWorld(path);
    const history = openNameHistory(forum.annotator);
    const marked = listChapters(forum.annotator, undefined).flatMap(({ corpus, threadId }) =>
      readChapter(forum.annotator, history, { corpus, threadId, from: 0 }).paragraphs.map(
        ({ postId, text, marks }) => ({
          post: { corpus, postId, offset: text.length },
          ids: marks.flatMap(({ entries }) => entries),
          names: marks.map(({ start, end }) => text.slice(start, end)),
        }),
      ),
    );
    expect(marked.map(({ names }) => [...new Set(names)])).toEqual([
      ['Mira Stone', 'Greyford'],
      ['Mira Stone'],
      ['Corvin Hale', 'Greyford'],
      ['Corvin Hale'],
      ['Edda Wren', 'Greyford'],
    ]);
    const [, early, , alone, last] = marked;
    const [warden, mistress] = [marked[2]?.ids[0], last?.ids[0]] as EntryId[];
    if (early === undefined || alone === undefined || warden === undefined || mistress === undefined)
      throw new Error('Nothing is marked.');
    expect(findCard(forum.annotator, warden, early.post)).toBeUndefined();
    expect(findCard(forum.annotator, warden, alone.post)?.term).toBe('Corvin Hale');
    expect(findCard(forum.annotator, mistress, alone.post)).toBeUndefined();
    forum.remove();
  });

  test('PG3: a card at a sentence quotes nothing that comes after it', () => {
    const behind = listMarked().flatMap(({ id, corpus, postId, offset }) => {
      const card = findCard(sample.annotator, id as EntryId, { corpus, postId, offset });
      return (card?.quotes ?? []).map(({ evidence }) => ({ evidence, postId, offset }));
    });
    expect(behind.length).toBeGreaterThan(100);
    for (const { evidence, postId, offset } of behind)
      expect(evidence.postId < postId || (evidence.postId === postId && evidence.end <= offset)).toBe(true);
  });

  test('RL4: a card leads to what the other entry of a relation has become', async () => {
    const told = (name: string, what: string) =>
      `${name} came to the mill. ${name} is the ${what} of Greyford. Everybody knew ${name} by then.`;
    const posts = [
      { thread: 'One', body: told('Mira Stone', 'miller') },
      { thread: 'Two', body: told('Corvin Hale', 'warden') },
      { thread: 'Three', body: `Mira Stone serves Corvin Hale. ${told('Edda Wren', 'mistress')}` },
      { thread: 'Four', body: 'Mira Stone slept.' },
    ];
    const path = join(sample.folder, 'serving.jsonl');
    writeFileSync(path, posts.map((post) => JSON.stringify({ tags: ['qm_post'], ...post })).join('\n'));
    const { annotator, remove } = await readSampleWorld(path);
    const [mira, corvin, edda] = ['Mira Stone', 'Corvin Hale', 'Edda Wren'].map((term) => {
      const entry = annotator.stores.glossary.findByTerm(term);
      if (entry === undefined) throw new Error(`${term} is no entry.`);
      return entry;
    }) as [GlossaryEntry, GlossaryEntry, GlossaryEntry];
    for (const { id } of [mira, corvin, edda])
      editEntry(annotator, { id, reason: undefined }, { kind: 'character' });
    const serving = { related: ['serves Corvin Hale'], quotes: ['Mira Stone serves Corvin Hale'] };
    editEntry(annotator, { id: mira.id, reason: undefined }, serving);
    const end = { corpus: edda.firstSeen.corpus, postId: 4 as PostId, offset: 10 };
    const listServed = () => findCard(annotator, mira.id, end)?.relations.map(({ to }) => to);
    expect(listServed()).toEqual([{ id: corvin.id, term: 'Corvin Hale' }]);
    mergeInto(annotator, { id: corvin.id, reason: undefined }, edda.id);
    expect(listServed()).toEqual([{ id: edda.id, term: 'Edda Wren' }]);
    remove();
  });

  test('PG4: the place up to which somebody has read is kept, and later chapters have no titles', () => {
    const { annotator } = sample;
    expect(findReaderStanding(annotator)).toBeUndefined();
    const [first, second] = readAll();
    const paragraph = second?.page.paragraphs[1];
    if (first === undefined || second === undefined || paragraph === undefined) throw new Error('too short');
    setReadingPoint(annotator, { corpus: second.corpus, postId: paragraph.postId, offset: paragraph.start });
    const standing = findReaderStanding(annotator);
    expect(standing?.point?.offset).toBe(paragraph.start);
    const titles = listChapters(annotator, standing).map(({ title }) => title === undefined);
    expect(titles.slice(0, 2)).toEqual([false, false]);
    expect(titles.slice(2).every(Boolean)).toBe(true);
    expect(() =>
      setReadingPoint(annotator, { corpus: second.corpus, postId: 99_999 as never, offset: 0 }),
    ).toThrow(/no post/);
  });

  test('PG3: in a scene that the reader has read, card and marks agree with the glossary at their place about what they corrected', () => {
    const { annotator } = sample;
    const [first, second] = listChapters(annotator, undefined);
    if (first === undefined || second === undefined) throw new Error('too short');
    const read = ({ corpus, threadId }: typeof first) =>
      readChapter(annotator, openNameHistory(annotator), { corpus, threadId, from: 0 });
    const met = new Set(
      read(first)
        .paragraphs.flatMap(({ marks }) => marks.flatMap(({ entries }) => entries))
        .filter((one) => annotator.stores.glossary.find(one as EntryId) !== undefined),
    );
    const paragraph = read(second).paragraphs.findLast(({ marks }) =>
      marks.some(({ entries }) => entries.some((one) => met.has(one))),
    );
    const id = paragraph?.marks.flatMap(({ entries }) => entries).find((one) => met.has(one)) as EntryId;
    if (paragraph === undefined) throw new Error('Nobody returns.');
    const last = read(second).paragraphs.at(-1);
    const end = {
      corpus: second.corpus,
      postId: paragraph.postId,
      offset: paragraph.start + paragraph.text.length,
    };
    writeReaderPlace(annotator.world, `after post:${last?.postId}@${second.corpus}`);
    const before = findCard(annotator, id, end)?.term;
    editEntry(
      annotator,
      { id, reason: undefined },
      { term: 'Somebody Else', addedAliases: ['the returning one'] },
    );
    const place = readReaderPlace(annotator.world);
    const { view, close } = openWorldView(annotator, place, buildFakeEnvironment().clock);
    const known = view.stores.glossary.find(id);
    close();
    expect(known?.term).toBe('Somebody Else');
    expect(readAll('kept')).toEqual(readAll());
    const card = findCard(annotator, id, end);
    expect([card?.term, [...(card?.aliases ?? [])].toSorted()]).toEqual([
      known?.term,
      [...(known?.aliases ?? [])].toSorted(),
    ]);
    writeReaderPlace(annotator.world, `after thread:${first.threadId}@${first.corpus}`);
    expect(findCard(annotator, id, end)?.term).toBe(before);
  });

  test('AO3: a place that no longer exists is an error for who reads up to it, and is forgotten for who sees all', () => {
    const { annotator } = sample;
    const [, second] = listChapters(annotator, undefined);
    writeReaderPlace(annotator.world, `after thread:${second?.threadId}`);
    removeReaderLimit(annotator.world);
    expect(findReaderStanding(annotator)).toBeUndefined();
    expect(findKeptStanding(annotator)).toMatchObject({ threadId: second?.threadId, isThrough: true });
    writeReaderPlace(annotator.world, 'after thread:999');
    expect(() => findKeptStanding(annotator)).toThrow(/There is no/u);
    removeReaderLimit(annotator.world);
    expect(findKeptStanding(annotator)).toBeUndefined();
  });

  test('PG3: a card says whether the entry is confirmed at the reader’s place, even at earlier sentences', () => {
    const { annotator } = sample;
    const [, second, third] = listChapters(annotator, undefined);
    if (second === undefined || third === undefined) throw new Error('too short');
    const { paragraphs } = readChapter(annotator, openNameHistory(annotator), { ...second, from: 0 });
    const cards = paragraphs.flatMap(({ postId, start, text, marks }) => {
      const end = { corpus: second.corpus, postId, offset: start + text.length };
      return marks.flatMap(({ entries }) => entries.map((id) => ({ id: id as EntryId, end })));
    });
    const known = cards.find(({ id, end }) => findCard(annotator, id, end)?.isNewHere === false);
    if (known === undefined) throw new Error('Nobody returns.');
    const isConfirmed = () => findCard(annotator, known.id, known.end)?.isConfirmed;
    writeReaderPlace(annotator.world, `after thread:${third.threadId}@${third.corpus}`);
    for (const status of ['tentative', 'confirmed'] as const) {
      editEntry(annotator, { id: known.id, reason: undefined }, { status });
      expect(isConfirmed()).toBe(status === 'confirmed');
    }
  });
});
