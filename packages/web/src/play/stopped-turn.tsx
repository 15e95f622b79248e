// Stopped turn: shows a turn that was not finished, why, and the ways to go on.

import { ServerFailure } from '../client/send-request.ts';
import { FailureNote } from '../parts/message.tsx';
import { describeLeft } from './describe-left.ts';
import { findCause } from './find-cause.ts';
import type { LiveTelling } from './live-telling.ts';
import styles from './stopped-turn.module.css';
import type { GameTable } from './table-types.ts';

interface StoppedTurnProps {
  readonly table: GameTable;
  readonly failure: LiveTelling['failure'];
  /** Whether words were refused because of this turn. */
  readonly isInTheWay: boolean;
  readonly onLine: (line: string) => void;
}

export function StoppedTurn({ table, failure, isInTheWay, onLine }: StoppedTurnProps) {
  const { left, isElsewhere } = table;
  if (isElsewhere)
    return (
      <p role="status" className={styles['left']}>
        A turn is being played in another window or terminal. It appears here once the narrator has told it.
      </p>
    );
  const cause = findCause(left, failure);
  if (cause === undefined)
    return <Left left={left} stopped={failure?.says} isInTheWay={isInTheWay} onLine={onLine} />;
  const isNamed = left !== null && (isInTheWay || failure === undefined);
  return (
    <FailureNote
      failure={new ServerFailure(cause)}
      {...(isNamed && { waits: describeLeft(left) })}
      act={left === null ? undefined : <Ways onLine={onLine} />}
    />
  );
}

interface LeftProps extends Pick<StoppedTurnProps, 'isInTheWay' | 'onLine'> {
  readonly left: GameTable['left'];
  /** What is told of a turn that the player stopped; undefined if none was. */
  readonly stopped: string | undefined;
}

/** Says that a turn is not finished although no failure is known, and offers ways to go on. */
function Left({ left, stopped, isInTheWay, onLine }: LeftProps) {
  const says = stopped ?? (left === null ? undefined : describeLeft(left));
  if (says === undefined) return null;
  return (
    <div role={isInTheWay ? 'alert' : 'status'} className={isInTheWay ? styles['failed'] : styles['left']}>
      <p>{says}</p>
      {left === null ? null : (
        <p className={styles['ways']}>
          <Ways onLine={onLine} />
        </p>
      )}
    </div>
  );
}

function Ways({ onLine }: Pick<StoppedTurnProps, 'onLine'>) {
  return (
    <>
      <button type="button" onClick={() => onLine('/resume')}>
        Go on with it
      </button>
      <button type="button" onClick={() => onLine('/drop')}>
        Give it up
      </button>
    </>
  );
}
