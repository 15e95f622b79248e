// Came to mind: what the newest words brought to mind, as a line below the talk; a wide window shows a panel instead.

import { Link } from 'react-router';
import { useRoute } from '../client/use-route.ts';
import { countOf } from '../parts/count-of.ts';
import { nameFragment } from '../parts/name-fragment.ts';
import { mindQuery } from './mind.ts';
import styles from './talk-list.module.css';

/**
 * Shows the answer that the panel beside the talk requests, even where the panel is hidden; sends no request of its
 * own.
 */
export function CameToMind({ world }: { readonly world: string }) {
  const { data } = useRoute(
    'GET /api/worlds/{world}/mind',
    { params: { world }, query: mindQuery },
    { isWanted: false },
  );
  const known = data?.wake?.known ?? [];
  const echoes = data?.wake?.echoes ?? [];
  const came = [
    ...known.map(({ key }) => nameFragment(key)),
    ...(echoes.length === 0 ? [] : [countOf(echoes.length, 'earlier moment')]),
  ];
  if (came.length === 0) return null;
  return (
    <p className={styles['came']}>
      Brought to mind: <Link to={`/${world}/remember/mind`}>{came.join(', ')}</Link>
    </p>
  );
}
