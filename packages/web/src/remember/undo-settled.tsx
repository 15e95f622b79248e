// Undo settled: says what was just done with an item of the memory, and lets the person bring it back.

import { useChange } from '../client/use-route.ts';
import { ActNote } from '../parts/act-note.tsx';
import { FailureNote } from '../parts/message.tsx';
import pages from './page.module.css';
import styles from './undo-settled.module.css';

export interface Settled {
  /** The item that is brought back if the person undoes what was done. */
  readonly item: number;
  readonly content: string;
  /** What was done, such as "Dropped". */
  readonly says: string;
  /** The message that did it, if a message did. Undoing takes back the whole message. */
  readonly event?: number;
}

interface UndoSettledProps {
  readonly world: string;
  readonly settled: Settled;
  /** Called once the act is undone, or the person closes the note. */
  readonly onOver: () => void;
}

export function UndoSettled({ world, settled, onOver }: UndoSettledProps) {
  const revive = useChange('POST /api/worlds/{world}/items/{item}', onOver);
  const takeBack = useChange('POST /api/worlds/{world}/talk/undo', onOver);
  const failure = revive.error ?? takeBack.error;
  const { item, event } = settled;
  const handleUndo = () => {
    if (event === undefined) revive.mutate({ params: { world, item }, body: { do: 'revive' } });
    else takeBack.mutate({ params: { world }, body: { event } });
  };
  return (
    <>
      <ActNote key={`${settled.item} ${settled.says}`} className={`${styles['settled']} ${styles['stays']}`}>
        {settled.says}: {settled.content}{' '}
        <button type="button" className={pages['link']} onClick={handleUndo}>
          Undo that
        </button>{' '}
        <button type="button" className={pages['link']} onClick={onOver}>
          Close this
        </button>
      </ActNote>
      {failure === null ? null : <FailureNote failure={failure} />}
    </>
  );
}
