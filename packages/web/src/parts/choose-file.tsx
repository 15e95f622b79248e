// Choose file: words in a sentence that open the browser's own dialog for choosing a file.

import { useRef } from 'react';
import styles from './choose-file.module.css';

interface ChooseFileProps {
  /** What kind of file to choose, for people who do not see the sentence. */
  readonly label: string;
  /** The endings of file names that can be chosen, in the form that the browser expects. */
  readonly accept: string;
  /** The punctuation mark after the words; it never begins a line. */
  readonly mark: string;
  readonly onFiles: (files: readonly File[]) => void;
}

export function ChooseFile({ label, accept, mark, onFiles }: ChooseFileProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <span className={styles['together']}>
      <button type="button" className={styles['choose']} onClick={() => field.current?.click()}>
        choose a file
      </button>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The field is emptied, so that the same file can be chosen again.
          target.value = '';
        }}
      />
      {mark}
    </span>
  );
}
