// Edit form: the field in which a person rewords something held in mind.

import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { isSendKey } from '../parts/send-keys.tsx';
import { showForm } from '../parts/show-whole.ts';
import { EditActs } from './edit-acts.tsx';
import styles from './edit-form.module.css';

interface EditFormProps {
  readonly text: string;
  readonly label?: string;
  readonly onCancel: () => void;
  readonly onSave: (text: string) => void;
}

export function EditForm({ text, label = 'Its words', onCancel, onSave }: EditFormProps) {
  const [words, setWords] = useState(text);
  const save = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (words.trim() !== '') onSave(words);
  };
  return (
    <form ref={showForm} className={styles['form']} onSubmit={save}>
      <textarea
        aria-label={label}
        rows={2}
        value={words}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={(event) => {
          if (isSendKey(event)) save(event);
        }}
      />
      <EditActs onCancel={onCancel} />
    </form>
  );
}
