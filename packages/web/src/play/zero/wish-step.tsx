// Wish step: asks what the player wants of the game, what must never be in it, and what may happen only out of sight.

import { type FormEvent, useState } from 'react';
import { ActButton } from '../../parts/act-button.tsx';
import { insertTextHyphens } from '../../parts/insert-hyphens.ts';
import buttons from '../../parts/main-button.module.css';
import forms from '../forms.module.css';
import { joinLimits } from './join-limits.ts';
import { useUnsaved } from './use-unsaved.ts';
import styles from './zero-page.module.css';

/** A longer wish stands below its name, and not beside it. In characters. */
const longestBeside = 40;

interface WishStepProps {
  /** Under which name the browser keeps what was typed. */
  readonly draft: string;
  /** Null if the question has not been answered yet. */
  readonly concept: string | null;
  readonly lines: string;
  readonly veils: string;
  /** What the wish itself says must never be in the game, or may happen only out of sight. */
  readonly limits: { readonly lines: readonly string[]; readonly veils: readonly string[] };
  readonly model: string | null;
  /** Whether an answer is on its way. */
  readonly isBusy: boolean;
  readonly onLines: (text: string) => void;
  readonly onVeils: (text: string) => void;
  readonly onSave: (concept: string) => void;
}

export function WishStep(props: WishStepProps) {
  const { draft, concept, lines, veils, model, isBusy, onLines, onVeils, onSave } = props;
  const { text, setText } = useUnsaved(draft, concept ?? '');
  const [isOpen, setOpen] = useState(false);
  if (concept !== null && !isOpen) {
    return <AnsweredWish {...props} concept={concept} onChange={() => setOpen(true)} />;
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setOpen(false);
    onSave(text.trim());
  };
  return (
    <section className={styles['step']} aria-label="Wish">
      <h2>What do you want from this game?</h2>
      <form className={forms['form']} onSubmit={handleSubmit}>
        <label>
          A mood, a theme, a place; or leave it empty
          <textarea
            rows={2}
            maxLength={4_000}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        <label>
          What must never be in it
          <input value={lines} maxLength={2_000} onChange={({ target }) => onLines(target.value)} />
        </label>
        <label>
          What may happen, but only out of sight
          <input value={veils} maxLength={2_000} onChange={({ target }) => onVeils(target.value)} />
        </label>
        {model === null ? (
          <p className={forms['quiet']}>
            The built-in narrator has fixed lines and cannot follow a wish. Once you choose a model, it gets
            the wish in every turn.
          </p>
        ) : null}
        <div className={forms['acts']}>
          <ActButton type="submit" className={buttons['main']} isOff={isBusy}>
            Next
          </ActButton>
        </div>
      </form>
    </section>
  );
}

interface AnsweredWishProps extends Pick<WishStepProps, 'lines' | 'veils' | 'limits'> {
  readonly concept: string;
  readonly onChange: () => void;
}

function AnsweredWish({ concept, lines, veils, limits, onChange }: AnsweredWishProps) {
  const never = joinLimits(lines, limits.lines);
  const unseen = joinLimits(veils, limits.veils);
  const isLong = concept.length > longestBeside;
  const details = [
    isLong ? concept : '',
    `${concept}${never}${unseen}` === ''
      ? 'What you want to meet in this game, and what must never be in it.'
      : '',
    never === '' ? '' : `Never: ${never}`,
    unseen === '' ? '' : `Out of sight: ${unseen}`,
  ];
  return (
    <section className={styles['done']} aria-label="Wish">
      <p>
        <span>Wish</span> {isLong ? null : <b>{concept === '' ? 'none' : insertTextHyphens(concept)}</b>}
      </p>
      <button type="button" onClick={onChange}>
        Change
      </button>
      {details
        .filter((detail) => detail !== '')
        .map((detail) => (
          <p key={detail} className={styles['about']} data-kept>
            {insertTextHyphens(detail)}
          </p>
        ))}
    </section>
  );
}
