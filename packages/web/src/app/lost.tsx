// Lost: the page for an unknown address or a view that failed.

import { Link, useParams, useRouteError } from 'react-router';
import { useShelved } from '../client/use-shelved.ts';
import { Message } from '../parts/message.tsx';

export function Lost() {
  const error = useRouteError();
  const { world = '' } = useParams();
  const shelved = useShelved(world);
  const isFault = error instanceof Error;
  return (
    <Message title={isFault ? 'This page has failed' : 'There is no such page'}>
      {isFault ? <p>{error.message}. Nothing is lost: everything that was saved is safe.</p> : null}
      <p>
        {shelved === undefined ? (
          <Link to="/">Go to your worlds</Link>
        ) : (
          <Link to={`/${shelved.key}`}>Back to {shelved.title}</Link>
        )}
      </p>
    </Message>
  );
}
