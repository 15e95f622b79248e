// Cuts what Project Gutenberg prints before and after a book.

const startMarks: readonly RegExp[] = [
  /^\s*\*{3}\s*START OF (?:THE|THIS) PROJECT GUTENBERG[^\n]*(?:\n[^\n*]*\*{3})?$/imu,
  /^\s*\*END\*?\s*THE SMALL PRINT[^\n]*$/imu,
];
const endMarks: readonly RegExp[] = [
  /^\s*\*{3}\s*END OF (?:THE|THIS) PROJECT GUTENBERG/imu,
  /^\s*End of (?:the |this )?Project Gutenberg/imu,
];
/** Credits that stand between the mark and the book. */
const creditLine =
  /^\s*(?:Produced by|E-?text prepared by|This (?:e-?text|ebook) was (?:prepared|produced) by)\b/iu;

export interface CutText {
  readonly text: string;
  readonly isCut: boolean;
}

/** The book alone; a text without the marks comes back as it is. */
export function cutGutenberg(text: string): CutText {
  const start = findMark(text, startMarks);
  const from = start === undefined ? 0 : start.index + start[0].length;
  const rest = text.slice(from);
  const end = findMark(rest, endMarks);
  if (start === undefined && end === undefined) return { text, isCut: false };
  const book = end === undefined ? rest : rest.slice(0, end.index);
  return { text: start === undefined ? book : dropCredits(book), isCut: true };
}

function findMark(text: string, marks: readonly RegExp[]): RegExpExecArray | undefined {
  for (const mark of marks) {
    const match = mark.exec(text);
    if (match !== null) return match;
  }
  return undefined;
}

function dropCredits(book: string): string {
  const trimmed = book.trimStart();
  if (!creditLine.test(trimmed)) return book;
  const end = trimmed.search(/\n[^\S\n]*\n/u);
  return end === -1 ? book : trimmed.slice(end);
}
