// Unkept note: while no place is kept, says that every chapter that was read is shown, and offers to keep a place.

import { Link } from 'react-router';
import { buildHomeQuestion } from '../client/first-questions.ts';
import { useRoute } from '../client/use-route.ts';
import styles from './run-page.module.css';

export function UnkeptNote({ world }: { readonly world: string }) {
  const home = useRoute(...buildHomeQuestion(world)).data;
  if (home === undefined || home.stories.length === 0) return null;
  if (home.place !== null || home.stories.some(({ at }) => at !== undefined)) return null;
  return (
    <p className={styles['quiet']}>
      Your place in the story is not kept yet, so this page and the glossary show every chapter that is read.{' '}
      <Link className={styles['other']} to={`/${world}/read?begin`}>
        Show only what I have read
      </Link>
    </p>
  );
}
