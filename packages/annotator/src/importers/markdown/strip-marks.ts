// Strips Markdown's marks from a paragraph: emphasis, links, pictures, code, escapes, tags.

import { walkMarkup } from '../markup/walk-markup.ts';

export interface PlainParagraph {
  readonly text: string;
  readonly pictures: number;
  readonly isLinked: boolean;
}

/** Code points that nobody uses. They replace escaped signs, so that these signs are not taken for marks. */
const hidden = 0x10ff00;
const hiddenSigns = /[\u{10ff00}-\u{10ff7f}]/gu;
const escaped = /\\([!-/:-@[-`{-~])/gu;
const codeSpan = /(?<!`)(?<ticks>`{1,3})(?!`)(?<code>[\s\S]{1,1000}?)(?<!`)\k<ticks>(?!`)/gu;
const address = String.raw`\(\s{0,9}(?:<[^<>\n]{0,2000}>|[^\s()<>]{0,2000}(?:\([^\s()]{0,200}\)[^\s()]{0,200}){0,3})(?:\s{1,9}(?:"[^"]{0,300}"|'[^']{0,300}'))?\s{0,9}\)`;
const picture = new RegExp(String.raw`!\[[^\[\]]{0,1000}\](?:${address}|\[[^\[\]]{0,200}\])`, 'gu');
const link = new RegExp(String.raw`\[(?<text>[^\[\]]{0,1000})\]${address}`, 'gu');
const referenceLink = /\[(?<text>[^[\]]{1,1000})\](?:\[(?<name>[^[\]]{0,200})\])?/gu;
const definition = /^ {0,3}\[(?<name>[^[\]^][^[\]]{0,199})\]:[ \t]*\S+(?:[ \t]+["'(].{0,300}["')])?[ \t]*$/u;
const noteDefinition = /^ {0,3}\[\^[^[\]\s]{1,60}\]:[ \t]*/u;
const noteMark = /\[\^[^[\]\s]{1,60}\]/gu;
const autolink = /<(?<address>(?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/giu;
const tagNames =
  'a|abbr|b|big|blockquote|center|cite|code|del|details|div|em|figcaption|figure|font|h[1-6]|i|ins|kbd|li|mark|ol|p|q|s|section|small|span|strike|strong|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul|wbr';
const tag = new RegExp(String.raw`<\/?(?:${tagNames})(?:\s[^<>]{0,500})?\/?>`, 'giu');
const lineTag = /<(?:br|hr)(?:\s[^<>]{0,200})?\/?>/giu;
const pictureTag = /<img(?:\s[^<>]{0,2000})?\/?>/giu;

/** Names of the reference links that the text defines, in lower case. */
export function collectReferences(paragraphs: Iterable<string>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const paragraph of paragraphs) {
    if (!paragraph.trimStart().startsWith('[')) continue;
    for (const line of paragraph.split('\n')) {
      const name = definition.exec(line)?.groups?.['name'];
      if (name !== undefined) names.add(name.toLowerCase());
    }
  }
  return names;
}

export function stripMarks(paragraph: string, references: ReadonlySet<string>): PlainParagraph {
  let pictures = 0;
  let linked = 0;
  const recordLink = (text: string) => {
    linked += text.length;
    return text;
  };
  const removePicture = () => {
    pictures += 1;
    return '';
  };
  const bare = stripDefinitions(hideLiterals(paragraph))
    .replace(picture, removePicture)
    .replace(pictureTag, removePicture)
    .replace(link, (_, text: string) => recordLink(text))
    .replace(noteMark, '')
    .replace(referenceLink, (whole, text: string, name: string | undefined) =>
      references.has((name || text).toLowerCase()) ? recordLink(text) : whole,
    )
    .replace(autolink, (_, target: string) => recordLink(target))
    .replace(lineTag, '\n')
    .replace(tag, '');
  const text = restoreLiterals(decodeEntities(stripEmphasis(bare)))
    .split('\n')
    .map((line) => line.replace(/ {2,}/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
  return { text, pictures, isLinked: linked * 2 > text.length };
}

function hideLiterals(text: string): string {
  return text
    .replace(escaped, (_, sign: string) => hide(sign))
    .replace(codeSpan, (_whole, _ticks, code: string) => code.trim().replace(/[!-/:-@[-`{-~]/gu, hide));
}

function hide(sign: string): string {
  return String.fromCodePoint(hidden + sign.charCodeAt(0));
}

function restoreLiterals(text: string): string {
  return text.replace(hiddenSigns, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? hidden) - hidden));
}

function stripDefinitions(text: string): string {
  if (!text.includes('[')) return text;
  return text
    .split('\n')
    .filter((line) => !definition.test(line))
    .map((line) => line.replace(noteDefinition, ''))
    .join('\n');
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  let decoded = '';
  walkMarkup(text.replaceAll('<', '&lt;'), 'html', {
    text: (more) => {
      decoded += more;
    },
  });
  return decoded;
}

interface Run {
  readonly mark: string;
  readonly start: number;
  /** How many signs of the run are unmatched; matched signs are removed. */
  left: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
}

const runs = /\*+|_+|~~+/gu;

/** Strips `*`, `_` and `~~`; a sign without a counterpart stays. */
export function stripEmphasis(text: string): string {
  const found = [...text.matchAll(runs)].map((match) => parseRun(text, match.index, match[0]));
  const openers = new Map<string, Run[]>();
  for (const run of found) {
    const stack = openers.get(run.mark) ?? [];
    openers.set(run.mark, stack);
    if (run.canClose) closeRuns(stack, run);
    if (run.canOpen && run.left > 0) stack.push(run);
  }
  let plain = '';
  let at = 0;
  for (const run of found) {
    plain += text.slice(at, run.start) + run.mark.repeat(run.left);
    at = run.start + measureRun(text, run);
  }
  return plain + text.slice(at);
}

function parseRun(text: string, start: number, signs: string): Run {
  const before = start === 0 ? ' ' : text.charAt(start - 1);
  const after = text.charAt(start + signs.length) || ' ';
  const isLeft = !isSpace(after) && (!isSign(after) || isSpace(before) || isSign(before));
  const isRight = !isSpace(before) && (!isSign(before) || isSpace(after) || isSign(after));
  const mark = signs.charAt(0);
  const isInside = mark === '_' && isWord(before) && isWord(after);
  return { mark, start, left: signs.length, canOpen: isLeft && !isInside, canClose: isRight && !isInside };
}

function closeRuns(stack: Run[], run: Run): void {
  for (let opener = stack.at(-1); opener !== undefined && run.left > 0; opener = stack.at(-1)) {
    const pairs = Math.min(opener.left, run.left);
    opener.left -= pairs;
    run.left -= pairs;
    if (opener.left === 0) stack.pop();
  }
}

function measureRun(text: string, run: Run): number {
  let end = run.start;
  while (text.charAt(end) === run.mark) end += 1;
  return end - run.start;
}

function isSpace(sign: string): boolean {
  return /\s/u.test(sign);
}

function isSign(sign: string): boolean {
  return /[\p{P}\p{S}]/u.test(sign);
}

function isWord(sign: string): boolean {
  return /[\p{L}\p{N}]/u.test(sign);
}
