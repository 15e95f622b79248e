// No entry: the text of a view of the glossary that has no entries to show.

import { Link } from 'react-router';
import { buildHomeQuestion } from '../client/first-questions.ts';
import { useLent } from '../client/use-lent.ts';
import { useRoute } from '../client/use-route.ts';
import buttons from '../parts/main-button.module.css';
import styles from './no-entry.module.css';

interface NoEntryProps {
  readonly world: string;
  /** Whether only the part up to the reader's place is shown. */
  readonly isAtPlace: boolean;
}

export function NoEntry({ world, isAtPlace }: NoEntryProps) {
  const lent = useLent(world);
  const home = useRoute(...buildHomeQuestion(world)).data;
  const isBuilt = home === undefined || home.stories.some(({ read }) => read > 0);
  if (!isBuilt && lent !== undefined) {
    return (
      <p className={styles['none']}>
        The story has not been read for the glossary yet. The glossary grows here as soon as one of the
        machines that share this world reads it.
      </p>
    );
  }
  if (!isBuilt && home.isRunning) {
    return (
      <p className={styles['none']}>
        There is no entry yet: the story is being read for the glossary now.{' '}
        <Link to={`/${world}/run`}>See how far it is</Link>.
      </p>
    );
  }
  if (!isBuilt) {
    return (
      <div className={styles['none']}>
        <p>The glossary has not been built from the story yet.</p>
        <Link className={buttons['main']} to={`/${world}/run`}>
          Build the glossary
        </Link>
      </div>
    );
  }
  return (
    <p className={styles['none']}>
      {isAtPlace
        ? 'No entry yet, as far as you have read: entries appear at the end of the scene that names them, so read on.'
        : 'There is no entry yet.'}
    </p>
  );
}
