// Shows the story so far, up to a reader's place in it. The configured model sums up the parts that have no summary yet.

import { askForRecap } from '@terrarium/annotator/ask-for-recap';
import { cutRecap, usualRecapWords } from '@terrarium/annotator/cut-recap';
import { isSummedUp, type Recap, readRecap } from '@terrarium/annotator/read-recap';
import { buildRecap } from '@terrarium/composition/build-glossary';
import { readFromPlace, type Standing } from '@terrarium/composition/standing';
import {
  ModelError,
  ProviderError,
  StorageError,
  type TerrariumError,
  UsageError,
} from '@terrarium/kernel/errors';
import type { ModelOptions, WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { renderStoryRecap } from '../views/render-story-recap.ts';
import { type Asking, askUntilStopped } from './ask-until-stopped.ts';

export interface RecapOptions extends WorldOptions, ModelOptions {
  readonly asOf?: string;
  /** The same as `asOf`, under the older name of the option. */
  readonly to?: string;
  readonly corpus?: string;
  readonly words?: number;
  readonly all?: boolean;
}

export async function showRecap(shell: Shell, options: RecapOptions): Promise<void> {
  const { world, to, asOf = to, corpus, words = usualRecapWords, all, json } = options;
  await readFromPlace(shell, { world, asOf, corpus }, async (standing) => {
    const whole = await askForSummaries(shell, standing, {
      ...options,
      words: all === true ? undefined : words,
    });
    if (whole === undefined) return;
    const recap = all === true ? whole : cutRecap(whole, words);
    const { printer, asked: servers } = shell;
    if (json === true) printer.writeJson('storyRecap', { ...buildRecap(recap, standing.place), servers });
    else printer.writeLines(...renderStoryRecap(recap, printer.width));
  });
}

interface Telling extends Omit<RecapOptions, 'words'> {
  readonly words: number | undefined;
}

/**
 * Asks the model for the summaries that are missing. If the recap can be shown in spite of an error, says what failed
 * and returns the recap without them. Undefined if the person stopped the request.
 */
async function askForSummaries(
  shell: Shell,
  { annotator, view }: Standing,
  { words, ...options }: Telling,
): Promise<Recap | undefined> {
  const { corpus } = options;
  const recap = readRecap(annotator, view, corpus);
  if (isSummedUp(recap)) return recap;
  const ask = async ({ asked, ...asking }: Asking) =>
    asked === undefined
      ? recap
      : await askForRecap(annotator, view, {
          ...asking,
          corpus,
          words,
          asked: { ...asked, patience: undefined },
        });
  try {
    return await askUntilStopped(shell, options, { waiting: 'Summing up', ask });
  } catch (error) {
    if (!isWithoutModel(error, options)) throw error;
    shell.printer.warn(
      `${error.happened} The parts that have no summary yet were not summed up. ${error.todo}`,
    );
    return recap;
  }
}

/**
 * Whether the recap can be shown in spite of the error. It cannot, for example, if the person typed wrong options for
 * the model.
 */
function isWithoutModel(error: unknown, { model, baseUrl }: ModelOptions): error is TerrariumError {
  if (error instanceof ProviderError || error instanceof ModelError) return true;
  const isTyped = model !== undefined || baseUrl !== undefined;
  return !isTyped && (error instanceof UsageError || error instanceof StorageError);
}
