// Edit telling: lets the player replace the narrative of a turn; dice and sheets stay as they are.

import { type FormEvent, useId, useState } from 'react';
import { useChange } from '../client/use-route.ts';
import { Dialog } from '../parts/dialog.tsx';
import { DialogAct } from '../parts/dialog-act.tsx';
import { FailureNote } from '../parts/message.tsx';
import styles from './forms.module.css';
import { nameTurn } from './name-turn.ts';
import type { GameAddress, ShownTurn } from './table-types.ts';

interface EditTellingProps {
  readonly address: GameAddress;
  readonly turn: ShownTurn;
  /** The id of the turn at the head of the game. */
  readonly head: number;
  readonly onClose: () => void;
}

export function EditTelling({ address, turn, head, onClose }: EditTellingProps) {
  const form = useId();
  const [text, setText] = useState(turn.narrative);
  const edit = useChange('POST /api/worlds/{world}/games/{game}/edits', onClose);
  const isSame = text.trim() === '' || text.trim() === turn.narrative.trim();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    edit.mutate({ params: address, body: { number: turn.number, text, after: head } });
  };
  return (
    <Dialog
      label="Edit what was told"
      onClose={onClose}
      cancel="Cancel"
      acts={<DialogAct says="Replace it" form={form} isOff={isSame || edit.isPending} />}
    >
      <form id={form} className={styles['form']} onSubmit={handleSubmit}>
        <h2>Edit what was told</h2>
        <p className={styles['quiet']}>
          Dice, sheets and later turns stay as they are. The game as it was before the edit is kept under
          Turns.
        </p>
        <label>
          {nameTurn(turn.number)}
          <textarea rows={12} value={text} onChange={({ target }) => setText(target.value)} />
        </label>
        {edit.error === null ? null : <FailureNote failure={edit.error} />}
      </form>
    </Dialog>
  );
}
