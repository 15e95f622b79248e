// Fills the macros of cards: names for `{{char}}` and `{{user}}`, and the first alternative of a choice; removes comments.

export interface MacroNames {
  readonly char: string;
  /** The name for `{{user}}`; if undefined, the macro is left as it is. */
  readonly user?: string | undefined;
}

const macro =
  /\{\{\s*(char|user|original)\s*\}\}|<(BOT|USER)>|\{\{(?:\/\/|comment:|hidden_key:)[^{}]*\}\}|\{\{(?:random|pick)\s?::?((?:[^{}]|\{\{\s*(?:char|user)\s*\}\})*)\}\}/gi;

/** The macro of a name, within an alternative. */
const nameWithin = /\{\{\s*(char|user)\s*\}\}/gi;

const words: Readonly<Record<string, 'char' | 'user'>> = { char: 'char', bot: 'char', user: 'user' };

/**
 * Fills all macros in one pass, so that a macro within a name is not filled. Comments are removed; of several
 * alternatives the first stays.
 */
export function fillMacros(text: string, { char, user }: MacroNames): string {
  const fillName = (whole: string, word = '') =>
    words[word.toLowerCase()] === 'char' ? char : (user ?? whole);
  return text.replace(macro, (whole: string, ...[word, tag, choices]: (string | undefined)[]) => {
    if (words[(word ?? tag ?? '').toLowerCase()] !== undefined) return fillName(whole, word ?? tag);
    return choices === undefined ? '' : chooseFirst(choices).replace(nameWithin, fillName);
  });
}

/** Alternatives are separated by two colons or, if there are none, by commas; `\,` is a comma within an alternative. */
function chooseFirst(choices: string): string {
  const [first = ''] = choices.includes('::') ? choices.split('::') : choices.split(/(?<!\\),/u);
  return first.trim().replaceAll('\\,', ',');
}
