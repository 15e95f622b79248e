// Strips what a terminal would obey as a command: whole escape sequences, so that nothing of them stays behind as text.

/**
 * Written as escapes, because a pattern may hold no control characters: ESC, single characters that stand for ESC [ and
 * the like, and what ends a text sequence.
 */
const esc = '\u001b';
const csi = '\u009b';
const texts = '\u0090\u0098\u009d-\u009f';
const bell = '\u0007';
const end = '\u009c';

const starts = new RegExp(`[${esc}${csi}${texts}]`);
/** A control sequence with its parameters; each pattern below adds the final letter in its own way. */
const command = `(?:${esc}\\[|${csi})[0-?]*[ -/]*`;
/** A sequence with a text, such as a title, a link or an image: everything up to its end or the end of the line. */
const text = `(?:${esc}[\\]PX^_]|[${texts}])[^${bell}${esc}${end}\\n]*`;
const short = `${esc}[ -/]*`;

const sequences = new RegExp(`${command}[@-~]?|${text}(?:${bell}|${esc}\\\\|${end})?|${short}[0-~]?`, 'g');

/** The text without escape sequences; if one is cut off, everything that is there of it is removed. */
export function stripEscapes(given: string): string {
  return starts.test(given) ? given.replace(sequences, '') : given;
}

/** Each sequence, complete or not; one of the named groups matches if it is complete. */
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

/** A `!` matters only before a bracket, where it makes a picture. */
const inlineMarks = /[\\`*_{}[\]<>#|~&$]|!(?=\[)/gu;
const blockMarks = /^(?<number>\d*)(?<mark>(?<=\d)[.)]|(?<!\d)[-+=:])/gmu;

/**
 * The text with every mark escaped, also at the start of a line: nothing in it becomes emphasis, a link, a list
 * or HTML.
 */
export function escapeMarkdown(text: string): string {
  return escapeBlocks(text.replace(inlineMarks, '\\$&'));
}

/**
 * Escapes what would open a block at the start of a line. Leading blanks are removed too: four of them would make a
 * code block.
 */
export function escapeBlocks(text: string): string {
  return text.replace(/^[^\S\n]+/gmu, '').replace(blockMarks, '$<number>\\$<mark>');
}

const longestName = 100;

/** A name with invisible characters, and those that turn the direction of a line, shown as their numbers. */
export function showName(name: string): string {
  const shown = showSigns(name.slice(0, longestName));
  return name.length <= longestName ? shown : `${shown}…`;
}

/** A line in which each character that is invisible, or turns the direction of others, is shown as its number. */
export function showSigns(line: string): string {
  return line.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Text content: `&`, `<` and `>` become entities. */
export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities[character] ?? character);
}

/** Attribute value: quotes and line breaks too. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character).replace(/\s+/g, ' ');
}

/**
 * What somebody sent, to be shown inside a sentence: one well-formed line without control characters, cut, and escaped
 * as text content.
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
