// Reads a value written as in Python or JSON: text, number, boolean, list or dictionary, in one pass from left to right.

/** The result of reading text that is not a value. */
export const unread = Symbol('unread');

/** The position at which a text is read. Each reading function moves it forward. */
export interface Cursor {
  readonly text: string;
  at: number;
}

/** A value with more levels of nesting is not read. */
const mostLevels = 50;
const words: Readonly<Record<string, unknown>> = { true: true, false: false, none: null, null: null };
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const blanks = /\s*/y;
const bareWord = /[A-Za-z]{1,5}/y;
const bareNumber = /[+-]?\d{1,20}(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?/y;
const plainRun = /[^\\"']+/y;

/**
 * Reads the value at the cursor, and moves the cursor to the end of the value; `unread` if there is no whole value, or
 * one nested too deeply.
 */
export function readLiteral(cursor: Cursor, level = 0): unknown {
  skipBlanks(cursor);
  const sign = cursor.text[cursor.at];
  if (sign === '"' || sign === "'") return readText(cursor, sign);
  if (level >= mostLevels) return unread;
  if (sign === '[' || sign === '(') return readList(cursor, level);
  if (sign === '{') return readTable(cursor, level);
  return readBare(cursor);
}

/**
 * Reads the value of a key. As in Python, texts with only blanks between them are one text. Without a blank, the
 * second quote may be meant as a character of the text. The items of a list are not joined, because a comma may be
 * missing between them.
 */
export function readValue(cursor: Cursor, level = 0): unknown {
  const value = readLiteral(cursor, level);
  if (typeof value !== 'string') return value;
  const parts = [value];
  while (isTextBehindBlanks(cursor)) {
    const part = readLiteral(cursor, level);
    if (typeof part !== 'string') return unread;
    parts.push(part);
  }
  return parts.join('');
}

function isTextBehindBlanks(cursor: Cursor): boolean {
  const skipped = readMatch(cursor, blanks) ?? '';
  const sign = cursor.text[cursor.at];
  return skipped !== '' && (sign === '"' || sign === "'");
}

/** Moves the cursor past any blanks; tells whether the sign comes next, and if so, moves the cursor past it too. */
export function isNext(cursor: Cursor, sign: string): boolean {
  skipBlanks(cursor);
  if (!cursor.text.startsWith(sign, cursor.at)) return false;
  cursor.at += sign.length;
  return true;
}

/** The text that the sticky pattern matches at the cursor. Moves the cursor past it. */
export function readMatch(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0];
  cursor.at += found?.length ?? 0;
  return found;
}

function skipBlanks(cursor: Cursor): void {
  readMatch(cursor, blanks);
}

function readBare(cursor: Cursor): unknown {
  const digits = readMatch(cursor, bareNumber);
  if (digits !== undefined) return Number(digits);
  const word = readMatch(cursor, bareWord)?.toLowerCase() ?? '';
  return Object.hasOwn(words, word) ? words[word] : unread;
}

/** Reads one text with its escapes, up to its closing quote. The other kind of quote may occur in the text. */
function readText(cursor: Cursor, quote: string): unknown {
  const parts: string[] = [];
  cursor.at += 1;
  while (cursor.at < cursor.text.length) {
    parts.push(readMatch(cursor, plainRun) ?? '');
    const sign = cursor.text[cursor.at];
    cursor.at += 1;
    if (sign === quote) return parts.join('');
    parts.push(sign === '\\' ? readEscape(cursor) : (sign ?? ''));
  }
  return unread;
}

function readEscape(cursor: Cursor): string {
  const sign = cursor.text[cursor.at] ?? '';
  cursor.at += 1;
  if (sign !== 'u') return escapes[sign] ?? sign;
  const digits = readMatch(cursor, /[0-9a-fA-F]{4}/y);
  return digits === undefined ? 'u' : String.fromCharCode(Number.parseInt(digits, 16));
}

function readList(cursor: Cursor, level: number): unknown {
  const end = cursor.text[cursor.at] === '[' ? ']' : ')';
  const items: unknown[] = [];
  cursor.at += 1;
  while (!isNext(cursor, end)) {
    const item = readLiteral(cursor, level + 1);
    if (item === unread) return unread;
    items.push(item);
    if (!isNext(cursor, ',')) return isNext(cursor, end) ? items : unread;
  }
  return items;
}

function readTable(cursor: Cursor, level: number): unknown {
  const fields: [string, unknown][] = [];
  cursor.at += 1;
  while (!isNext(cursor, '}')) {
    const key = readLiteral(cursor, level + 1);
    const value = typeof key === 'string' && isNext(cursor, ':') ? readValue(cursor, level + 1) : unread;
    if (value === unread) return unread;
    fields.push([String(key), value]);
    if (!isNext(cursor, ',')) return isNext(cursor, '}') ? Object.fromEntries(fields) : unread;
  }
  return Object.fromEntries(fields);
}
