// Still working: says that somebody is at work until something comes, and again whenever nothing new comes for a while.

import { createContext, useContext, useEffect, useState } from 'react';
import styles from './still-working.module.css';

/** Whether the server does not answer at the moment, so that nobody can say that somebody is at work. */
export const ServerAway = createContext(false);

interface StillWorkingProps {
  readonly says: string;
  /** Changes with everything new that comes; undefined as long as there is nothing. */
  readonly newest: number | undefined;
  /** How long the silence had already lasted when this page learnt of it, in milliseconds; 0 if undefined. */
  readonly quietMs?: number | undefined;
}

/** As long as new pieces come sooner than this, they show by themselves that somebody is at work. */
const shortestQuietMs = 1_500;
/** After this many seconds of silence, the time is shown, so that a slow model can be told from one that is away. */
const timedSeconds = 10;
/** After this many seconds of silence, the note says what can be done. */
const longSeconds = 60;

export function StillWorking({ says, newest, quietMs = 0 }: StillWorkingProps) {
  const isAway = useContext(ServerAway);
  const [quietAt, setQuietAt] = useState<number>();
  const seconds = useSecondsSince(newest, quietMs);
  useEffect(() => {
    const timer = window.setTimeout(() => setQuietAt(newest), shortestQuietMs);
    return () => clearTimeout(timer);
  }, [newest]);
  if (isAway || (newest !== undefined && quietAt !== newest)) return null;
  return (
    <div className={styles['note']}>
      <p className={styles['working']} role="status">
        {says}
      </p>
      {/* A screen reader would read aloud each second. */}
      {seconds < timedSeconds ? null : (
        <span className={styles['time']} aria-hidden="true">
          {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
        </span>
      )}
      {seconds >= longSeconds ? (
        <p className={styles['long']} role="status">
          {newest === undefined
            ? 'The model has not begun to answer yet.'
            : 'Nothing new has come for a while.'}{' '}
          Wait, or stop it.
        </p>
      ) : null}
    </div>
  );
}

/**
 * Hook that counts the seconds of silence since `newest`, which was already `quietMs` old when it came to this page.
 */
function useSecondsSince(newest: number | undefined, quietMs: number): number {
  const build = () => ({ newest, quietMs, atMs: Date.now() - quietMs });
  const [since, setSince] = useState(build);
  const [nowMs, setNowMs] = useState(() => Date.now());
  if (since.newest !== newest || since.quietMs !== quietMs) setSince(build);
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((nowMs - since.atMs) / 1_000));
}
