// Fills the macros of cards: names in the place of `{{char}}` and `{{user}}`; everything else stays a text.

export interface MacroNames {
  readonly char: string;
  /** Left as it stands where nobody is named. */
  readonly user?: string | undefined;
}

const macro =
  /\{\{\s*(char|user|original)\s*\}\}|<(BOT|USER)>|\{\{(?:\/\/|comment:|hidden_key:)[^{}]*\}\}|\{\{(?:random|pick):([^{}]*)\}\}/gi;

const words: Readonly<Record<string, 'char' | 'user'>> = { char: 'char', bot: 'char', user: 'user' };

/** In one pass: what a name holds is no macro. Comments go; of alternatives the first stays. */
export function fillMacros(text: string, { char, user }: MacroNames): string {
  return text.replace(macro, (whole: string, ...[word, tag, choices]: (string | undefined)[]) => {
    const name = words[(word ?? tag ?? '').toLowerCase()];
    if (name === undefined) return choices?.split(',')[0]?.trim() ?? '';
    return name === 'char' ? char : (user ?? whole);
  });
}
