// Finds quoted speech in a text, in whatever marks it is set: “ ”, " ", ‘ ’, ' ', « », „ “, 「 」, or after a dash.

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The marks that close a speech, by the mark that opens it. In German and Danish books, some of them are used the
 * other way round.
 */
const closings: ReadonlyMap<string, string> = new Map([
  ['“', '”'],
  ['"', '"'],
  ['„', '“”'],
  ['”', '”'],
  ['«', '»'],
  ['»', '«'],
  ['‹', '›'],
  ['›', '‹'],
  ['‚', '‘'],
  ['‘', '’'],
  ["'", "'"],
  ['「', '」'],
  ['『', '』'],
]);

const anyMark = /["“”„«»‹›‚‘’'「」『』]/gu;
/** These marks open a speech anywhere; the other marks open one only before a word. */
const alwaysOpens = /^[“„«‹「『]$/u;
const blankLine = /\r?\n[^\S\n]*\r?\n/gu;

/**
 * Each stretch of quoted speech, including the marks at its ends and inside it. A speech ends with its paragraph, even
 * if its closing mark is missing. If `within` is given, returns only speeches in the paragraphs of this span.
 */
export function listSpeeches(text: string, within?: Span): readonly Span[] {
  const from = within === undefined ? 0 : findParagraphStart(text, within.start);
  const speeches: Span[] = [];
  blankLine.lastIndex = from;
  for (let start = from; start < (within?.end ?? text.length); ) {
    const border = blankLine.exec(text);
    const end = border?.index ?? text.length;
    for (const speech of listInParagraph(text.slice(start, end)))
      speeches.push({ start: start + speech.start, end: start + speech.end });
    if (border === null) break;
    start = blankLine.lastIndex;
  }
  return speeches;
}

/** The speech that contains a place of the text, after its opening mark; undefined if there is none. */
export function findSpeechAround(speeches: readonly Span[], at: number): Span | undefined {
  return speeches.find(({ start, end }) => start < at && at < end);
}

/** The words of a span, with blanks in place of quoted speech, so that every other word keeps its place. */
export function hideSpeeches(text: string, { start, end }: Span = { start: 0, end: text.length }): string {
  const shown: string[] = [];
  let at = start;
  for (const speech of listSpeeches(text, { start, end })) {
    const [from, to] = [Math.max(at, speech.start), Math.min(end, speech.end)];
    if (to <= from) continue;
    shown.push(text.slice(at, from), ' '.repeat(to - from));
    at = to;
  }
  return `${shown.join('')}${text.slice(at, end)}`;
}

function findParagraphStart(text: string, at: number): number {
  for (let end = text.lastIndexOf('\n', at - 1); end > 0; ) {
    const before = text.lastIndexOf('\n', end - 1);
    if (before >= 0 && text.slice(before + 1, end).trim() === '') return end + 1;
    end = before;
  }
  return 0;
}

function listInParagraph(text: string): readonly Span[] {
  const marks = [...text.matchAll(anyMark)].map(({ 0: mark, index }) => ({ mark, at: index }));
  const speeches: Span[] = [];
  let next = 0;
  for (const [index, { mark, at }] of marks.entries()) {
    if (at < next || !isOpening(text, mark, at)) continue;
    const end = findEnd(text, marks, index);
    if (end === undefined) continue;
    speeches.push({ start: at, end });
    next = end;
  }
  return speeches.length === 0 ? listBehindDashes(text) : speeches;
}

interface Mark {
  readonly mark: string;
  readonly at: number;
}

/** Words that begin with an apostrophe, which looks like the opening mark of a speech. */
const shortened =
  /^(?:\d\d|[Tt](?:is|was|were|will|would|wixt|ain|other)|em|n|til|till|cause|bout|round|neath)(?![\p{L}\d])/u;

/**
 * Whether the mark opens a speech. After a number, a straight mark may mean inches; inside a word or at its end, it is
 * an apostrophe.
 */
function isOpening(text: string, mark: string, at: number): boolean {
  if (!closings.has(mark)) return false;
  if (alwaysOpens.test(mark)) return true;
  const before = text.slice(Math.max(0, at - 1), at);
  // Around a whole speech, asterisks and underscores are Markdown; right before a single mark, they end a title:
  // *Argo*'s crew.
  const isBegun = /(?:^|[\s([{—–“„«"-])$/u.test(before) || (mark === '"' && /[*_]/u.test(before));
  const isBeforeWord = isBegun && /\S/u.test(text[at + 1] ?? ' ');
  if (mark === '‘' || mark === "'") return isBeforeWord && !shortened.test(text.slice(at + 1, at + 8));
  return isBeforeWord && (mark !== '”' || /[\p{L}\p{N}]/u.test(text[at + 1] ?? ''));
}

/**
 * The offset after the closing mark; without one, the end of the paragraph. Undefined if the mark does not open a
 * speech.
 */
function findEnd(text: string, marks: readonly Mark[], index: number): number | undefined {
  const opening = marks[index];
  if (opening === undefined) return undefined;
  if (opening.mark === '‘' || opening.mark === "'") {
    const end = findSingleEnd(text, opening, listUpToNext(text, marks, index));
    return end ?? (index === 0 && isContinued(text, opening) ? text.length : undefined);
  }
  const closing = closings.get(opening.mark) ?? '';
  for (let next = index + 1; next < marks.length; next++) {
    const { mark, at } = marks[next] as Mark;
    if (closing.includes(mark)) return at + 1;
  }
  return text.length;
}

/** At most this many marks after an opening one are examined, however many apostrophes the paragraph has. */
const mostMarks = 200;

/**
 * The places after a single opening mark at which its speech may end: all single closing marks before the next such
 * opening mark, except marks within double ones and apostrophes before a letter.
 */
function listUpToNext(text: string, marks: readonly Mark[], index: number): readonly number[] {
  const opening = marks[index]?.mark ?? '';
  const outer = skipInner(marks.slice(index + 1, index + 1 + mostMarks));
  const next = outer.findIndex(({ mark, at }) => mark === opening && isOpening(text, mark, at));
  return outer
    .slice(0, next < 0 ? undefined : next)
    .filter(({ mark, at }) => mark === closings.get(opening) && !/[\p{L}\p{N}]/u.test(text[at + 1] ?? ''))
    .map(({ at }) => at);
}

function skipInner(marks: readonly Mark[]): readonly Mark[] {
  let closing = '';
  return marks.filter(({ mark }) => {
    const isInner = closing !== '';
    if (isInner) closing = mark === closing ? '' : closing;
    else if (mark === '"' || mark === '“') closing = closings.get(mark) ?? '';
    return !isInner;
  });
}

/** Words that end with an apostrophe, as speakers of dialect pronounce them: `goin’`, `an’`, `o’`. */
const cutShort = /(?<!\p{L})(?:\p{L}+in|an|o|th|ol|wi|fo|mo|yo|lan|han|ha|t)$/iu;
const longestWord = 24;

/**
 * Returns the offset after the mark that closes a speech; undefined if there is none. Since the mark looks like an
 * apostrophe, it is the first one after the end of a clause (`,’`) or else the first one after a word that is neither
 * cut short (`goin’`) nor a possessive (`the boys’ hats`).
 */
function findSingleEnd(text: string, { at }: Mark, places: readonly number[]): number | undefined {
  const read = (place: number) => text.slice(Math.max(at, place - longestWord), place);
  const found =
    places.find((place) => /[,.!?;:…—–)\]”"-]$/u.test(read(place))) ??
    places.find((place) => isEndOfWord(read(place), text.slice(place + 1, place + 3)));
  return found === undefined ? undefined : found + 1;
}

/**
 * Whether the mark begins a paragraph and a speech that may continue in the next one, so that it need not be closed
 * here.
 */
function isContinued(text: string, { mark, at }: Mark): boolean {
  return mark === '‘' && /\p{Lu}/u.test(text[at + 1] ?? '') && text.slice(0, at).trim() === '';
}

function isEndOfWord(before: string, behind: string): boolean {
  if (!/[\p{L}\p{N}]$/u.test(before) || cutShort.test(before)) return false;
  return !/\s\S*s$/iu.test(before) || !/^\s\p{Ll}/u.test(behind);
}

const opensWithDash = /^\s*[—―]\s?(?=[\p{L}¡¿…])/u;
/** A dash between a speaker's words and the narration: a blank is before it, or a blank or a mark after it. */
const dashBetween = /(?<=\s)[—―]|(?<=[\p{L}.,!?…])[—―](?=[\s.,;:!?])/gu;

/** In a paragraph that begins with a dash: what is said, without narration between two dashes. */
function listBehindDashes(text: string): readonly Span[] {
  const opening = opensWithDash.exec(text);
  if (opening === null) return [];
  const start = opening[0].search(/[—―]/u);
  const behind = text.slice(opening[0].length);
  const dashes = [...behind.matchAll(dashBetween)].map(({ index }) => opening[0].length + index);
  const borders = [start, ...dashes, text.length];
  return borders.flatMap((from, index) => {
    const end = borders[index + 1];
    return index % 2 === 1 || end === undefined ? [] : [{ start: from, end }];
  });
}
