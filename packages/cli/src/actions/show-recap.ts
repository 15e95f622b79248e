// Shows the story so far, up to a reader's place in it.

import { cutRecap, usualRecapWords } from '@terrarium/annotator/cut-recap';
import { readRecap } from '@terrarium/annotator/read-recap';
import { buildRecap } from '@terrarium/composition/build-glossary';
import { readFromPlace } from '@terrarium/composition/standing';
import type { WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { renderStoryRecap } from '../views/render-story-recap.ts';

export interface RecapOptions extends WorldOptions {
  readonly to?: string;
  readonly corpus?: string;
  readonly words?: number;
  readonly all?: boolean;
}

export async function showRecap(shell: Shell, options: RecapOptions): Promise<void> {
  const { world, to, corpus, words = usualRecapWords, all, json } = options;
  await readFromPlace(shell, { world, asOf: to, corpus, option: '--to' }, ({ annotator, view, place }) => {
    const whole = readRecap(annotator, view, corpus);
    const recap = all === true ? whole : cutRecap(whole, words);
    if (json === true) shell.printer.writeJson('storyRecap', buildRecap(recap, place));
    else shell.printer.writeLines(...renderStoryRecap(recap, shell.printer.width));
  });
}
