// Without a model: says in an empty panel that nobody answers without one, and what can be done all the same.

import { Link } from 'react-router';
import { useRoute } from '../client/use-route.ts';
import pages from './page.module.css';

interface WithoutModelProps {
  readonly world: string;
  readonly says: string;
}

/** Nothing where somebody answers. */
export function WithoutModel({ world, says }: WithoutModelProps) {
  const { data } = useRoute('GET /api/worlds/{world}/talk', { params: { world }, query: {} });
  if (data === undefined || data.model !== null) return null;
  return (
    <>
      {' '}
      No model is chosen, so nobody answers. {says}{' '}
      <Link className={pages['link']} to={`/${world}/settings`}>
        Choose a model under Settings
      </Link>
      .
    </>
  );
}
