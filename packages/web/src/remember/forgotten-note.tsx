// Forgotten note: says what was just forgotten, at the top of the page on which the person is then.

import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { ActNote } from '../parts/act-note.tsx';
import styles from './forgotten-note.module.css';

interface Note {
  /** The address of the page on which the note is shown. */
  readonly path: string;
  readonly says: string;
}

let shown: Note | undefined;
const watchers = new Set<() => void>();

/** The note stays after the dialog and the forgotten message are gone. */
export function announceForgotten(note: Note): void {
  setShown(note);
}

/** The note is there until the person closes it or goes to another page. */
export function ForgottenNote() {
  const { pathname } = useLocation();
  const note = useSyncExternalStore(watchNote, () => shown);
  const says = note?.path === pathname ? note.says : undefined;
  useEffect(() => {
    return says === undefined ? undefined : () => setShown(undefined);
  }, [says]);
  if (says === undefined) return null;
  return (
    <ActNote key={says} className={styles['note']}>
      {says}{' '}
      <button type="button" onClick={() => setShown(undefined)}>
        Close this
      </button>
    </ActNote>
  );
}

function setShown(note: Note | undefined): void {
  shown = note;
  for (const tell of watchers) tell();
}

function watchNote(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}
