// Translates tags that a model writes in another form (full-width, with attributes, under other names) into our tags.

import { isThinkingTag } from './list-said-lines.ts';
import { linkMarkers, listMarkedSpans, listMarkers, type Reach } from './parse-message.ts';
import { parseModifier } from './parse-modifier.ts';
import { parseMoving } from './parse-moving.ts';
import { displayTags, type Tag, workingTags } from './tag.ts';
import { exampleVoices, type Voices } from './voices.ts';

export interface TranslateOptions {
  /** Who speaks: a tag with the id of a voice names the speaker. */
  readonly voices?: Voices | undefined;
  /** Whether the text is only the beginning of a reply: what depends on the words that follow then stays as it is. */
  readonly isPartial?: boolean;
}

/**
 * Returns the reply with the tags in our form. The attributes of a tag are left out, but for the date of a plan, which
 * becomes its first words. An unknown tag around whole lines goes and its words stay; a few that models use for what
 * they want to remember become pins. Tags of HTML, of thinking, of look-ups and of voices stay. Takes time in
 * proportion to the reply.
 */
export function translateTags(
  reply: string,
  { voices = exampleVoices, isPartial = false }: TranslateOptions = {},
): string {
  if (!/[<＜（(]/u.test(reply)) return reply;
  const ids = new Set([...voices.user, ...voices.companion].map(({ id }) => id));
  const begun = isPartial ? reply.replace(halfWritten, '') : reply;
  return translateUnknown(translateKnown(translateAsides(begun), isPartial), { ids, isPartial });
}

const attribute = String.raw`\s{1,8}[a-z][\w-]{0,30}\s{0,8}=\s{0,8}(?:"[^"<>]{0,200}"|'[^'<>]{0,200}'|“[^”<>]{0,200}”)`;
const attributes = `(?:${attribute}){0,6}`;
const known = new RegExp(
  `[<＜]([/／]?)(${[...displayTags, ...workingTags].join('|')})(${attributes})\\s{0,8}[>＞]`,
  'giu',
);
const dating =
  /\s(due|due[-_]?(?:date|at|by)|date|datetime|when|at|on|day|time|every|repeats?|recurs|recurrence)\s{0,8}=\s{0,8}["'“]([^"'“”<>=]{1,60})["'”]/giu;
/** Values that say that there is no date, or that it does not come again. */
const empty =
  /^(?:none|no|never|false|true|yes|null|undefined|n\/?a|tb[ad]|unknown|unspecified|once|ongoing|soon|later|asap|\d{1,2}|[^\p{L}\p{N}]*)$/iu;

function translateKnown(reply: string, isPartial: boolean): string {
  /** The date that each opening tag gives, in the order of the tags. */
  const dates: (string | undefined)[] = [];
  const text = reply.replace(known, (_, slash: string, tag: string, said: string) => {
    const isClosing = slash !== '';
    if (!isClosing) dates.push(tag.toLowerCase() === 'plan' ? findDate(said) : undefined);
    return `<${isClosing ? '/' : ''}${tag}>`;
  });
  return isPartial || dates.every((date) => date === undefined) ? text : insertDates(text, dates);
}

const dateWord = /day\b|weekend|tomorrow|tonight|noon|midnight/iu;

function isWords(value: string): boolean {
  return /^[a-z' ]+$/iu.test(value);
}

function findDate(said: string): string | undefined {
  const values = [...said.matchAll(dating)].flatMap(([, name = '', given = '']) => {
    const value = given.replace(/(?<=\d)T(?=\d)/u, ' ').trim();
    // A plan may be `at` a place as well.
    const isPlace = /^(?:at|on)$/iu.test(name) && isWords(value) && !dateWord.test(value);
    if (empty.test(value) || isPlace) return [];
    return [/^every$/iu.test(name) && !/^every\b/iu.test(value) ? `every ${value}` : value];
  });
  return values.length === 0 ? undefined : values.join(' ');
}

/** A plan inside something shown gets no date, because its words are shown; a command for a plan needs none. */
function insertDates(text: string, dates: readonly (string | undefined)[]): string {
  const shown = listMarkedSpans(text, { from: 0, to: text.length }).filter(({ tag }) => displays.has(tag));
  const openings = listMarkers(text).filter(({ isClosing }) => !isClosing);
  let nearest = 0;
  let reached = 0;
  const pieces: string[] = [];
  for (const [index, { from, to }] of openings.entries()) {
    while ((shown[nearest]?.to ?? from + 1) <= from) nearest += 1;
    const isShown = (shown[nearest]?.from ?? from) < from;
    const date = dates[index];
    if (date === undefined || isShown || isCommand(text.slice(to, to + longestCommand))) continue;
    pieces.push(text.slice(reached, to), `${date}: `);
    reached = to;
  }
  return [...pieces, text.slice(reached)].join('');
}

const displays: ReadonlySet<Tag> = new Set(displayTags);
const longestCommand = 400;

function isCommand(text: string): boolean {
  const [content = ''] = text.split('<', 1);
  return parseModifier('plan', content) !== undefined || parseMoving(content).length > 0;
}

/** The end of a text that may become a tag. */
const halfWritten = /(?:＜[^＜＞<>\n]{0,300}|(?<=^|\n)[ \t]{0,8}[(（][^()（）\n<>]{0,400})$/u;
/** A feeling or thought in brackets on a line of its own, such as `（feeling：うれしい）`. */
const aside = /^[ \t]{0,8}[(（](feeling|thought)\s?[:：]([^()（）\n<>]{1,400})[)）][ \t]{0,8}$/gimu;

function translateAsides(reply: string): string {
  return reply.replace(
    aside,
    (_, tag: string, words: string) => `<${tag.toLowerCase()}>${words.trim()}</${tag.toLowerCase()}>`,
  );
}

const unknown = new RegExp(`<(/?)([a-z][a-z0-9_-]{0,40})(?:${attributes})\\s{0,8}>`, 'giu');
/** Tags around what a model wants to remember. */
const remembering: ReadonlySet<string> = new Set(['fact', 'facts', 'memory', 'remember']);
const html =
  'a abbr address article aside audio b blockquote body br button canvas caption cite code dd del details div dl dt em figure footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label legend li link main mark menu meta nav object ol option p pre q rp rt ruby s samp script section select small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead title tr tt u ul var video wbr';
const kept: ReadonlySet<string> = new Set([
  ...displayTags,
  ...workingTags,
  ...html.split(' '),
  'recall',
  'search',
  'plans',
]);

interface UnknownOptions extends Required<Pick<TranslateOptions, 'isPartial'>> {
  /** The ids of voices. */
  readonly ids: ReadonlySet<string>;
}

interface UnknownMarker extends Reach {
  readonly tag: string;
  readonly isClosing: boolean;
}

interface UnknownPart {
  readonly opening: UnknownMarker;
  readonly closing: UnknownMarker;
}

function translateUnknown(reply: string, options: UnknownOptions): string {
  const parts = listUnknownParts(reply, options);
  if (parts.length === 0) return reply;
  const isHeld = ({ opening, closing }: UnknownPart) =>
    remembering.has(opening.tag) && isPlain(reply.slice(opening.to, closing.from));
  const held = replaceTags(reply, parts, (part) => (isHeld(part) ? ['<pin>', '</pin>'] : ['', '']));
  // If the reply has no other words, these are its answer. While it arrives, others may follow.
  const others = replaceTags(reply, parts.filter(isHeld), () => ['', ''], true).replace(inMind, '');
  const isSaid = options.isPartial || hasWords(others);
  return isSaid ? held : replaceTags(reply, parts, () => ['', '']);
}

/** What is held in mind says nothing to the person. */
const inMind = new RegExp(`<(${workingTags.join('|')})>[^<]{0,4000}</\\1>`, 'giu');

/** The parts between an unknown tag and its other half that are whole lines. */
function listUnknownParts(reply: string, { ids, isPartial }: UnknownOptions): readonly UnknownPart[] {
  const markers = [...reply.matchAll(unknown)]
    .map(
      (match): UnknownMarker => ({
        tag: (match[2] ?? '').toLowerCase(),
        isClosing: match[1] !== '',
        from: match.index,
        to: match.index + match[0].length,
      }),
    )
    .filter(({ tag }) => !kept.has(tag) && !ids.has(tag) && !isThinkingTag(tag));
  const closings = linkMarkers(markers);
  return markers.flatMap((opening, index): readonly UnknownPart[] => {
    const closing = closings[index];
    if (closing === undefined) return [];
    const isWhole = isLineStart(reply, opening.from) && isLineEnd(reply, closing.to, isPartial);
    return isWhole ? [{ opening, closing }] : [];
  });
}

function isLineStart(text: string, at: number): boolean {
  return /(?:^|\n)[ \t]{0,40}$/u.test(text.slice(Math.max(0, at - 41), at));
}

function isLineEnd(text: string, at: number, isPartial: boolean): boolean {
  const rest = text.slice(at, at + 41);
  return (isPartial ? /^[ \t]{0,40}\n/u : /^[ \t]{0,40}(?:\n|$)/u).test(rest);
}

function isPlain(content: string): boolean {
  return !/[<＜]/u.test(content) && hasWords(content);
}

/** Whether a text says something outside of tags. */
function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text.replace(/<[^<>]{0,300}>/gu, ''));
}

/** The text with other marks around parts of it; or without these parts, if `isCut` is set. */
function replaceTags(
  text: string,
  parts: readonly UnknownPart[],
  choose: (part: UnknownPart) => readonly [string, string],
  isCut = false,
): string {
  const edges = parts
    .flatMap((part) => {
      const [before, after] = choose(part);
      if (isCut) return [{ from: part.opening.from, to: part.closing.to, put: '' }];
      return [
        { ...part.opening, put: before },
        { ...part.closing, put: after },
      ];
    })
    .sort((one, other) => one.from - other.from);
  let reached = 0;
  let kept = '';
  for (const { from, to, put } of edges) {
    if (from < reached) continue;
    kept += text.slice(reached, from) + put;
    reached = to;
  }
  return kept + text.slice(reached);
}
