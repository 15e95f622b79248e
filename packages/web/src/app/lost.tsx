// Lost: what is shown where an address leads nowhere, or a view has failed.

import { Link, useRouteError } from 'react-router';
import { Message } from '../parts/message.tsx';

export function Lost() {
  const error = useRouteError();
  const isFault = error instanceof Error;
  return (
    <Message title={isFault ? 'This page has failed' : 'There is no such page'}>
      {isFault ? <p>{error.message}. Nothing is lost: everything that was saved is safe.</p> : null}
      <p>
        <Link to="/">Go to your worlds</Link>
      </p>
    </Message>
  );
}
