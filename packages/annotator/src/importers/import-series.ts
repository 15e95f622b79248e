// Imports a series of files as one story, such as one file for each chapter.

import { basename, dirname, extname, resolve } from 'node:path';
import { UsageError } from '@terrarium/kernel/errors';
import type { ReadBook } from './book.ts';
import { detectSource } from './detect-source.ts';
import { readHtmlBook } from './import-html.ts';
import { readMarkdownBook } from './import-markdown.ts';
import type { ImportReport, ImportTarget, SourceKind } from './import-report.ts';
import { readTextBook } from './import-text.ts';
import { isPosted } from './posted/import-posted.ts';
import { undivided, writeBook } from './write-book.ts';

const readers = { text: readTextBook, markdown: readMarkdownBook, html: readHtmlBook } as const;

type ProseKind = keyof typeof readers;

/** Makes one corpus of all files of the series. Throws `UsageError` if a file is not plain prose. */
export function importSeries(target: ImportTarget, further: readonly string[]): ImportReport {
  const paths = [target.path, ...further];
  const books = paths.map((path) => ({ path, ...readProse(path) }));
  const warnings = books.flatMap(({ path, book }) =>
    book.warnings.filter((text) => text !== undivided).map((text) => `${basename(path)}: ${text}`),
  );
  const [kind = 'text'] = books.map((one) => one.kind);
  return writeBook(target, kind, {
    chapters: books.flatMap(({ book }) => book.chapters),
    headingWords: books.reduce((sum, { book }) => sum + book.headingWords, 0),
    leftOut: books.flatMap(({ book }) => book.leftOut),
    apart: books.flatMap(({ book }) => book.apart),
    site: books.find(({ book }) => book.site !== undefined)?.book.site,
    bookTitle: findCommonTitle(books.map(({ book }) => book)),
    author: books.find(({ book }) => book.author !== undefined)?.book.author,
    encoding: [...new Set(books.map(({ book }) => book.encoding))].join(' and '),
    warnings,
  });
}

/**
 * The title that all files have in common. Only pages of a known site count, because they state the title of the
 * story; other pages state their own.
 */
function findCommonTitle(books: readonly ReadBook[]): string | undefined {
  const [first] = books;
  const isCommon = books.every(({ bookTitle, site }) => site !== undefined && bookTitle === first?.bookTitle);
  return isCommon ? first?.bookTitle : undefined;
}

export interface Series {
  readonly title: string;
  /** The files in the order of their numbers. */
  readonly paths: readonly string[];
}

/**
 * Finds a series: files in one folder whose names begin alike and continue with different numbers. Words without
 * digits may follow the number. Each file is prose with at most one chapter, or was saved from a board or forum.
 */
export function findSeries(paths: readonly string[]): Series | undefined {
  const numbered = paths.flatMap((path) => {
    const groups = /^(?<stem>\D*)(?<number>\d{1,6})(?<rest>.*)$/u.exec(nameStory(path))?.groups;
    const { stem = '', number, rest = '' } = groups ?? {};
    const isOne = number !== undefined && !/\d/u.test(rest);
    return isOne ? [{ path, number: Number(number), place: `${dirname(path)}/${stem}${extname(path)}` }] : [];
  });
  const places = new Set(numbered.map(({ place }) => place));
  const numbers = new Set(numbered.map(({ number }) => number));
  if (paths.length < 2 || places.size !== 1 || numbers.size !== paths.length) return undefined;
  if (!paths.every(isOneChapter)) return undefined;
  const ordered = numbered.toSorted((one, other) => one.number - other.number).map(({ path }) => path);
  return { title: nameSeries(ordered), paths: ordered };
}

/** The name before the number or, if that name is only a word like "chapter", the folder's name. */
export function nameSeries([first = '']: readonly string[]): string {
  const stem = nameStory(first)
    .replace(/\d[\s\S]*/u, '')
    .replace(/(?<![\s._-])[\s._-]+$/u, '');
  const isWord =
    /^(?:ch|chap|chapter|part|pt|page|scene|episode|ep|section|text|kap|kapitel|teil|chapitre|partie|cap|cap[ií]tulo|capitolo|parte)?$/iu.test(
      stem,
    );
  return (isWord ? basename(dirname(resolve(first))) : stem) || stem || 'Story';
}

function isOneChapter(path: string): boolean {
  const kind = detectSource(path);
  if (isPosted(kind)) return true;
  return isProse(kind) && readers[kind]({ path, title: nameStory(path) }).chapters.length <= 1;
}

function readProse(path: string): { readonly kind: ProseKind; readonly book: ReadBook } {
  const kind = detectSource(path);
  if (isProse(kind)) return { kind, book: readers[kind]({ path, title: nameStory(path) }) };
  throw new UsageError({
    code: 'import.not-a-chapter',
    happened: `${path} cannot be a chapter of a story in several files.`,
    todo: 'Only plain text, Markdown and HTML can; import other files by themselves. Nothing was imported.',
  });
}

function isProse(kind: SourceKind): kind is ProseKind {
  return kind in readers;
}

function nameStory(path: string): string {
  return basename(path, extname(path));
}
