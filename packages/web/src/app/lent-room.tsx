// Lent room: shows a section of a world, or a message if the world is in a fleet and the section cannot be used here.

import { Link, Outlet, useLocation } from 'react-router';
import { useLent } from '../client/use-lent.ts';
import { Message } from '../parts/message.tsx';

/** Paths below a world's address that can be opened if the world is kept in a fleet. */
const looks = /^\/?$|^\/read(?:\/.*)?$|^\/glossary(?:\/(?!ask\b).*)?$/u;

/**
 * Shows the page at this address. But if the world is kept in a fleet and the page is not for reading it, says why the
 * page cannot be used here.
 */
export function LentRoom({ world }: { readonly world: string }) {
  const isLent = useLent(world) !== undefined;
  const below = useLocation().pathname.slice(world.length + 1);
  if (!isLent || looks.test(below)) return <Outlet />;
  return (
    <Message title="This cannot be done here">
      <p>
        This world is kept in a fleet: a database that several machines share. Here you can read its{' '}
        <Link to={`/${world}/read`}>story</Link> and its <Link to={`/${world}/glossary`}>glossary</Link>, but
        change nothing.
      </p>
      <p>
        To correct the glossary, to play or to talk, bring the world to a machine of your own with{' '}
        <code>terrarium fleet fetch</code>, and put it back with <code>terrarium fleet add --replace</code>.
      </p>
    </Message>
  );
}
