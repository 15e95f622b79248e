// Renders what a model is asked once more: what of its reply was refused, and why.

import type { Operation, RefusedOperation } from './operation.ts';

export interface JudgedReply {
  readonly operations: readonly Operation[];
  readonly refused: readonly RefusedOperation[];
  readonly isReadable: boolean;
}

const shownRefusals = 20;

/** `isReadable` and `isCut` are of the newest reply. */
export function renderRepair(judged: JudgedReply & { readonly isCut: boolean }): string {
  const { refused, operations, isReadable, isCut } = judged;
  if (!isReadable)
    return 'That holds no JSON list of operations. Answer with {"operations": [ … ]} and nothing else.';
  const lines = refused.slice(0, shownRefusals).map(({ proposed, say }) => `- ${proposed}: ${say}`);
  const count = operations.length;
  const counted = count === 1 ? '1 operation was taken.' : `${count} operations were taken.`;
  return [
    ...(lines.length > 0 ? [`${counted} These were not:`, ...lines] : [counted]),
    ...(isCut ? ['Your reply was cut off at its end.'] : []),
    isCut
      ? 'Answer with {"operations": [ … ]} once more: only what is not taken yet, mended where it was refused.'
      : 'Answer with JSON once more: only those that were not taken, mended. Leave out what cannot be mended.',
  ].join('\n');
}
