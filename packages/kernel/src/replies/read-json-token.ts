// Reads a text token by token, as JSON where it can be: whatever is none is a token too.

export type ContainerKind = 'list' | 'object';

/** `end` is the place behind the token. */
export type JsonToken = { readonly end: number } & (
  | { readonly kind: 'open' | 'close'; readonly of: ContainerKind }
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  | { readonly kind: 'colon' | 'comma' | 'junk' | 'fence' | 'thinking' | 'thought' }
  /** The text ends in the middle of a value. */
  | { readonly kind: 'cut' }
);

type Sign =
  | { readonly kind: 'open' | 'close'; readonly of: ContainerKind }
  | { readonly kind: 'colon' | 'comma' };

/** Where outside of any value something may begin that matters. */
const beginning = /[[{]|`{3}|<\/?think>/g;
const blanks = /\s+/y;
const primitive = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
/** Words, up to what may be a token of its own. */
const words = /[^\s[\]{}",:`<]+/y;
/** What a number or a word of JSON begins with. */
const unfinished = /^(?:-?\d[\d.eE+-]*|-|t|tr|tru|f|fa|fal|fals|n|nu|nul|true|false|null)$/;

const signs: ReadonlyMap<string, Sign> = new Map<string, Sign>([
  ['[', { kind: 'open', of: 'list' }],
  ['{', { kind: 'open', of: 'object' }],
  [']', { kind: 'close', of: 'list' }],
  ['}', { kind: 'close', of: 'object' }],
  [':', { kind: 'colon' }],
  [',', { kind: 'comma' }],
]);

/** The first bracket, fence or tag of thinking from `from` on; junk to the end where there is none. */
export function findJsonBeginning(text: string, from: number): JsonToken {
  beginning.lastIndex = from;
  const found = beginning.exec(text);
  return found === null ? { kind: 'junk', end: text.length } : readJsonToken(text, found.index);
}

/** The token at `from`, blanks before it passed over. The text is `cut` where it ends in the middle of one. */
export function readJsonToken(text: string, from: number): JsonToken {
  const at = match(blanks, text, from);
  const character = text[at];
  if (character === undefined) return { kind: 'cut', end: text.length };
  const sign = signs.get(character);
  if (sign !== undefined) return { ...sign, end: at + 1 };
  if (character === '"') return readString(text, at);
  if (text.startsWith('```', at)) return { kind: 'fence', end: at + 3 };
  if (text.startsWith('<think>', at)) return { kind: 'thinking', end: at + 7 };
  if (text.startsWith('</think>', at)) return { kind: 'thought', end: at + 8 };
  return readPrimitive(text, at);
}

function readPrimitive(text: string, at: number): JsonToken {
  const end = match(primitive, text, at);
  const wordsEnd = match(words, text, at);
  if (wordsEnd === text.length && unfinished.test(text.slice(at, wordsEnd)))
    return { kind: 'cut', end: wordsEnd };
  if (end === at) return { kind: 'junk', end: Math.max(at + 1, wordsEnd) };
  return { kind: 'value', value: JSON.parse(text.slice(at, end)), end };
}

/** A text in quotes ends in its line; a quote that nothing closes there is junk, and all of the line behind it. */
function readString(text: string, start: number): JsonToken {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '\n') return { kind: 'junk', end: at };
    else if (character === '"') return parseString(text.slice(start, at + 1), at + 1);
  }
  return { kind: 'cut', end: text.length };
}

function parseString(source: string, end: number): JsonToken {
  try {
    return { kind: 'value', value: JSON.parse(source), end };
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'junk', end };
    throw error;
  }
}

/** Behind what the sticky pattern matches at `from`; `from` where it does not. */
function match(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}
