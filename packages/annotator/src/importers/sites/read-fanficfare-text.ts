// Reads a plain text in FanFicFare's format: title page, table of contents, chapters, last line.

import { type Apart, contentsName, type DividedBook, joinTitle, sumWords } from '../book.ts';

export interface FanficfareText extends DividedBook {
  readonly bookTitle: string;
  readonly author: string;
  readonly apart: readonly Apart[];
}

/** At most this many paragraphs are searched for the table of contents. */
const longestFront = 10_000;

/**
 * Undefined if the text is in another format. Chapter titles begin with a tab and are also in the table of contents.
 * Without a table there is a single chapter. Shape: JimmXinu/FanFicFare fanficfare/writers/writer_txt.py.
 */
export function readFanficfareText(paragraphs: readonly string[]): FanficfareText | undefined {
  const [title = '', by = ''] = paragraphs;
  const author = /^by (?<name>[^\n]{1,200})$/u.exec(by)?.groups?.['name'];
  if (author === undefined || paragraphs.at(-1)?.trim() !== 'End file.') return undefined;
  const marks = listMarks(paragraphs);
  const [first] = marks;
  if (first === undefined) return undefined;
  const listAt = paragraphs.slice(0, first).findIndex((text) => text.trim() === 'TABLE OF CONTENTS');
  const front = paragraphs.slice(0, listAt === -1 ? first : listAt);
  const list = listAt === -1 ? [] : paragraphs.slice(listAt, first);
  const chapters = marks.map((at, place) => ({
    title: joinTitle([paragraphs[at] ?? '']),
    paragraphs: paragraphs.slice(at + 1, marks[place + 1] ?? -1),
  }));
  return {
    bookTitle: joinTitle([title]),
    author,
    chapters: chapters.filter((chapter) => chapter.paragraphs.length > 0),
    headingWords: sumWords(marks.map((at) => paragraphs[at] ?? '')),
    leftOut: [
      { what: contentsName, words: sumWords(list) },
      { what: 'the closing line', words: sumWords(paragraphs.slice(-1)) },
    ],
    apart: [{ kind: 'about', under: undefined, text: front.join('\n\n') }],
  };
}

function listMarks(paragraphs: readonly string[]): readonly number[] {
  const isMark = (text: string) => /^\t[^\s\n][^\n]{0,400}$/u.test(text);
  const tabbed = [...paragraphs.keys()].filter((at) => isMark(paragraphs[at] ?? ''));
  const listAt = paragraphs.slice(0, longestFront).findIndex((text) => text.trim() === 'TABLE OF CONTENTS');
  if (listAt === -1) return tabbed.slice(0, 1);
  const listed = new Set(paragraphs.slice(listAt + 1, tabbed[0]).flatMap(splitLines));
  return tabbed.filter((at) => listed.has((paragraphs[at] ?? '').trim()));
}

function splitLines(text: string): readonly string[] {
  return text.split('\n').map((line) => line.trim());
}
