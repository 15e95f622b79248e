// Plan edit form: the fields in which a person changes the words of a plan, its date, or both.

import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { isSendKey } from '../parts/send-keys.tsx';
import { showForm } from '../parts/show-whole.ts';
import { renderDueInWords } from '../parts/time-text.ts';
import { EditActs } from './edit-acts.tsx';
import styles from './edit-form.module.css';

interface PlanEditFormProps {
  readonly plan: {
    readonly content: string;
    readonly dueAtMs?: number | undefined;
    readonly recurrence?: string | undefined;
  };
  readonly timeZone: string;
  readonly onCancel: () => void;
  /** Called with the new words, the new date, or both; what is not given stays as it is. */
  readonly onSave: (changed: { readonly text?: string; readonly due?: string }) => void;
}

export function PlanEditForm({ plan, timeZone, onCancel, onSave }: PlanEditFormProps) {
  const { content, dueAtMs } = plan;
  const present = plan.recurrence ?? (dueAtMs === undefined ? '' : renderDueInWords(dueAtMs, timeZone));
  const [words, setWords] = useState(content);
  const [due, setDue] = useState(present);
  const [field, hint] = [useId(), useId()];
  const save = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (words.trim() === '') return;
    const changed = {
      ...(words.trim() === content.trim() ? {} : { text: words }),
      ...(due.trim() === present ? {} : { due: due.trim() }),
    };
    if (Object.keys(changed).length === 0) onCancel();
    else onSave(changed);
  };
  return (
    <form ref={showForm} className={styles['form']} onSubmit={save}>
      <textarea
        aria-label="Its words"
        rows={2}
        value={words}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={(event) => {
          if (isSendKey(event)) save(event);
        }}
      />
      <div className={styles['when']}>
        <label htmlFor={field}>When</label>
        <input
          id={field}
          type="text"
          aria-describedby={hint}
          placeholder="No date"
          value={due}
          onChange={({ target }) => setDue(target.value)}
        />
        <span id={hint} className={styles['hint']}>
          Such as “Friday at 10” or “every Monday”; empty for no date.
        </span>
      </div>
      <EditActs onCancel={onCancel} />
    </form>
  );
}
