// Rename act: a quiet button that becomes a field for another name, and comes back when the name is saved.

import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ServerFailure } from '../client/send-request.ts';
import { ActButton } from './act-button.tsx';
import { FailureNote } from './message.tsx';
import styles from './rename-act.module.css';

interface RenameActProps {
  readonly name: string;
  /** What has the name, for those who do not see where the field is: "Name of the game". */
  readonly label: string;
  readonly longest: number;
  /** The words on the button; those who only hear it are also told the name. */
  readonly says?: string;
  /** The words on the button that sends the name. */
  readonly act?: string;
  readonly isPending: boolean;
  readonly failure: ServerFailure | null;
  /** Sends the new name, and calls `done` when it is saved. */
  readonly onSave: (name: string, done: () => void) => void;
}

export function RenameAct({ says = 'Rename', ...form }: RenameActProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isNaming, setNaming] = useState(false);
  const wasNaming = useRef(false);
  // The field that had the focus is gone, so the button that opened it takes the focus again.
  useEffect(() => {
    if (wasNaming.current && !isNaming) button.current?.focus();
    wasNaming.current = isNaming;
  }, [isNaming]);
  if (isNaming) return <NameForm {...form} onClose={() => setNaming(false)} />;
  return (
    <button
      ref={button}
      type="button"
      className={styles['rename']}
      aria-label={`${says} ${form.name}`.trimEnd()}
      onClick={() => setNaming(true)}
    >
      {says}
    </button>
  );
}

interface NameFormProps extends Omit<RenameActProps, 'says'> {
  readonly onClose: () => void;
}

/** Puts the focus into a field that has just appeared, and selects the old name, so that typing replaces it. */
const prepareField = (field: HTMLInputElement | null) => {
  field?.focus();
  field?.select();
};

function NameForm({ name, label, longest, act = 'Save', ...form }: NameFormProps) {
  const { isPending, failure, onSave, onClose } = form;
  const [typed, setTyped] = useState(name);
  // A refusal is about what was sent, and not about what is typed now or when the field is opened again.
  const [sent, setSent] = useState<string>();
  const isSame = typed.trim() === '' || typed.trim() === name;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isSame) return;
    setSent(typed);
    onSave(typed, onClose);
  };
  return (
    <form
      className={styles['naming']}
      onSubmit={handleSubmit}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <input
        value={typed}
        maxLength={longest}
        aria-label={label}
        placeholder={label}
        ref={prepareField}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ActButton type="submit" isOff={isSame || isPending}>
        {act}
      </ActButton>
      <button type="button" onClick={onClose}>
        Cancel
      </button>
      {failure === null || sent !== typed ? null : <FailureNote failure={failure} />}
    </form>
  );
}
