// Unsettled game: the row of a game that is prepared and not begun, with the way on and the way to discard it.

import { useState } from 'react';
import { Link } from 'react-router';
import { useChange } from '../client/use-route.ts';
import { Dialog } from '../parts/dialog.tsx';
import { DialogAct } from '../parts/dialog-act.tsx';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import { FailureNote } from '../parts/message.tsx';
import styles from './games-page.module.css';

interface UnsettledGameProps {
  readonly world: string;
  readonly name: string;
  readonly onDiscarded: (name: string) => void;
}

export function UnsettledGame({ world, name, onDiscarded }: UnsettledGameProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Link className={styles['game']} to={`/${world}/play/new?name=${encodeURIComponent(name)}`}>
        <span className={styles['title']}>{insertHyphens(name)}</span>
        <span className={styles['on']}>Go on preparing it</span>
      </Link>
      <div className={styles['rowActs']}>
        <button
          type="button"
          className={styles['move']}
          aria-label={`Discard ${name}`}
          onClick={() => setAsking(true)}
        >
          Discard
        </button>
      </div>
      {isAsking ? (
        <DiscardDialog world={world} name={name} onDiscarded={onDiscarded} onClose={() => setAsking(false)} />
      ) : null}
    </>
  );
}

interface DiscardDialogProps extends UnsettledGameProps {
  readonly onClose: () => void;
}

function DiscardDialog({ world, name, onDiscarded, onClose }: DiscardDialogProps) {
  const discard = useChange('DELETE /api/worlds/{world}/zero', () => {
    onClose();
    onDiscarded(name);
  });
  return (
    <Dialog
      label={`Discard ${name}`}
      onClose={onClose}
      cancel="Keep it"
      acts={
        <DialogAct
          says="Discard it"
          isOff={discard.isPending}
          onClick={() => discard.mutate({ params: { world }, query: { name } })}
        />
      }
    >
      <div className={styles['discard']}>
        <h2>Discard what was prepared of “{insertHyphens(name)}”?</h2>
        <p>Its rules, world, wishes and character are gone then. Nothing was played yet.</p>
        {discard.error === null ? null : <FailureNote failure={discard.error} />}
      </div>
    </Dialog>
  );
}
