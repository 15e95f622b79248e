// Corrects fragments at a person's request: drops, rewords or merges them, each in a run that can be reverted.

import { UsageError } from '@terrarium/kernel/errors';
import type { Operation } from '../maintenance/operation.ts';
import type { ProposalGround } from '../maintenance/proposals.ts';
import { applyByPerson, writeFragment } from '../maintenance/write-fragment.ts';
import type { Correction } from './edit-items.ts';
import { readKey } from './find-named.ts';

export interface CorrectedFragments {
  /** The run with which the correction can be reverted. */
  readonly runId: number;
  /** The fragment that was reworded, or into which others were merged. */
  readonly kept: string | undefined;
  readonly gone: readonly string[];
}

/**
 * Returns undefined if the correction does not name a fragment by its key, as in `[pier]` or `fragment pier`.
 * Throws `UsageError`, and changes nothing, if the correction cannot be made.
 */
export function editFragments(
  ground: ProposalGround,
  correction: Correction,
): CorrectedFragments | undefined {
  const names = correction.do === 'merge' ? correction.what : [correction.what];
  const keys = names.flatMap((name) => readKey(name) ?? []);
  const [first] = keys;
  if (first === undefined) return undefined;
  if (keys.length < names.length) throw refuse('Fragments are merged with fragments, and items with items.');
  switch (correction.do) {
    case 'done':
      throw refuse(`[${first}] is a fragment: only plans can be marked as done.`);
    case 'drop':
      return {
        runId: applyByPerson(ground, [{ do: 'delete-fragment', key: first, because: 'a person let it go' }]),
        kept: undefined,
        gone: [first],
      };
    case 'edit':
      if (correction.due !== undefined) throw refuse(`[${first}] is a fragment: only plans have a date.`);
      return {
        runId: writeFragment(ground, { key: first, recognition: requireWords(correction.text) }).runId,
        kept: first,
        gone: [],
      };
    case 'merge':
      return mergeFragments(ground, first, keys);
  }
}

function requireWords(text = ''): string {
  if (text.trim() === '') throw refuse('The new words are missing.');
  return text.trim();
}

function mergeFragments(ground: ProposalGround, first: string, keys: readonly string[]): CorrectedFragments {
  const gone = [...new Set(keys)].filter((key) => key !== first);
  if (gone.length === 0) throw refuse('To merge, two different fragments must be named.');
  const operations = gone.map(
    (from): Operation => ({ do: 'merge-fragments', from, to: first, because: 'a person merged them' }),
  );
  return { runId: applyByPerson(ground, operations), kept: first, gone };
}

function refuse(happened: string): UsageError {
  return new UsageError({
    code: 'memory.not-corrected',
    happened,
    todo: 'A fragment is named by its key in brackets, [pier], an item by its number or words. Nothing was changed.',
  });
}
