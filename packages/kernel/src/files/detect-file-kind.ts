// Detects common kinds of files that are no plain text, by their content.

export interface FileKind {
  /**
   * `book`: another program can convert it to text. `card`: an archive with a character card in it. `picture`: a PNG,
   * which may hold a character card.
   */
  readonly id: 'book' | 'card' | 'picture' | 'other';
  /** Such as `a PDF`. */
  readonly name: string;
}

interface Signature extends FileKind {
  readonly isMatch: (head: string) => boolean;
}

/** First bytes (as Latin-1) of common kinds of files that hold no plain text. */
const signatures: readonly Signature[] = [
  { id: 'book', name: 'a PDF', isMatch: (head) => head.startsWith('%PDF') },
  {
    id: 'book',
    name: 'a Kindle book (MOBI or AZW)',
    isMatch: (head) => /^(?:BOOKMOBI|TEXtREAd|TPZ)/u.test(head.slice(60, 68)) || head.startsWith('TPZ'),
  },
  {
    id: 'book',
    name: 'a Kindle book (KFX)',
    isMatch: (head) => head.startsWith('\u00eaDRMION\u00ee') || head.startsWith('CONT\u0002'),
  },
  {
    id: 'book',
    name: 'a FictionBook (FB2)',
    isMatch: (head) => /<FictionBook[\s>]/u.test(head.slice(0, 2_000)),
  },
  { id: 'book', name: 'an RTF document', isMatch: (head) => head.startsWith('{\\rtf') },
  {
    id: 'book',
    name: 'an older Word document (DOC)',
    isMatch: (head) => head.startsWith('\u00d0\u00cf\u0011\u00e0'),
  },
  { id: 'other', name: 'a gzip archive', isMatch: (head) => head.startsWith('\u001f\u008b') },
  { id: 'other', name: 'a RAR archive', isMatch: (head) => head.startsWith('Rar!\u001a') },
  {
    id: 'other',
    name: 'a 7-Zip archive',
    isMatch: (head) => head.startsWith('7z\u00bc\u00af\u0027\u001c'),
  },
  { id: 'picture', name: 'a PNG picture', isMatch: (head) => head.startsWith('\u0089PNG') },
  { id: 'other', name: 'a JPEG picture', isMatch: (head) => head.startsWith('\u00ff\u00d8\u00ff') },
];

/** A file with a larger share of control characters is not text. */
const mostControls = 0.01;

/** Finds the kind by the first bytes of a file, given as Latin-1. Undefined for text and for unknown kinds. */
export function findSignature(head: string): FileKind | undefined {
  return signatures.find((signature) => signature.isMatch(stripMark(head)));
}

export function stripMark(head: string): string {
  return head.startsWith('\u00ef\u00bb\u00bf') ? head.slice(3) : head;
}

/** Detects what a ZIP archive is. `holds` tells whether it has an entry of that name. */
export function detectZip(holds: (name: string) => boolean): FileKind {
  if (holds('word/document.xml')) return { id: 'book', name: 'a Word document (DOCX)' };
  if (holds('content.xml')) return { id: 'book', name: 'an OpenDocument text (ODT)' };
  if (holds('card.json')) return { id: 'card', name: 'a character card in an archive (CHARX)' };
  return { id: 'other', name: 'a ZIP archive' };
}

/** Whether these bytes, given as Latin-1, are not text of one byte a character. */
export function isBinary(head: string): boolean {
  const controls = [...head.matchAll(/[\p{Cc}--[\s\u0080-\u009f]]/gv)].length;
  return head.includes('\u0000') || controls > head.length * mostControls;
}
