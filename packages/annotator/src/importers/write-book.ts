// Writes a divided book as a corpus: chapters become threads, made of posts.

import { UsageError } from '@terrarium/kernel/errors';
import { openCorpusWriter } from '../corpus/corpus-writer-store.ts';
import { splitBody } from '../corpus/split-body.ts';
import { type Chapter, countApart, countWords, mergeLeftOut, type ReadBook } from './book.ts';
import { createTextTally, type ImportReport, type ImportTarget, storyTags } from './import-report.ts';
import { packPosts } from './pack-posts.ts';

/** The size of threads in a text without chapters: about twenty posts. */
const threadSize = { aim: 60_000, limit: 80_000 };

const advice = 'docs/story-files.md says what a heading looks like.';

/** The warning for a text that becomes a single thread because it has no headings. */
export const undivided = `No chapter headings were found: the whole text is one thread. ${advice}`;

/** Throws `UsageError` if the book has no text. Leaves nothing behind after a failure. */
export function writeBook(target: ImportTarget, kind: ImportReport['kind'], book: ReadBook): ImportReport {
  if (!book.chapters.some(({ paragraphs }) => paragraphs.some((text) => countWords(text) > 0))) {
    throw refuseEmpty(target.path);
  }
  const tally = createTextTally();
  const writer = openCorpusWriter(target.destination);
  try {
    for (const chapter of book.chapters) {
      const threadId = writer.addThread(chapter.title);
      for (const body of packPosts(chapter.paragraphs.join('\n\n'))) {
        writer.addPost({ threadId, id: undefined, body, tags: storyTags });
        tally.count(body, storyTags);
      }
    }
    for (const one of book.apart) writer.addApart(one);
  } catch (error) {
    writer.deleteDraft();
    throw error;
  }
  const { posts, threads } = writer.finish();
  const { encoding, bookTitle, author, warnings, headingWords } = book;
  return {
    kind,
    posts,
    isDivided: true,
    threads,
    threadTitles: book.chapters.map(({ title }) => title),
    ...tally.read(),
    encoding,
    bookTitle,
    author,
    headingWords,
    leftOut: mergeLeftOut(book.leftOut),
    apart: countApart(book.apart),
    site: book.site,
    warnings,
    unknownKeys: [],
  };
}

/** Splits a text without headings into threads of about equal length, and returns a warning. */
export function splitByLength(
  paragraphs: readonly string[],
  title: string,
): { readonly chapters: readonly Chapter[]; readonly warning: string } {
  const total = paragraphs.reduce((sum, { length }) => sum + length, 0);
  const aim = total / Math.max(1, Math.round(total / threadSize.aim));
  const pieces: string[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const paragraph of paragraphs.flatMap(splitLongParagraph)) {
    if (size >= aim) {
      pieces.push([]);
      size = 0;
    }
    pieces.at(-1)?.push(paragraph);
    size += paragraph.length;
  }
  const isWhole = pieces.length <= 1;
  return {
    chapters: pieces.map((piece, at) => ({
      title: isWhole ? title : `${title} · ${at + 1}`,
      paragraphs: piece,
    })),
    warning: isWhole
      ? undivided
      : `No chapter headings were found: the text was divided by length, into ${pieces.length} threads. ${advice}`,
  };
}

function splitLongParagraph(paragraph: string): readonly string[] {
  return splitBody(paragraph, threadSize.limit).map(({ start, end }) => paragraph.slice(start, end));
}

function refuseEmpty(path: string): UsageError {
  return new UsageError({
    code: 'import.no-text',
    happened: `${path} holds no text.`,
    todo: 'Check that it is the file you meant; a book of scanned pages has to go through text recognition first. Nothing was imported.',
  });
}
