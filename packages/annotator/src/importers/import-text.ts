// Imports a plain text: divides it at what reads like headings.

import { statSync } from 'node:fs';
import { UsageError } from '@terrarium/kernel/errors';
import type { ReadBook } from './book.ts';
import { cutGutenberg } from './cut-gutenberg.ts';
import type { TextEncoding } from './decode-text.ts';
import { findChapters } from './find-chapters.ts';
import type { ImportReport, ImportTarget } from './import-report.ts';
import { readTextLines } from './read-text-lines.ts';
import { divideByLength, writeBook } from './write-book.ts';

const largestText = 256 * 1024 * 1024;

/** Makes a corpus of the file. Throws `UsageError` for a file that holds no text; nothing is left behind then. */
export function importText(target: ImportTarget): ImportReport {
  refuseHuge(target.path);
  return writeBook(target, 'text', readBook(target));
}

/** Half a gigabyte in memory is what a text of that size takes. */
export function refuseHuge(path: string): void {
  if (statSync(path).size <= largestText) return;
  throw new UsageError({
    code: 'import.too-large',
    happened: `${path} is larger than ${largestText / 1024 / 1024} MB.`,
    todo: 'Divide it, or bring it as JSON lines, which may be of any size. Nothing was imported.',
  });
}

export function warnOfEncoding(encoding: TextEncoding): readonly string[] {
  return encoding === 'windows-1252'
    ? ['The file is not UTF-8; it was read as Windows Latin-1. Check accented letters and quotes.']
    : [];
}

function readBook({ path, title }: ImportTarget): ReadBook {
  const { encoding, lines } = readTextLines(path);
  const cut = cutGutenberg(gatherParagraphs(lines).map((text) => ({ text })));
  const paragraphs = cut.blocks.map(({ text }) => text);
  const found = findChapters(paragraphs);
  const warnings = [...warnOfEncoding(encoding)];
  if (found.chapters.length > 0) {
    return { ...found, leftOut: [...cut.leftOut, ...found.leftOut], encoding, warnings };
  }
  const divided = divideByLength(paragraphs, title);
  return {
    chapters: divided.chapters,
    headingWords: 0,
    leftOut: cut.leftOut,
    encoding,
    warnings: [...warnings, divided.warning],
  };
}

/** What stands between blank lines; each line by itself in a text that has hardly any. */
function gatherParagraphs(lines: Iterable<string>): readonly string[] {
  const paragraphs: string[] = [];
  let open: string[] = [];
  let filled = 0;
  let blank = 0;
  const close = () => {
    if (open.length > 0) paragraphs.push(open.join('\n').trimEnd());
    open = [];
  };
  for (const line of lines) {
    if (line.trim() === '') {
      blank += 1;
      close();
    } else {
      filled += 1;
      open.push(line);
    }
  }
  close();
  return blank * 10 < filled ? paragraphs.flatMap((paragraph) => paragraph.split('\n')) : paragraphs;
}
