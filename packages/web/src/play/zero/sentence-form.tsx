// Sentence form: a field for a sentence to a model, with a button that sends it.

import { type FormEvent, useState } from 'react';
import { ActButton } from '../../parts/act-button.tsx';
import buttons from '../../parts/main-button.module.css';
import forms from '../forms.module.css';

interface SentenceFormProps {
  readonly label: string;
  readonly act: string;
  readonly first?: string;
  readonly isBusy: boolean;
  readonly onSay: (words: string) => void;
}

/**
 * Keeps the words after they are sent, because the model may fail. With a new `key`, the field begins again with
 * `first`.
 */
export function SentenceForm({ label, act, first = '', isBusy, onSay }: SentenceFormProps) {
  const [text, setText] = useState(first);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onSay(text.trim());
  };
  return (
    <form className={forms['form']} onSubmit={handleSubmit}>
      <label>
        {label}
        <textarea rows={2} maxLength={2_000} value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      <div className={forms['acts']}>
        <ActButton type="submit" className={buttons['main']} isOff={isBusy || text.trim() === ''}>
          {act}
        </ActButton>
      </div>
    </form>
  );
}
