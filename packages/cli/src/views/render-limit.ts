// Renders the bound that stopped a run, and what to do if the run was already beyond it at the start.

import type { ReadingStatus } from '@terrarium/annotator/read-status';
import type { RunLimit } from '@terrarium/annotator/states';
import { renderCount, renderDuration } from '../screen/quantities.ts';

export interface SaidBounds {
  readonly limit?: number;
  /** How long the run may take, in milliseconds. */
  readonly for?: number;
  readonly until?: string;
  readonly maxTokens?: number;
}

/** The first line says which bound was reached; further lines say what to do. */
export function renderLimit(
  by: RunLimit,
  bounds: SaidBounds,
  { closedHere, position }: { readonly closedHere: number; readonly position: Position },
): readonly [string, ...string[]] {
  switch (by) {
    case 'scenes':
      return [`Stopped at the limit: ${renderCount(bounds.limit ?? closedHere, 'scene')} (--scenes).`];
    case 'time':
      return [`Stopped at the limit: ${renderDuration((bounds.for ?? 0) / 1_000)} have passed (--for).`];
    case 'tokens':
      return [
        `Stopped at the limit: ${renderCount(bounds.maxTokens ?? 0, 'token')} went in and out (--max-tokens).`,
      ];
    case 'place':
      return closedHere > 0
        ? [`Stopped at the limit: the story is read up to ${bounds.until} (--until).`]
        : renderPassed(bounds, position);
  }
}

type Position = ReadingStatus['totals']['position'];

function renderPassed({ until }: SaidBounds, position: Position): readonly [string, ...string[]] {
  const stands =
    position === undefined
      ? 'there is nothing of the story before it'
      : `the last that was read is post ${position.postId}, thread ${position.threadId} of ${position.corpus}`;
  return [
    `Nothing is left to read with --until "${until}": ${stands}.`,
    'Name a later place, or leave --until out to read on.',
  ];
}
