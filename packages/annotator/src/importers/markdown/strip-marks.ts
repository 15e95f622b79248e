// Takes Markdown's marks out of a paragraph: emphasis, links, pictures, code, escapes, tags.

import { walkMarkup } from '../markup/walk-markup.ts';
import { stripEmphasis } from './strip-emphasis.ts';

export interface PlainParagraph {
  readonly text: string;
  readonly pictures: number;
  readonly isLinked: boolean;
}

/** Signs that are meant as they stand are moved out of the way, to code points nobody writes with. */
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

/** Names that links of a text refer to, in lower case. */
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
