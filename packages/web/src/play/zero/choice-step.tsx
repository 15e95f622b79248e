// Choice step: asks a question with a few answers; once answered, it becomes a line that can be opened again.

import { useState } from 'react';
import { insertTextHyphens } from '../../parts/insert-hyphens.ts';
import styles from './zero-page.module.css';

interface Offered {
  readonly id: string;
  readonly label: string;
  readonly about: string;
}

interface ChoiceStepProps {
  readonly title: string;
  readonly name: string;
  readonly offered: readonly Offered[];
  readonly chosen: string | undefined;
  /** What the chosen or offered world contains; undefined for the choice of rules. */
  readonly made?:
    | { readonly title: string; readonly about: string; readonly places: readonly string[] }
    | undefined;
  readonly onChoose: (id: string) => void;
}

/** Whether the text about the chosen answer is new to the player, because no offer showed it. */
function isUnread(known: Offered | undefined, made: ChoiceStepProps['made']): boolean {
  return known === undefined || (made !== undefined && made.about !== known.about);
}

export function ChoiceStep({ title, name, offered, chosen, made, onChoose }: ChoiceStepProps) {
  const [isOpen, setOpen] = useState(false);
  const known = offered.find(({ id }) => id === chosen);
  if (chosen !== undefined && !isOpen) {
    const isNew = isUnread(known, made);
    return (
      <section className={styles['done']} aria-label={name}>
        <p>
          <span>{name}</span> <b>{insertTextHyphens(made?.title ?? known?.label ?? chosen)}</b>
        </p>
        <button type="button" onClick={() => setOpen(true)}>
          Change
        </button>
        <p className={styles['about']} data-kept={isNew ? true : undefined}>
          {insertTextHyphens(made?.about ?? known?.about ?? '')}
        </p>
        {made === undefined || made.places.length === 0 ? null : (
          <p className={styles['about']} data-kept={isNew ? true : undefined}>
            You will find: {insertTextHyphens(made.places.join(', '))}.
          </p>
        )}
      </section>
    );
  }
  return (
    <section className={styles['step']} aria-label={name}>
      <h2>{title}</h2>
      <ul>
        {offered.map(({ id, label, about }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => {
                setOpen(false);
                onChoose(id);
              }}
            >
              <b>{label}</b>
              <span>{insertTextHyphens(about)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
