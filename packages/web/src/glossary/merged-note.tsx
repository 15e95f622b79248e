// Merged note: says which entry was just merged into this one, with a button that undoes it.

import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { FailureNote } from '../parts/message.tsx';
import styles from './edit-entry.module.css';
import { useUndoMerge } from './use-undo-merge.ts';

interface Merged {
  readonly id: number;
  readonly term: string;
}

interface MergedNoteProps {
  readonly world: string;
  readonly onDone: (says: ReactNode) => void;
}

export function MergedNote({ world, onDone }: MergedNoteProps) {
  const { state } = useLocation();
  const merged = (state as { readonly merged?: Merged } | null)?.merged;
  const { undo, failure } = useUndoMerge(world, ({ id, term }) => {
    onDone(
      <>
        No longer merged with <Link to={`/${world}/glossary/${id}`}>{term}</Link>.
      </>,
    );
  });
  const note = useRef<HTMLDivElement>(null);
  // The form that merged the entries may be far below, and it takes the focus away with it when it closes.
  useEffect(() => {
    if (merged !== undefined) note.current?.focus();
  }, [merged]);
  if (merged === undefined) return null;
  return (
    <div ref={note} tabIndex={-1} role="status" className={styles['note']}>
      <span>“{merged.term}” is now part of this entry.</span>{' '}
      <button type="button" onClick={() => undo(merged)}>
        Undo the merge
      </button>
      {failure === null ? null : <FailureNote failure={failure} />}
    </div>
  );
}
