// Strips the boxes and circles that a terminal draws before a number; a screen draws its own.

export function stripMarks(text: string): string {
  return text.replace(/^[○●□■☐☑◯⬤]+ /u, '');
}
