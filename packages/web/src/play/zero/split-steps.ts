// Split steps: the steps of an instruction that a manifest numbers within one line, without their numbers.

/** The whole text as the only step, if it is not numbered from its beginning. */
export function splitSteps(text: string): readonly string[] {
  const pieces = text.split(/(?<=[.;:!?])\s(?=\d{1,2}\.\s)/u);
  const isNumbered = pieces.every((piece, at) => piece.startsWith(`${at + 1}. `));
  return isNumbered ? pieces.map((piece) => piece.slice(piece.indexOf(' ') + 1)) : [text];
}
