// Detects the kind of a file by its content rather than its name.

import { extname } from 'node:path';
import {
  detectZip,
  type FileKind,
  findSignature,
  isBinary,
  stripMark,
} from '@terrarium/kernel/detect-file-kind';
import { TerrariumError, UsageError } from '@terrarium/kernel/errors';
import { isCardOpening } from '@terrarium/kernel/is-character-card';
import { detectKind, openNamedFile } from '@terrarium/kernel/named-file';
import { detectWide } from './decode-text.ts';
import { openZip } from './epub/open-zip.ts';
import type { SourceKind } from './import-report.ts';

const headBytes = 64 * 1024;
const accepted =
  'The accepted formats are EPUB, plain text, Markdown, HTML, JSON lines (one post per line), JSON of a board (4chan, FoolFuuka) and a SQLite file with the tables thread, post and tag.';
const converted =
  'Convert it to EPUB or plain text first, with Calibre or pandoc for instance, and import that. Nothing was imported.';

const page = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/iu;
/** How pages of XenForo begin; no other pages begin this way. */
const forumPage = /<html\b[^<>]{0,2000}\bid=["']?XF\b/iu;
/** Keys of posts on boards like 4chan, and in archives that run FoolFuuka. */
const boardPosts = [
  [/"no"\s*:\s*\d/u, /"resto"\s*:\s*\d/u],
  [/"num"\s*:\s*"?\d/u, /"thread_num"\s*:\s*"?\d/u],
] as const;
const markdownHeading = /(?:^|\n)#{1,3} +\S/gu;

/**
 * Returns the kind of a source file. If the file is unsupported, or named `.epub` without being one, throws a
 * `UsageError` that says what the file looks like.
 */
export function detectSource(path: string): SourceKind {
  const kind = detectContent(path, readHead(path));
  if (kind !== 'epub' && extname(path).toLowerCase() === '.epub') throw refuseName(path, kind);
  return kind;
}

/** A failed download often has the name of the book but contains a web page. */
const otherKinds: Partial<Record<SourceKind, string>> = {
  html: 'a web page',
  forum: 'a web page',
  sqlite: 'a database',
};

function refuseName(path: string, kind: SourceKind): UsageError {
  const what = otherKinds[kind] ?? 'plain text';
  return new UsageError({
    code: 'import.broken-epub',
    happened: `${path} is named .epub but is not an EPUB: it looks like ${what}.`,
    todo: `Download the book again. To import ${what}, give the file a name that does not end in .epub. Nothing was imported.`,
  });
}

function detectContent(path: string, head: string): SourceKind {
  if (head.startsWith('SQLite format 3\u0000')) return 'sqlite';
  if (head.startsWith('PK')) return detectArchived(path, head);
  const known = findSignature(head);
  if (known?.id === 'picture') throw refusePicture(path, known);
  if (known !== undefined) throw refuse(path, `looks like ${known.name}`, known.id === 'book');
  const encoding = findWideEncoding(head);
  if (encoding !== undefined) return detectWideKind(path, head, encoding);
  if (isBinary(head)) throw refuse(path, 'looks like a binary file, not text');
  const text = stripMark(head).trimStart();
  if (text === '') throw refuse(path, 'is empty');
  return detectTextKind(path, text);
}

function detectArchived(path: string, head: string): SourceKind {
  const kind = detectArchive(path, head);
  if (kind === 'epub') return kind;
  if (kind.id === 'card') throw refuseCard(path, 'Unpack it first: the card is its card.json. ');
  throw refuse(path, `looks like ${kind.name}`, kind.id === 'book');
}

/** Recognises JSON lines in UTF-16, as Windows shells write them: otherwise they would be read as prose. */
function detectWideKind(path: string, head: string, encoding: 'utf-16le' | 'utf-16be'): SourceKind {
  const text = new TextDecoder(encoding).decode(Buffer.from(head, 'latin1')).trimStart();
  const kind = detectTextKind(path, text);
  if (kind !== 'jsonl') return kind;
  throw new UsageError({
    code: 'import.not-utf-8',
    happened: `${path} holds JSON lines in ${encoding.slice(0, 6).toUpperCase()}.`,
    todo: 'Save the file as UTF-8 and import it again. Nothing was imported.',
  });
}

function findWideEncoding(head: string): 'utf-16le' | 'utf-16be' | undefined {
  if (head.startsWith('\u00ff\u00fe')) return 'utf-16le';
  if (head.startsWith('\u00fe\u00ff')) return 'utf-16be';
  return detectWide(Buffer.from(head, 'latin1'));
}

function detectTextKind(path: string, text: string): SourceKind {
  if (isCardOpening(text)) throw refuseCard(path);
  const extension = extname(path).toLowerCase();
  if (extension === '.jsonl' || extension === '.ndjson') return 'jsonl';
  if (isBoard(text)) return 'board';
  const [firstLine = ''] = text.split('\n', 1);
  if (isObjectLine(firstLine, text.length === firstLine.length)) return 'jsonl';
  if (extension === '.json') throw refuse(path, 'is one JSON document, not JSON lines');
  if (page.test(text.slice(0, 2_000))) return forumPage.test(text) ? 'forum' : 'html';
  return detectProse(path, text);
}

/** Whether the text is a document with posts of a board; the posts that `import-jsonl.ts` reads have other keys. */
function isBoard(text: string): boolean {
  return /^[[{]/u.test(text) && boardPosts.some((keys) => keys.every((key) => key.test(text)));
}

function detectProse(path: string, text: string): SourceKind {
  if (/\.(?:md|markdown|mkd|mdown)$/iu.test(path)) return 'markdown';
  return [...text.matchAll(markdownHeading)].length >= 2 ? 'markdown' : 'text';
}

/** Whether a line is a JSON object; a cut-off line only needs to begin like one. */
function isObjectLine(line: string, isCut: boolean): boolean {
  if (!/^\{\s*"/u.test(line)) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return isCut;
  }
}

function readHead(path: string): string {
  const kind = detectKind(path);
  if (kind === 'missing') {
    throw new UsageError({
      code: 'import.missing',
      happened: `There is no file ${path}.`,
      todo: 'Check the path.',
    });
  }
  if (kind === 'folder') throw refuse(path, 'is a folder');
  if (kind === 'other') throw refuse(path, 'is not an ordinary file');
  try {
    return readBytes(path);
  } catch (error) {
    throw error instanceof TerrariumError ? error : refuseUnreadable(path, error);
  }
}

function refuseUnreadable(path: string, cause: unknown): UsageError {
  return new UsageError({
    code: 'import.unreadable',
    happened: `${path} cannot be read.`,
    todo: 'Check its permissions.',
    cause,
  });
}

function readBytes(path: string): string {
  const file = openNamedFile(path);
  try {
    return file.read(0, headBytes).toString('latin1');
  } finally {
    file.close();
  }
}

function refuse(path: string, what: string, isBook = false): UsageError {
  return new UsageError({
    code: 'import.unknown-kind',
    happened: `${path} ${what}.`,
    todo: isBook ? converted : `${accepted} Nothing was imported.`,
  });
}

/** A character card is no story, so whoever has one is told what can be done with it. */
const cardUses =
  'Play with it in a new game: "terrarium play --card CARD"; or make its character the companion: "terrarium memory companion CARD".';

function refuseCard(path: string, first = ''): UsageError {
  return new UsageError({
    code: 'import.unknown-kind',
    happened: `${path} is a character card, not a story.`,
    todo: `${first}${cardUses} Nothing was imported.`,
  });
}

function refusePicture(path: string, { name }: FileKind): UsageError {
  return new UsageError({
    code: 'import.unknown-kind',
    happened: `${path} looks like ${name}, not a story.`,
    todo: `If it is a character card: ${cardUses} Nothing was imported.`,
  });
}

/**
 * A cut-off archive that begins like an EPUB counts as an EPUB: reading it then throws an error that says what is
 * wrong.
 */
export function detectArchive(path: string, head: string): 'epub' | FileKind {
  if (head.slice(0, 200).includes('application/epub+zip')) return 'epub';
  const names = readNames(path);
  if (names === undefined) return { id: 'other', name: 'a ZIP archive that is cut off or damaged' };
  if (names.includes('META-INF/container.xml') || names.some((name) => /\.opf$/iu.test(name))) return 'epub';
  return detectZip((name) => names.includes(name));
}

function readNames(path: string): readonly string[] | undefined {
  try {
    const zip = openZip(path);
    zip.close();
    return zip.names;
  } catch (error) {
    if (error instanceof UsageError && error.code === 'import.damaged-archive') return undefined;
    throw error;
  }
}
