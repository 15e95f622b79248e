// Message: what a page says where it has nothing else to show.

import type { ReactNode } from 'react';
import type { ServerFailure } from '../client/send-request.ts';
import styles from './message.module.css';

interface MessageProps {
  readonly title: string;
  readonly children?: ReactNode;
}

export function Message({ title, children }: MessageProps) {
  return (
    <main className={styles['message']}>
      <h1>{title}</h1>
      {children}
    </main>
  );
}

/** A failure in the words of the terminal. */
export function FailureNote({ failure }: { readonly failure: ServerFailure }) {
  return (
    <div role="alert" className={styles['failure']}>
      <p>{failure.happened}</p>
      <p>{failure.todo}</p>
      {failure.code === 'server.no-token' ? (
        <p>
          <a href={`/enter?to=${encodeURIComponent(window.location.pathname)}`}>Let this browser in</a>
        </p>
      ) : null}
      <p className={styles['code']}>{failure.code}</p>
    </div>
  );
}

interface AwaitedProps {
  readonly failure: ServerFailure | null;
  readonly what: string;
}

/** What stands where an answer is waited for, or did not come. */
export function Awaited({ failure, what }: AwaitedProps) {
  return (
    <main className={styles['message']}>
      {failure === null ? (
        <p role="status" className={styles['waiting']}>
          Opening {what} …
        </p>
      ) : (
        <>
          <h1>This cannot be shown</h1>
          <FailureNote failure={failure} />
        </>
      )}
    </main>
  );
}
