// Chosen: the name that the reader chose in a sentence of the story, to see what its card says.

import type { Paragraph } from './cut-marks.ts';

export interface Chosen {
  readonly entries: readonly number[];
  readonly paragraph: Paragraph;
  /** The position of the name in the paragraph. */
  readonly at: number;
}

/** The name as the story writes it in this sentence. */
export function readChosenName({ paragraph: { marks, text }, at }: Chosen): string {
  return text.slice(at, marks.find(({ start }) => start === at)?.end ?? at);
}
