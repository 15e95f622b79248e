// Scans a text for JSON: finds every list and object, whatever text surrounds them, in one pass.
import { splitThinking } from '../llm/split-thinking.ts';

export type Container = readonly unknown[] | Readonly<Record<string, unknown>>;

export interface ScannedJson {
  /** The outermost lists and objects, in their order. */
  readonly values: readonly Container[];
  /** Lists and objects inside text that is not JSON, and items that were cut off. */
  readonly inner: readonly Container[];
  /** Values in which the text ends. They contain only the parts that were complete. */
  readonly cut: ReadonlySet<unknown>;
  /** Values that contained, at any depth, something other than JSON, which was left out. */
  readonly holed: ReadonlySet<unknown>;
  readonly broken: readonly BrokenObject[];
}

/** An object that is not JSON, or an element of a list that was cut off. */
export interface BrokenObject {
  readonly source: string;
  /** Whether the object is an element of a list. */
  readonly isListed: boolean;
  readonly isCut: boolean;
}

/** At most this many characters of a reply are read. */
const longestText = 2_000_000;
/**
 * Values with deeper nesting are not accepted, because code that walks through a value may call itself once for each
 * level.
 */
const mostLevels = 200;
const mostBroken = 100;
const shownOfBroken = 160;

/** A list or an object whose end has not been reached yet. */
interface Frame {
  readonly kind: ContainerKind;
  readonly start: number;
  readonly keys: string[];
  /** The items of a list, or the values of an object's keys. */
  readonly items: unknown[];
  expects: 'key' | 'colon' | 'value' | 'comma';
  /** Whether the frame contains anything but JSON. If so, only complete values inside it count. */
  isBroken: boolean;
  isHoled: boolean;
  /** How many levels of nesting the value has, counting its own. */
  levels: number;
}

interface Scan {
  readonly text: string;
  readonly frames: Frame[];
  readonly open: Record<ContainerKind, number>;
  values: Container[];
  inner: Container[];
  broken: BrokenObject[];
  readonly cut: Set<unknown>;
  readonly holed: Set<unknown>;
  isThinking: boolean;
}

/**
 * How a frame ends: `closed` by its own bracket, `cut` by a fence or the end of the text, or `lost` because an outer
 * frame is closed.
 */
type Ending = 'closed' | 'cut' | 'lost';

/** Takes time in proportion to the length of any text. Ignores thinking before the reply. */
export function parseJsonRuns(given: string): ScannedJson {
  const limited = given.slice(0, longestText);
  const text = cutThinking(limited);
  const scan: Scan = {
    text,
    frames: [],
    open: { list: 0, object: 0 },
    values: [],
    inner: [],
    broken: [],
    cut: new Set(),
    holed: new Set(),
    isThinking: text !== limited,
  };
  for (let at = 0; at < text.length; ) {
    const token = scan.frames.length === 0 ? findJsonBeginning(text, at) : readJsonToken(text, at);
    takeToken(scan, token);
    at = token.end;
  }
  cutFrames(scan);
  const { values, inner, cut, holed, broken } = scan;
  return { values, inner, cut, holed, broken };
}

/** Removes the thinking before a reply. Nothing is left of a reply that contains only thinking. */
function cutThinking(text: string): string {
  return text.trimStart().startsWith('<think>') ? splitThinking(text).text : text;
}

function takeToken(scan: Scan, token: JsonToken): void {
  switch (token.kind) {
    case 'open':
      openFrame(scan, token.of, token.end - 1);
      break;
    case 'close':
      closeFrame(scan, token.of);
      break;
    case 'value':
      takePrimitive(scan, token.value);
      break;
    case 'colon':
    case 'comma':
      takeSeparator(scan, token.kind);
      break;
    case 'junk':
      takeJunk(scan);
      break;
    case 'thinking':
      scan.isThinking = true;
      takeJunk(scan);
      break;
    case 'thought':
      // A closing tag without an opening one: the chat template opened the thinking, so everything before the tag is
      // thinking.
      if (!scan.isThinking) clearScan(scan);
      break;
    case 'fence':
    case 'cut':
      cutFrames(scan);
  }
}

function clearScan(scan: Scan): void {
  scan.frames.length = 0;
  Object.assign(scan.open, { list: 0, object: 0 });
  Object.assign(scan, { values: [], inner: [], broken: [] });
}

function openFrame(scan: Scan, kind: ContainerKind, start: number): void {
  const parent = scan.frames.at(-1);
  if (parent?.kind === 'object' && parent.expects !== 'value') markFrameBroken(scan, parent);
  scan.frames.push({
    kind,
    start,
    keys: [],
    items: [],
    expects: 'key',
    isBroken: false,
    isHoled: false,
    levels: 1,
  });
  scan.open[kind] += 1;
}

/**
 * Handles a closing bracket. A bracket that closes nothing is ignored after a complete value in an object; elsewhere
 * it counts as text that is not JSON. If a bracket closes an outer frame, the frames inside that frame end too.
 */
function closeFrame(scan: Scan, kind: ContainerKind): void {
  if (scan.open[kind] === 0) {
    const frame = scan.frames.at(-1);
    if (frame?.kind !== 'object' || frame.expects !== 'comma') takeJunk(scan);
    return;
  }
  while (scan.frames.at(-1)?.kind !== kind) finishFrame(scan, 'lost');
  finishFrame(scan, 'closed');
}

function cutFrames(scan: Scan): void {
  while (scan.frames.length > 0) finishFrame(scan, 'cut');
}

function finishFrame(scan: Scan, ending: Ending): void {
  const frame = scan.frames.pop();
  if (frame === undefined) return;
  scan.open[frame.kind] -= 1;
  const isHalf = frame.kind === 'object' && (frame.expects === 'colon' || frame.expects === 'value');
  if (frame.levels > mostLevels || (isHalf && ending !== 'cut')) markFrameBroken(scan, frame);
  const parent = scan.frames.at(-1);
  if (frame.isBroken) {
    recordBroken(scan, frame, ending);
    appendHole(scan, parent);
    return;
  }
  const value = buildValue(frame);
  if (ending === 'cut') scan.cut.add(value);
  if (frame.isHoled) scan.holed.add(value);
  if (ending === 'lost') {
    scan.inner.push(value);
    appendHole(scan, parent);
  } else appendValue(scan, { frame, value, isCut: ending === 'cut' });
}

/** Unlike an assignment, `Object.fromEntries` treats `__proto__` like any other key. */
function buildValue({ kind, keys, items }: Frame): Container {
  return kind === 'list' ? items : Object.fromEntries(items.map((item, at) => [keys[at] ?? '', item]));
}

interface Ended {
  readonly frame: Frame;
  readonly value: Container;
  readonly isCut: boolean;
}

/** Adds a value to its parent. An object takes a value that was cut off, with its complete parts; a list does not. */
function appendValue(scan: Scan, { frame, value, isCut }: Ended): void {
  const parent = scan.frames.at(-1);
  if (parent === undefined || parent.isBroken || (isCut && parent.kind === 'list')) {
    if (isCut) recordBroken(scan, frame, 'cut');
    (parent === undefined ? scan.values : scan.inner).push(value);
    return;
  }
  parent.items.push(value);
  parent.expects = 'comma';
  parent.isHoled ||= frame.isHoled;
  parent.levels = Math.max(parent.levels, frame.levels + 1);
}

function takePrimitive(scan: Scan, value: unknown): void {
  const frame = scan.frames.at(-1);
  if (frame === undefined || frame.isBroken) return;
  if (frame.kind === 'list') frame.items.push(value);
  else if (frame.expects === 'value') {
    frame.items.push(value);
    frame.expects = 'comma';
  } else if (typeof value === 'string' && frame.expects === 'key') {
    frame.keys.push(value);
    frame.expects = 'colon';
  } else markFrameBroken(scan, frame);
}

/** Handles a comma or a colon. Lists need no commas. */
function takeSeparator(scan: Scan, kind: 'colon' | 'comma'): void {
  const frame = scan.frames.at(-1);
  if (frame === undefined || frame.isBroken) return;
  if (frame.kind === 'list') frame.isHoled ||= kind === 'colon';
  else if (kind === frame.expects) frame.expects = kind === 'colon' ? 'value' : 'key';
  else markFrameBroken(scan, frame);
}

function takeJunk(scan: Scan): void {
  appendHole(scan, scan.frames.at(-1));
}

function appendHole(scan: Scan, frame: Frame | undefined): void {
  if (frame?.kind === 'list') frame.isHoled = true;
  else if (frame !== undefined) markFrameBroken(scan, frame);
}

/** Marks a frame as not being JSON. Complete lists and objects inside it are kept. */
function markFrameBroken(scan: Scan, frame: Frame): void {
  if (frame.isBroken) return;
  frame.isBroken = true;
  for (const item of frame.items) if (isContainer(item)) scan.inner.push(item);
}

function recordBroken(scan: Scan, { kind, start }: Frame, ending: Ending): void {
  if (kind !== 'object' || scan.broken.length >= mostBroken) return;
  const source = scan.text.slice(start, start + shownOfBroken);
  const isListed = scan.frames.at(-1)?.kind === 'list';
  scan.broken.push({ source, isListed, isCut: ending === 'cut' });
}

export function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

type ContainerKind = 'list' | 'object';

/** `end` is the position after the token. */
type JsonToken = { readonly end: number } & (
  | { readonly kind: 'open' | 'close'; readonly of: ContainerKind }
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  | { readonly kind: 'colon' | 'comma' | 'junk' | 'fence' | 'thinking' | 'thought' }
  /** The text ends in the middle of a value. */
  | { readonly kind: 'cut' }
);

type Sign =
  | { readonly kind: 'open' | 'close'; readonly of: ContainerKind }
  | { readonly kind: 'colon' | 'comma' };

/** What is searched for outside of all values: an opening bracket, a fence, or a tag of thinking. */
const beginning = /[[{]|`{3}|<\/?think>/g;
const blanks = /\s+/y;
const primitive = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
/** Any other text, up to a character with which a token may begin. */
const words = /[^\s[\]{}",:`<]+/y;
/** A number or a word of JSON that may have been cut off. */
const unfinished = /^(?:-?\d[\d.eE+-]*|-|t|tr|tru|f|fa|fal|fals|n|nu|nul|true|false|null)$/;

const signs: ReadonlyMap<string, Sign> = new Map<string, Sign>([
  ['[', { kind: 'open', of: 'list' }],
  ['{', { kind: 'open', of: 'object' }],
  [']', { kind: 'close', of: 'list' }],
  ['}', { kind: 'close', of: 'object' }],
  [':', { kind: 'colon' }],
  [',', { kind: 'comma' }],
]);

/** The first bracket, fence or tag of thinking at or after `from`. If there is none, the rest of the text as `junk`. */
function findJsonBeginning(text: string, from: number): JsonToken {
  beginning.lastIndex = from;
  const found = beginning.exec(text);
  return found === null ? { kind: 'junk', end: text.length } : readJsonToken(text, found.index);
}

/** The token at `from`, after any blanks; `cut` if the text ends in the middle of the token. */
function readJsonToken(text: string, from: number): JsonToken {
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

/** A quoted text must end on its line. If it does not, the rest of the line is junk. */
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

/** The position after the match of a sticky pattern at `from`; `from` itself if the pattern does not match. */
function match(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}
