// Collapse breaks: lets a text that arrives have one empty line between paragraphs, and none before or behind it.

/** Of everything that was given so far what may be shown now. */
export function openBreakCollapse(): (text: string) => string {
  const state = { pending: '', hasBegun: false };
  return (text) => {
    const whole = state.pending + text;
    const blanks = /\s*$/u.exec(whole)?.[0] ?? '';
    const shown = whole.slice(0, whole.length - blanks.length);
    state.pending = blanks;
    if (shown === '') return '';
    const settled = shown.replace(/[^\S\n]*\n\s*\n\s*/gu, '\n\n');
    const begun = state.hasBegun ? settled : settled.trimStart();
    state.hasBegun = true;
    return begun;
  };
}
