// Read chapter: names are marked from where a reader knows them, and a card tells nothing that stands behind its sentence.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSampleWorld, type SampleWorld } from '../../test/support/sample-world.ts';
import type { EntryId } from '../glossary/entry.ts';
import { listChapters } from './list-chapters.ts';
import { openNameHistory } from './name-history.ts';
import { findCard } from './read-card.ts';
import { type ChapterPage, readChapter } from './read-chapter.ts';
import { findReaderStanding, setReadingPoint } from './reader-standing.ts';

let sample: SampleWorld;
beforeAll(async () => {
  sample = await readSampleWorld();
});
afterAll(() => sample.remove());

function readAll(): readonly { readonly corpus: string; readonly page: ChapterPage }[] {
  const { annotator } = sample;
  const history = openNameHistory(annotator);
  return listChapters(annotator, undefined).map(({ corpus, threadId }) => ({
    corpus,
    page: readChapter(annotator, history, { corpus, threadId, from: 0 }),
  }));
}

/** Every name that is marked, with the end of its sentence. */
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
  test('PG1: each paragraph stands in its post word for word, and a mark covers a name of its entry', () => {
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

  test('PG3: a card at a sentence quotes nothing that stands behind it', () => {
    const behind = listMarked().flatMap(({ id, corpus, postId, offset }) => {
      const card = findCard(sample.annotator, id as EntryId, { corpus, postId, offset });
      return (card?.quotes ?? []).map(({ evidence }) => ({ evidence, postId, offset }));
    });
    expect(behind.length).toBeGreaterThan(100);
    for (const { evidence, postId, offset } of behind)
      expect(evidence.postId < postId || (evidence.postId === postId && evidence.end <= offset)).toBe(true);
  });

  test('PG4: the place that was read to is kept, and chapters behind it have no titles', () => {
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
});
