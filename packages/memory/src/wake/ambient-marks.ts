// The marks in ambient.md between which the built-in writer keeps its list: for programs, and shown to nobody.

export const openingMark = '<!-- compiled -->';
export const closingMark = '<!-- /compiled -->';

/** The page as it is read: lines that are a mark are left out. */
export function removeMarks(page: string): string {
  const isMark = (line: string) => [openingMark, closingMark].includes(line.trim());
  const lines = page.split('\n');
  return lines.some(isMark)
    ? lines
        .filter((line) => !isMark(line))
        .join('\n')
        .trim()
    : page;
}
