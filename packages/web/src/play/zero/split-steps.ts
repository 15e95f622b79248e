// Splits an instruction with numbered steps in one line into its steps, without the numbers.

/** If the text is not numbered from its beginning, the whole text is returned as the only step. */
export function splitSteps(text: string): readonly string[] {
  const pieces = text.split(/(?<=[.;:!?])\s(?=\d{1,2}\.\s)/u);
  const isNumbered = pieces.every((piece, at) => piece.startsWith(`${at + 1}. `));
  return isNumbered ? pieces.map((piece) => piece.slice(piece.indexOf(' ') + 1)) : [text];
}
