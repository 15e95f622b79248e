// Refused files: shows why each file was refused, and what can be done about it.

import type { ReactNode } from 'react';
import type { Refused } from '../client/use-files-in-turn.ts';
import { insertHyphens } from './insert-hyphens.ts';
import { FailureNote } from './message.tsx';

interface RefusedFilesProps<Asked> {
  readonly refused: readonly Refused<Asked>[];
  /** Whether other files came with these, so that each needs its name. */
  readonly isNamed: boolean;
  /** Draws what a person can do about a failure, such as a form. */
  readonly draw?: (refused: Refused<Asked>) => ReactNode;
}

export function RefusedFiles<Asked extends { readonly file: File }>({
  refused,
  isNamed,
  draw,
}: RefusedFilesProps<Asked>) {
  return refused.map((one) => (
    <div key={`${one.turn} ${one.wish.file.name}`}>
      {isNamed ? <p>{insertHyphens(one.wish.file.name)} was not brought in:</p> : null}
      <FailureNote failure={one.failure} />
      {draw?.(one)}
    </div>
  ));
}
