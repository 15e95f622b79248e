// Corrects items held in mind as a person asks, and shows the result.

import { buildCorrected } from '@terrarium/composition/build-memory';
import { UsageError } from '@terrarium/kernel/errors';
import type { Correction } from '@terrarium/memory/edit-items';
import type { MindOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { renderCorrected, renderCorrectedFragments } from '../views/render-corrected.ts';
import { showFromMemory } from './show-from-memory.ts';

export interface CorrectingOptions extends MindOptions {
  /** The time at which the correction is made; now by default. */
  readonly now?: string;
}

export interface EditOptions extends CorrectingOptions {
  readonly to?: string;
  readonly due?: string;
}

export async function runCorrection(
  shell: Shell,
  correction: Correction,
  options: CorrectingOptions,
): Promise<void> {
  await showFromMemory(shell, { ...options, shape: 'correctedItems' }, (companion, { timeZone }) => {
    const { width } = shell.printer;
    const screen = { width, timeZone, dir: options.world, of: options.of };
    const fragments = companion.editFragments(correction);
    if (fragments !== undefined) {
      return {
        value: buildCorrected([], fragments),
        renderLines: () => renderCorrectedFragments(fragments, screen),
      };
    }
    const items = companion.edit(correction);
    return { value: buildCorrected(items), renderLines: () => renderCorrected(items, screen) };
  });
}

export async function editMemory(shell: Shell, what: string, options: EditOptions): Promise<void> {
  if (options.to === undefined && options.due === undefined) {
    throw new UsageError({
      code: 'memory.not-corrected',
      happened: 'The new words are missing.',
      todo: 'Give them with --to, such as: terrarium memory edit 12 --to "Buy lamp oil"; the date of a plan with --due, such as --due "Friday at 10". Nothing was changed.',
    });
  }
  await runCorrection(shell, { do: 'edit', what, text: options.to, due: options.due }, options);
}
