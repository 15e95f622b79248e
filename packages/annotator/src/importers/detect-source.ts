// Tells what kind of file one was given, by what is in it rather than by its name.

import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { UsageError } from '@terrarium/kernel/errors';
import type { SourceKind } from './import-report.ts';

const headBytes = 64 * 1024;
const accepted =
  'Accepted are plain text or Markdown, JSON lines (one post a line) and a forum-quest SQLite file.';

interface Signature {
  readonly name: string;
  readonly matches: (head: string) => boolean;
}

/** Beginnings of files that people have and that are not read here; bytes as Latin-1. */
const signatures: readonly Signature[] = [
  { name: 'a PDF (not yet read)', matches: (head) => head.startsWith('%PDF') },
  {
    name: 'an EPUB (not yet read)',
    matches: (head) => head.startsWith('PK') && head.slice(0, 200).includes('application/epub+zip'),
  },
  {
    name: 'a Word document, DOCX (not yet read)',
    matches: (head) => head.startsWith('PK\u0003\u0004') && head.includes('word/'),
  },
  { name: 'a ZIP archive', matches: (head) => head.startsWith('PK\u0003\u0004') },
  { name: 'a gzip archive', matches: (head) => head.startsWith('\u001f\u008b') },
  { name: 'a PNG picture', matches: (head) => head.startsWith('\u0089PNG') },
  { name: 'a JPEG picture', matches: (head) => head.startsWith('\u00ff\u00d8\u00ff') },
  { name: 'an RTF document (not yet read)', matches: (head) => head.startsWith('{\\rtf') },
  {
    name: 'an older Word document, DOC (not yet read)',
    matches: (head) => head.startsWith('\u00d0\u00cf\u0011\u00e0'),
  },
  {
    name: 'an HTML page (not yet read)',
    matches: (head) => /^\s*(?:<!--[^>]*-->\s*)?<(?:!doctype\s+html|html)[\s>]/iu.test(head.slice(0, 2_000)),
  },
];

/** The kind of a source file. Throws `UsageError` that says what it looks like when it is none of them. */
export function detectSource(path: string): SourceKind {
  const head = readHead(path);
  if (head.startsWith('SQLite format 3\u0000')) return 'sqlite';
  const known = signatures.find((signature) => signature.matches(stripMark(head)));
  if (known !== undefined) throw refuse(path, `looks like ${known.name}`);
  if (head.startsWith('\u00ff\u00fe') || head.startsWith('\u00fe\u00ff')) return detectWide(path, head);
  if (head.includes('\u0000')) throw refuse(path, 'looks like a binary file, not text');
  const text = stripMark(head).trimStart();
  if (text === '') throw refuse(path, 'is empty');
  return detectTextKind(path, text);
}

/** JSON lines in UTF-16, as a shell of Windows writes them, would be read as prose. */
function detectWide(path: string, head: string): SourceKind {
  const encoding = head.startsWith('\u00ff') ? 'utf-16le' : 'utf-16be';
  const text = new TextDecoder(encoding).decode(Buffer.from(head, 'latin1')).trimStart();
  if (detectTextKind(path, text) === 'text') return 'text';
  throw new UsageError({
    code: 'import.not-utf-8',
    happened: `${path} holds JSON lines in ${encoding.slice(0, 6).toUpperCase()}.`,
    todo: 'Save the file as UTF-8 and import it again. Nothing was imported.',
  });
}

function detectTextKind(path: string, text: string): SourceKind {
  const extension = extname(path).toLowerCase();
  if (extension === '.jsonl' || extension === '.ndjson') return 'jsonl';
  const [firstLine = ''] = text.split('\n', 1);
  if (isObjectLine(firstLine, text.length === firstLine.length)) return 'jsonl';
  if (extension === '.json') throw refuse(path, 'is one JSON document, not JSON lines');
  return 'text';
}

/** A first line that is cut off by the end of what was read counts when it begins as an object with a key does. */
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
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) {
    throw new UsageError({
      code: 'import.missing',
      happened: `There is no file ${path}.`,
      todo: 'Check the path.',
    });
  }
  if (status.isDirectory()) throw refuse(path, 'is a folder');
  if (!status.isFile()) throw refuse(path, 'is not an ordinary file');
  try {
    return readBytes(path);
  } catch (error) {
    throw refuseUnreadable(path, error);
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
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(headBytes);
    return bytes.subarray(0, readSync(file, bytes, 0, headBytes, 0)).toString('latin1');
  } finally {
    closeSync(file);
  }
}

function stripMark(head: string): string {
  return head.startsWith('\u00ef\u00bb\u00bf') ? head.slice(3) : head;
}

function refuse(path: string, what: string): UsageError {
  return new UsageError({
    code: 'import.unknown-kind',
    happened: `${path} ${what}.`,
    todo: `${accepted} Nothing was imported.`,
  });
}
