// Imports a plain text or Markdown file: its chapters become threads, their sections posts.

import { readFileSync, statSync } from 'node:fs';
import { UsageError } from '@terrarium/kernel/errors';
import { type CorpusWriter, openCorpusWriter } from '../corpus/corpus-writer-store.ts';
import { cutGutenberg } from './cut-gutenberg.ts';
import { decodeText } from './decode-text.ts';
import { type Chapter, findChapters } from './find-chapters.ts';
import {
  createTextTally,
  type ImportReport,
  type ImportTarget,
  storyTags,
  type TextTally,
} from './import-report.ts';
import { packPosts } from './pack-posts.ts';

const largestText = 256 * 1024 * 1024;
/** Where a text has no chapters: about twenty posts to a thread. */
const threadSize = { aim: 60_000, limit: 80_000 };

/** Makes a corpus of the file. Throws `UsageError` for a file that holds no text; nothing is left behind then. */
export function importText(target: ImportTarget): ImportReport {
  refuseHuge(target.path);
  const decoded = decodeText(readFileSync(target.path));
  const warnings: string[] = [];
  if (decoded.encoding === 'windows-1252') {
    warnings.push(
      'The file is not UTF-8; it was read as Windows Latin-1. Check accented letters and quotes.',
    );
  }
  const book = cutGutenberg(decoded.text);
  if (book.isCut) warnings.push('What Project Gutenberg prints before and after the book was left out.');
  const chapters = divideBook(settleParagraphs(book.text), target.title, warnings);
  if (chapters.length === 0) throw refuseEmpty(target.path);
  const tally = createTextTally();
  const written = writeChapters(openCorpusWriter(target.destination), chapters, tally);
  return { kind: 'text', ...written, ...tally.read(), encoding: decoded.encoding, warnings, unknownKeys: [] };
}

function divideBook(text: string, title: string, warnings: string[]): readonly Chapter[] {
  const found = findChapters(text);
  if (found.skippedWords > 0) {
    warnings.push(`${found.skippedWords} words were left out: a title page or a table of contents.`);
  }
  if (found.chapters.length > 0) return found.chapters;
  const pieces = packPosts(text, threadSize);
  if (pieces.length > 0) {
    const result =
      pieces.length === 1
        ? 'the whole text is one thread'
        : `it was divided by length, into ${pieces.length} threads`;
    warnings.push(`No chapter headings were found: ${result}.`);
  }
  return pieces.map((body, at) => ({ title: pieces.length === 1 ? title : `${title} · ${at + 1}`, body }));
}

function writeChapters(
  writer: CorpusWriter,
  chapters: readonly Chapter[],
  tally: TextTally,
): { readonly posts: number; readonly threads: number } {
  try {
    for (const chapter of chapters) {
      const threadId = writer.addThread(chapter.title);
      for (const body of packPosts(chapter.body)) {
        writer.addPost({ threadId, id: undefined, body, tags: storyTags });
        tally.count(body, storyTags);
      }
    }
  } catch (error) {
    writer.discard();
    throw error;
  }
  const { posts, threads } = writer.finish();
  return { posts, threads };
}

/** A text with one paragraph a line gets the blank lines that paragraphs are told by. */
function settleParagraphs(text: string): string {
  const lines = text.split('\n');
  const filled = lines.filter((line) => line.trim() !== '').length;
  const blank = lines.length - filled;
  return blank * 10 < filled ? lines.join('\n\n') : text;
}

function refuseHuge(path: string): void {
  if (statSync(path).size <= largestText) return;
  throw new UsageError({
    code: 'import.too-large',
    happened: `${path} is larger than ${largestText / 1024 / 1024} MB.`,
    todo: 'Divide it, or bring it as JSON lines, which may be of any size. Nothing was imported.',
  });
}

function refuseEmpty(path: string): UsageError {
  return new UsageError({
    code: 'import.no-text',
    happened: `${path} holds no text.`,
    todo: 'Check that it is the file you meant. Nothing was imported.',
  });
}
