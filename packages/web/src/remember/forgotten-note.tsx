// Forgotten note: says what was just forgotten, at the top of whichever page the person is on.

import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { ActNote } from '../parts/act-note.tsx';
import { buildShown } from '../parts/build-shown.ts';
import styles from './forgotten-note.module.css';

interface Note {
  /** The address of the page on which the note is shown. */
  readonly path: string;
  readonly says: string;
}

const { useValue, setValue } = buildShown<Note>();

/** Shows the note on the page at `path`. It stays after the dialog and the forgotten words are gone. */
export function announceForgotten(note: Note): void {
  setValue(note);
}

/** The note is there until the person closes it or goes to another page. */
export function ForgottenNote() {
  const { pathname } = useLocation();
  const note = useValue();
  const says = note?.path === pathname ? note.says : undefined;
  useEffect(() => {
    return says === undefined ? undefined : () => setValue(undefined);
  }, [says]);
  if (says === undefined) return null;
  return (
    <ActNote key={says} className={styles['note']}>
      {says}{' '}
      <button type="button" onClick={() => setValue(undefined)}>
        Close this
      </button>
    </ActNote>
  );
}
