// Shown extent: says whether the whole glossary is shown or only what is known at the reader's place, and lets the person switch.

import { Link } from 'react-router';
import {
  buildContentsQuestion,
  buildFirstEntryQuestion,
  buildHomeQuestion,
} from '../client/first-questions.ts';
import { useChange, useRoute } from '../client/use-route.ts';
import { FailureNote } from '../parts/message.tsx';
import styles from './glossary-page.module.css';

interface ShownUpToProps extends Pick<ShownExtentProps, 'world' | 'asOf' | 'hasEntries'> {
  /** What the view shows, as the beginning of a sentence. */
  readonly what: string;
}

/** Says in one sentence what a view shows and up to where, and lets the reader show more or less. */
export function ShownUpTo({ what, ...extent }: ShownUpToProps) {
  const { world, asOf } = extent;
  const told = useRoute(...buildFirstEntryQuestion(world)).data?.told;
  return (
    <p className={styles['quiet']}>
      {what}, as far as {asOf === null ? 'the story was read for the glossary' : 'you have read'}
      <ShownExtent {...extent} told={told} />
    </p>
  );
}

interface ShownExtentProps {
  readonly world: string;
  readonly asOf: string | null;
  /** An earlier story that was not read to its end, and that is shown in full. */
  readonly told: string | undefined;
  /** Without entries there is nothing to limit. */
  readonly hasEntries: boolean;
}

export function ShownExtent({ world, asOf, told, hasEntries }: ShownExtentProps) {
  const setPlace = useChange('PUT /api/worlds/{world}/place');
  const setPoint = useChange('PUT /api/worlds/{world}/point');
  const params = { world };
  const home = useRoute(...buildHomeQuestion(world)).data;
  // Nothing was read for the glossary yet, so there is no whole glossary to show.
  const isUnbuilt = !hasEntries && home?.stories.some(({ read }) => read > 0) === false;
  const failure = setPlace.error ?? setPoint.error;
  const { kept, point } = useRoute(...buildContentsQuestion(world)).data?.standing ?? {};
  /** For readers who have read the story, or do not mind knowing more. How far they have come is kept. */
  const showAll = () => setPlace.mutate({ params, body: { place: null } });
  const restorePlace = () => {
    if (point === undefined) setPlace.mutate({ params, body: { place: kept ?? null } });
    else {
      const { corpus, postId, offset } = point;
      // Another browser may have come further.
      setPoint.mutate({ params, body: { corpus, postId, offset, isForward: true } });
    }
  };
  const back =
    kept === null ? (
      <Link to={`/${world}/read?begin`} className={styles['link']}>
        Show only what I have read
      </Link>
    ) : (
      <button type="button" className={styles['link']} onClick={restorePlace}>
        Show only what I have read
      </button>
    );
  return (
    <>
      {told === undefined ? null : `, and all of ${told}, including what you have not read`}
      {'. '}
      {/* Which form of `back` to offer is not known until the reader's place is known. */}
      {asOf === null && kept !== undefined && hasEntries ? back : null}
      {asOf === null || isUnbuilt ? null : (
        <button type="button" className={styles['link']} onClick={showAll}>
          Show the whole glossary
        </button>
      )}
      {failure === null ? null : <FailureNote failure={failure} />}
    </>
  );
}
