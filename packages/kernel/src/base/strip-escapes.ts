// Strips what a terminal would obey as a command: whole escape sequences, so that nothing of them stays behind as text.

/** Written out, for a pattern may hold no control characters: ESC, the single characters for ESC [ and its kin, and what ends a text. */
const esc = '\u001b';
const csi = '\u009b';
const texts = '\u0090\u0098\u009d-\u009f';
const bell = '\u0007';
const end = '\u009c';

const starts = new RegExp(`[${esc}${csi}${texts}]`);
/** Parameters; the final letter is whoever's turn it is. */
const command = `(?:${esc}\\[|${csi})[0-?]*[ -/]*`;
/** A title, a link, an image: all up to its end or the end of the line. */
const text = `(?:${esc}[\\]PX^_]|[${texts}])[^${bell}${esc}${end}\\n]*`;
const short = `${esc}[ -/]*`;

const sequences = new RegExp(`${command}[@-~]?|${text}(?:${bell}|${esc}\\\\|${end})?|${short}[0-~]?`, 'g');

/** The text without them; one that is cut off goes as far as it stands there. */
export function stripEscapes(given: string): string {
  return starts.test(given) ? given.replace(sequences, '') : given;
}

/** Each sequence as far as it stands; the group is there where nothing is missing at its end. */
const begun = new RegExp(
  `${command}(?<ended>[@-~])?|${text}(?:(?<closed>${bell}|${esc}\\\\|${end}|\\n)|${esc}$)?|${short}(?<named>[0-~])?`,
  'g',
);

/** The end of a text that arrives in pieces, where a sequence has begun there and the next piece may end it; mostly empty. */
export function extractUnfinishedEscape(given: string): string {
  if (!starts.test(given)) return '';
  let last: RegExpExecArray | undefined;
  for (const match of given.matchAll(begun)) last = match;
  if (last === undefined || last.index + last[0].length < given.length) return '';
  const isWhole = Object.values(last.groups ?? {}).some((part) => part !== undefined);
  return isWhole ? '' : last[0];
}
