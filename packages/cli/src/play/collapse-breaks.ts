// Collapse breaks: lets a text that arrives have one empty line between paragraphs, and none before or behind it.

/** Of everything that was given so far what may be shown now. */
export function openBreakCollapse(): (text: string) => string {
  const state = { pending: '', hasBegun: false };
  return (text) => {
    const whole = state.pending + text;
    const shown = whole.trimEnd();
    state.pending = whole.slice(shown.length);
    if (shown === '') return '';
    const settled = shown.replace(/\s+/gu, (blanks) => (/\n\s*\n/u.test(blanks) ? '\n\n' : blanks));
    const begun = state.hasBegun ? settled : settled.trimStart();
    state.hasBegun = true;
    return begun;
  };
}
