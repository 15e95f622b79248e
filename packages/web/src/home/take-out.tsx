// Take out: removes a story that no run has begun; for a story that was begun, offers a new world without it.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useChange } from '../client/use-route.ts';
import { Dialog } from '../parts/dialog.tsx';
import { DialogAct } from '../parts/dialog-act.tsx';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import { FailureNote } from '../parts/message.tsx';
import styles from './take-out.module.css';

export type Removed = RouteAnswer<'DELETE /api/worlds/{world}/stories/{corpus}'>;

interface TakeOutProps {
  readonly world: string;
  readonly corpus: string;
  readonly title: string;
  /** Whether a run has begun the story, even if it skipped every scene. */
  readonly isBegun: boolean;
  /** Whether a scene of the story was read. */
  readonly isRead: boolean;
  /** The names of the other stories of the world. */
  readonly others: readonly string[];
  readonly onRemoved: (removed: Removed) => void;
}

export function TakeOut({ isBegun, isRead, ...props }: TakeOutProps) {
  const [isAsking, setAsking] = useState(false);
  const { title, others } = props;
  // Without this story, nothing would be left to read.
  if (isBegun && others.length === 0) return null;
  const close = () => setAsking(false);
  return (
    <>
      <button
        type="button"
        className={styles['act']}
        aria-label={`Take out ${title}`}
        onClick={() => setAsking(true)}
      >
        Take out
      </button>
      {isAsking && !isBegun ? <RemoveDialog {...props} onClose={close} /> : null}
      {isAsking && isBegun ? <AnewDialog {...props} isRead={isRead} onClose={close} /> : null}
    </>
  );
}

interface AskProps extends Omit<TakeOutProps, 'isBegun' | 'isRead'> {
  readonly onClose: () => void;
}

function RemoveDialog({ world, corpus, title, onRemoved, onClose }: AskProps) {
  const remove = useChange('DELETE /api/worlds/{world}/stories/{corpus}', (removed) => {
    onClose();
    onRemoved(removed);
  });
  return (
    <Dialog
      label={`Take out ${title}`}
      onClose={onClose}
      cancel="Keep it"
      acts={
        <DialogAct
          says="Take it out"
          isOff={remove.isPending}
          onClick={() => remove.mutate({ params: { world, corpus } })}
        />
      }
    >
      <div className={styles['words']}>
        <h2 className={styles['asks']}>Take “{insertHyphens(title)}” out of this world?</h2>
        <p>Nothing of it was read for the glossary, so nothing else changes. Its file is kept.</p>
        {remove.error === null ? null : <FailureNote failure={remove.error} />}
      </div>
    </Dialog>
  );
}

function AnewDialog({ world, title, others, isRead, onClose }: AskProps & Pick<TakeOutProps, 'isRead'>) {
  const navigate = useNavigate();
  const fresh = useChange('POST /api/worlds/{world}/fresh', ({ key }) => void navigate(`/${key}/run`));
  return (
    <Dialog
      label={`Take out ${title}`}
      onClose={onClose}
      cancel="Leave it as it is"
      acts={
        <DialogAct
          says="Make a new world without it"
          isOff={fresh.isPending}
          onClick={() => fresh.mutate({ params: { world }, body: { stories: [...others] } })}
        />
      }
    >
      <div className={styles['words']}>
        <h2 className={styles['asks']}>
          {insertHyphens(isRead ? `“${title}” was read already` : `The reading of “${title}” was begun`)}
        </h2>
        <p>
          {isRead ? 'Entries of the glossary come from it' : 'What was tried is on record'}, so it cannot be
          taken out of this world. You can make a new world with the other stories, to be read from the
          beginning.
        </p>
        <p>The glossary, games and conversations of this world stay here as they are.</p>
        {fresh.error === null ? null : <FailureNote failure={fresh.error} />}
      </div>
    </Dialog>
  );
}
