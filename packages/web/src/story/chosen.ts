// Chosen: a name at a sentence of the story, whose card is shown.

import type { Paragraph } from './cut-marks.ts';

export interface Chosen {
  readonly entries: readonly number[];
  readonly paragraph: Paragraph;
  /** Where the name stands in the paragraph. */
  readonly at: number;
}
