// Making note: says what a model is making for a game in preparation, how much of it is done, or why it failed.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useChange } from '../../client/use-route.ts';
import { ActButton } from '../../parts/act-button.tsx';
import { FailureNote } from '../../parts/message.tsx';
import { showWhole } from '../../parts/show-whole.ts';
import forms from '../forms.module.css';
import styles from './zero-page.module.css';

export type Making = NonNullable<RouteAnswer<'GET /api/worlds/{world}/zero'>['making']>;

interface MakingNoteProps {
  readonly world: string;
  /** Name of the game. */
  readonly name: string;
  readonly making: Making;
}

export function MakingNote({ world, name, making }: MakingNoteProps) {
  const stop = useChange('POST /api/worlds/{world}/zero/stop');
  const { state, says, left = [], failure } = making;
  const stopMaking = () => stop.mutate({ params: { world }, body: { name } });
  if (state === 'failed' && failure !== undefined) {
    return (
      <div key="failed" ref={showWhole}>
        <FailureNote failure={{ name: '', message: failure.happened, ...failure }} />
        <button type="button" className={styles['other']} onClick={stopMaking}>
          Close this
        </button>
      </div>
    );
  }
  if (state === 'made') {
    return (
      <div key="made" className={styles['making']} ref={showWhole}>
        <p role="status">{says}</p>
        <ul className={styles['left']}>
          {left.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <button type="button" className={styles['other']} onClick={stopMaking}>
          Close this
        </button>
      </div>
    );
  }
  return (
    <div key="making" className={styles['making']} ref={showWhole}>
      <p role="status">{says} You can leave this page; a slow model takes a few minutes.</p>
      <div className={forms['acts']}>
        <ActButton className={styles['other']} isOff={stop.isPending} onClick={stopMaking}>
          Stop
        </ActButton>
      </div>
    </div>
  );
}
