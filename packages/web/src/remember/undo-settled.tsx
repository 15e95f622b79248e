// Undo settled: says what was just done with an item of the memory, and lets the person bring it back.

import { useChange } from '../client/use-route.ts';
import { ActNote } from '../parts/act-note.tsx';
import { FailureNote } from '../parts/message.tsx';
import pages from './page.module.css';
import styles from './undo-settled.module.css';

export interface Settled {
  readonly item: number;
  readonly content: string;
  /** What was done, such as "Dropped". */
  readonly says: string;
}

interface UndoSettledProps {
  readonly world: string;
  readonly settled: Settled;
  /** Called once the act is undone, or the person closes the note. */
  readonly onOver: () => void;
}

export function UndoSettled({ world, settled, onOver }: UndoSettledProps) {
  const revive = useChange('POST /api/worlds/{world}/items/{item}', onOver);
  const params = { world, item: settled.item };
  return (
    <>
      <ActNote key={`${settled.item} ${settled.says}`} className={`${styles['settled']} ${styles['stays']}`}>
        {settled.says}: {settled.content}{' '}
        <button
          type="button"
          className={pages['link']}
          onClick={() => revive.mutate({ params, body: { do: 'revive' } })}
        >
          Undo that
        </button>{' '}
        <button type="button" className={pages['link']} onClick={onOver}>
          Close this
        </button>
      </ActNote>
      {revive.error === null ? null : <FailureNote failure={revive.error} />}
    </>
  );
}
