// Load more: requests the next page of a long chapter before the reader needs it, and says if that failed.

import { useEffect, useState } from 'react';
import { isPassing, noAnswer, type ServerFailure } from '../client/send-request.ts';
import { ActButton } from '../parts/act-button.tsx';
import { AwayNote } from '../parts/away-note.tsx';
import { FailureNote } from '../parts/message.tsx';
import styles from './chapter.module.css';

interface LoadMoreProps {
  /** Whether a request for this chapter is on its way. */
  readonly isLoading: boolean;
  /** Why the last page that was requested did not come. */
  readonly failure: ServerFailure | null;
  readonly loadMore: () => void;
  /** Requests again the page that did not come. */
  readonly retry: () => void;
}

/** The next page is requested when it is this far below the window. */
const nearMargin = '2000px';
/** After a failure that may pass by itself, the page is requested again after this time. */
const comesBackMs = 3_000;

export function LoadMore({ isLoading, failure, loadMore, retry }: LoadMoreProps) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const isWatching = !isLoading && failure === null;
  useEffect(() => {
    if (element === null || !isWatching) return undefined;
    // If the end stays in view, an observer reports it only once, so each page gets a new observer.
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) loadMore();
      },
      { rootMargin: nearMargin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, isWatching, loadMore]);
  const isComingBack = failure !== null && isPassing(failure);
  useEffect(() => {
    if (!isComingBack || isLoading) return undefined;
    const timer = setTimeout(retry, comesBackMs);
    return () => clearTimeout(timer);
  }, [isComingBack, isLoading, retry]);
  if (failure === null) {
    return (
      <p ref={setElement} role="status">
        …
      </p>
    );
  }
  if (failure.code === noAnswer) return <AwayNote onAgain={retry} />;
  return (
    <div className={styles['failed']}>
      <FailureNote failure={failure} />
      <ActButton isOff={isLoading} onClick={retry}>
        Try again
      </ActButton>
    </div>
  );
}
