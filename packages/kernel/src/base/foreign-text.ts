// Makes other people's texts safe to show: removes whole escape sequences, and escapes marks of Markdown and XML.

/**
 * Control characters, written as escapes because a pattern must not contain them. `csi` is one character that means
 * `ESC [`. The `texts` begin a sequence with a text, such as the title of a window; `bell` and `end` end it.
 */
const esc = '\u001b';
const csi = '\u009b';
const texts = '\u0090\u0098\u009d-\u009f';
const bell = '\u0007';
const end = '\u009c';

const starts = new RegExp(`[${esc}${csi}${texts}]`);
/** A control sequence with its parameters; each pattern below adds the final letter in its own way. */
const command = `(?:${esc}\\[|${csi})[0-?]*[ -/]*`;
/** A sequence with a text, such as a title, a link or an image: everything up to its end, or to the end of the line. */
const text = `(?:${esc}[\\]PX^_]|[${texts}])[^${bell}${esc}${end}\\n]*`;
const short = `${esc}[ -/]*`;

const sequences = new RegExp(`${command}[@-~]?|${text}(?:${bell}|${esc}\\\\|${end})?|${short}[0-~]?`, 'g');

/** The text without escape sequences, including the beginning of a sequence that was cut off. */
export function stripEscapes(given: string): string {
  return starts.test(given) ? given.replace(sequences, '') : given;
}

/** Matches each sequence, complete or not. One of the named groups matches only if it is complete. */
const begun = new RegExp(
  `${command}(?<ended>[@-~])?|${text}(?:(?<closed>${bell}|${esc}\\\\|${end}|\\n)|${esc}$)?|${short}(?<named>[0-~])?`,
  'g',
);

/** The unfinished escape sequence at the end of a piece of text, which the next piece may complete; usually empty. */
export function extractUnfinishedEscape(given: string): string {
  if (!starts.test(given)) return '';
  let last: RegExpExecArray | undefined;
  for (const match of given.matchAll(begun)) last = match;
  if (last === undefined || last.index + last[0].length < given.length) return '';
  const isWhole = Object.values(last.groups ?? {}).some((part) => part !== undefined);
  return isWhole ? '' : last[0];
}

/** A `!` has a meaning only before a bracket, where it makes an image. */
const inlineMarks = /[\\`*_{}[\]<>#|~&$]|!(?=\[)/gu;
const blockMarks = /^(?<number>\d*)(?<mark>(?<=\d)[.)]|(?<!\d)[-+=:])/gmu;

/**
 * Escapes every mark of Markdown, also at the start of a line, so that nothing becomes emphasis, a link, a
 * list or HTML.
 */
export function escapeMarkdown(text: string): string {
  return escapeBlocks(text.replace(inlineMarks, '\\$&'));
}

/**
 * Escapes marks that would open a block at the start of a line. Also removes leading blanks, because four of them
 * would make a code block.
 */
export function escapeBlocks(text: string): string {
  return text.replace(/^[^\S\n]+/gmu, '').replace(blockMarks, '$<number>\\$<mark>');
}

const longestName = 100;

/**
 * A name, cut to a maximum length, in which characters that are invisible or change the direction of writing are shown
 * as numbers.
 */
export function showName(name: string): string {
  const shown = showSigns(name.slice(0, longestName));
  return name.length <= longestName ? shown : `${shown}…`;
}

/** The line, in which each character that is invisible or changes the direction of writing is shown as a number. */
export function showSigns(line: string): string {
  return line.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Escapes the text of an XML element: `&`, `<` and `>` become entities. */
export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities[character] ?? character);
}

/** A `<` that might begin a tag. */
const tagStart = /<(?=[\p{L}/!?])/gu;

/**
 * Makes JSON fit into an XML element. Only a `<` that might begin a tag is escaped, in the way of JSON, so that a model
 * that copies a formula such as `current <= 0` copies it as it is.
 */
export function escapeJson(json: string): string {
  return json.replace(tagStart, '\\u003c');
}

/** Escapes only a `<` that might begin a tag: for a text with formulas, which a model must read as they are. */
export function escapeTags(text: string): string {
  return text.replace(tagStart, '&lt;');
}

/** Escapes the value of an XML attribute: quotes become entities too, and line breaks become blanks. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character).replace(/\s+/g, ' ');
}

/**
 * Makes a foreign text fit into a sentence: one well-formed line without control characters, cut to a length,
 * and escaped like `escapeText`.
 */
export function escapeLine(text: string, maxCharacters = 120): string {
  const start = text.slice(0, maxCharacters * 4).toWellFormed();
  const line = stripEscapes(start)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (line.length <= maxCharacters) return escapeText(line);
  return `${escapeText(line.slice(0, maxCharacters - 1).toWellFormed())}…`;
}

/** Undoes `escapeText` and `escapeAttribute`; unknown entities stay as they are. */
export function decodeXml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot);/g, (whole, name: string) => characters[name] ?? whole);
}
