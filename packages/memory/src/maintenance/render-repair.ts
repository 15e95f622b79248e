// Renders what a model is asked once more: what of its reply was refused, and why.

import type { Operation, RefusedOperation } from './operation.ts';

export interface JudgedReply {
  readonly operations: readonly Operation[];
  readonly refused: readonly RefusedOperation[];
  readonly isReadable: boolean;
}

const shownRefusals = 20;

export function renderRepair({ refused, operations, isReadable }: JudgedReply): string {
  if (!isReadable)
    return 'That holds no JSON list of operations. Answer with {"operations": [ … ]} and nothing else.';
  const lines = refused.slice(0, shownRefusals).map(({ proposed, say }) => `- ${proposed}: ${say}`);
  return [
    `${operations.length} operations were taken. These were not:`,
    ...lines,
    'Answer with JSON once more: only those that were not taken, mended. Leave out what cannot be mended.',
  ].join('\n');
}
