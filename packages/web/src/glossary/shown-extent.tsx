// Shown extent: says whether the whole glossary is shown or only what is known at the reader's place, and lets one switch.

import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { sendRequest } from '../client/send-request.ts';
import { useDraft } from '../client/use-draft.ts';
import { useChange } from '../client/use-route.ts';
import { FailureNote } from '../parts/message.tsx';
import type { Contents } from '../story/contents.ts';
import styles from './glossary-page.module.css';

interface ShownExtentProps {
  readonly world: string;
  readonly asOf: string | null;
  /** An earlier story that was not read to its end, and that is shown in full. */
  readonly told: string | undefined;
}

export function ShownExtent({ world, asOf, told }: ShownExtentProps) {
  const [kept, setKept] = useDraft(`place ${world}`);
  const cache = useQueryClient();
  const setPlace = useChange('PUT /api/worlds/{world}/place');
  const setPoint = useChange('PUT /api/worlds/{world}/point');
  const params = { world };
  const failure = setPlace.error ?? setPoint.error;
  /** Removes the reader's place, so that everything is shown: they have read the story, or do not mind knowing more. */
  const showAll = async () => {
    const { standing } = await cache.fetchQuery({
      queryKey: ['GET /api/worlds/{world}/contents', { params }],
      queryFn: () => sendRequest('GET /api/worlds/{world}/contents', { params }),
    });
    setKept(JSON.stringify(standing));
    setPlace.mutate({ params, body: { place: null } });
  };
  const restorePlace = async () => {
    const { place, point, others = [] } = JSON.parse(kept) as Partial<Contents['standing']>;
    setKept('');
    for (const one of point === undefined ? [] : [...others, point]) {
      const { corpus, postId, offset } = one;
      await setPoint.mutateAsync({ params, body: { corpus, postId, offset } });
    }
    if (point === undefined) setPlace.mutate({ params, body: { place: place ?? null } });
  };
  const back =
    kept === '' ? (
      <Link to={`/${world}/read?begin`} className={styles['link']}>
        See only what you have read
      </Link>
    ) : (
      <button type="button" className={styles['link']} onClick={() => void restorePlace()}>
        Limit the glossary to where I am
      </button>
    );
  return (
    <>
      {told === undefined ? null : `, and all of ${told}, including what you have not read`}
      {'. '}
      {asOf === null ? (
        back
      ) : (
        <button type="button" className={styles['link']} onClick={() => void showAll()}>
          Show the whole glossary
        </button>
      )}
      {failure === null ? null : <FailureNote failure={failure} />}
    </>
  );
}
