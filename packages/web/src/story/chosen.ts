// Chosen: the name in a sentence of the story that the reader chose, and whose card is shown.

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
