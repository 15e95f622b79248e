// Detects the kind of a file by its content rather than its name.

import { extname } from 'node:path';
import { TerrariumError, UsageError } from '@terrarium/kernel/errors';
import { detectKind, openNamedFile } from '@terrarium/kernel/named-file';
import { detectWide } from './decode-text.ts';
import { openZip } from './epub/open-zip.ts';
import type { SourceKind } from './import-report.ts';

const headBytes = 64 * 1024;
const accepted =
  'The accepted formats are EPUB, plain text, Markdown, HTML, JSON lines (one post per line), JSON of a board (4chan, FoolFuuka) and a SQLite file with the tables thread, post and tag.';
const converted =
  'Convert it to EPUB or plain text first, with Calibre or pandoc for instance, and import that. Nothing was imported.';

interface Signature {
  readonly name: string;
  readonly isMatch: (head: string) => boolean;
  /** Whether a person can convert such a file to a supported kind with another program. */
  readonly isBook: boolean;
}

/** First bytes (as Latin-1) of common kinds of files that are not supported. */
const signatures: readonly Signature[] = [
  { name: 'a PDF', isBook: true, isMatch: (head) => head.startsWith('%PDF') },
  {
    name: 'a Kindle book (MOBI or AZW)',
    isBook: true,
    isMatch: (head) => /^(?:BOOKMOBI|TEXtREAd|TPZ)/u.test(head.slice(60, 68)) || head.startsWith('TPZ'),
  },
  {
    name: 'a Kindle book (KFX)',
    isBook: true,
    isMatch: (head) => head.startsWith('\u00eaDRMION\u00ee') || head.startsWith('CONT\u0002'),
  },
  {
    name: 'a FictionBook (FB2)',
    isBook: true,
    isMatch: (head) => /<FictionBook[\s>]/u.test(head.slice(0, 2_000)),
  },
  { name: 'an RTF document', isBook: true, isMatch: (head) => head.startsWith('{\\rtf') },
  {
    name: 'an older Word document (DOC)',
    isBook: true,
    isMatch: (head) => head.startsWith('\u00d0\u00cf\u0011\u00e0'),
  },
  { name: 'a gzip archive', isBook: false, isMatch: (head) => head.startsWith('\u001f\u008b') },
  { name: 'a RAR archive', isBook: false, isMatch: (head) => head.startsWith('Rar!\u001a') },
  {
    name: 'a 7-Zip archive',
    isBook: false,
    isMatch: (head) => head.startsWith('7z\u00bc\u00af\u0027\u001c'),
  },
  { name: 'a PNG picture', isBook: false, isMatch: (head) => head.startsWith('\u0089PNG') },
  { name: 'a JPEG picture', isBook: false, isMatch: (head) => head.startsWith('\u00ff\u00d8\u00ff') },
];

const page = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/iu;
/** How pages of XenForo begin; no other pages begin this way. */
const forumPage = /<html\b[^<>]{0,2000}\bid=["']?XF\b/iu;
/** Keys of posts on boards like 4chan, and in archives that run FoolFuuka. */
const boardPosts = [
  [/"no"\s*:\s*\d/u, /"resto"\s*:\s*\d/u],
  [/"num"\s*:\s*"?\d/u, /"thread_num"\s*:\s*"?\d/u],
] as const;
const markdownHeading = /(?:^|\n)#{1,3} +\S/gu;
/** A file with a larger share of control characters is not text. */
const mostControls = 0.01;

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
  const known = signatures.find((signature) => signature.isMatch(stripMark(head)));
  if (known !== undefined) throw refuse(path, `looks like ${known.name}`, known.isBook);
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
  throw refuse(path, `looks like ${kind.name}`, kind.isBook);
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

function isBinary(head: string): boolean {
  const controls = [...head.matchAll(/[\p{Cc}--[\s\u0080-\u009f]]/gv)].length;
  return head.includes('\u0000') || controls > head.length * mostControls;
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

function stripMark(head: string): string {
  return head.startsWith('\u00ef\u00bb\u00bf') ? head.slice(3) : head;
}

function refuse(path: string, what: string, isBook = false): UsageError {
  return new UsageError({
    code: 'import.unknown-kind',
    happened: `${path} ${what}.`,
    todo: isBook ? converted : `${accepted} Nothing was imported.`,
  });
}

interface OtherArchive {
  readonly name: string;
  readonly isBook: boolean;
}

/**
 * A cut-off archive that begins like an EPUB counts as an EPUB: reading it then throws an error that says what is
 * wrong.
 */
export function detectArchive(path: string, head: string): 'epub' | OtherArchive {
  if (head.slice(0, 200).includes('application/epub+zip')) return 'epub';
  const names = readNames(path);
  if (names === undefined) return { name: 'a ZIP archive that is cut off or damaged', isBook: false };
  if (names.includes('META-INF/container.xml') || names.some((name) => /\.opf$/iu.test(name))) return 'epub';
  if (names.includes('word/document.xml')) return { name: 'a Word document (DOCX)', isBook: true };
  if (names.includes('content.xml')) return { name: 'an OpenDocument text (ODT)', isBook: true };
  return { name: 'a ZIP archive', isBook: false };
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
