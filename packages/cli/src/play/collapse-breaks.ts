// Collapse breaks: passes text on as it arrives, with one empty line between paragraphs, and none before or after.

/** Call the returned function with each piece that arrives; it returns the text to show now. */
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
