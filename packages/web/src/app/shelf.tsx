// Shelf: lists the worlds that the server shows; if there is only one, it is opened at once.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { Link, Navigate } from 'react-router';
import { useRoute } from '../client/use-route.ts';
import { CommandWords } from '../parts/command-words.tsx';
import { countOf } from '../parts/count-of.ts';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import { joinFacts } from '../parts/join-facts.ts';
import { LentNote } from '../parts/lent-note.tsx';
import { MakeWorld } from '../parts/make-world.tsx';
import { Awaited } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import styles from './shelf.module.css';

type Worlds = RouteAnswer<'GET /api/worlds'>;

export function Shelf() {
  const { data: worlds, error } = useRoute('GET /api/worlds', { params: {} }, { everyMs: 10_000 });
  if (worlds === undefined) return <Awaited failure={error} what="your worlds" />;
  const [only, ...others] = worlds;
  if (only !== undefined && others.length === 0) return <Navigate to={`/${only.key}`} replace />;
  return (
    <Page className={styles['shelf']}>
      <h1>Your worlds</h1>
      {only === undefined ? (
        <None />
      ) : (
        <p className={styles['lead']}>
          A world has a story and its glossary, your games and what your companion remembers.
        </p>
      )}
      <ul>
        {worlds.map(({ key, title, dir, lent, holds }) => (
          <li key={key}>
            <Link to={`/${key}`}>
              <span className={styles['title']}>{insertHyphens(title)}</span>
              {holds === undefined ? null : <span className={styles['holds']}>{describeHeld(holds)}</span>}
              <span className={styles['dir']}>
                {lent === undefined ? (
                  dir
                ) : (
                  <>
                    {dir === title ? '' : `${dir} · `}
                    <LentNote lent={lent} />
                  </>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {only === undefined || only.lent !== undefined ? null : <Another />}
    </Page>
  );
}

function describeHeld(holds: NonNullable<Worlds[number]['holds']>): string {
  const { stories, hasGames, hasTalks, isReading } = holds;
  const facts = [
    stories === 0 ? '' : countOf(stories, 'story', 'stories'),
    hasGames ? 'games' : '',
    hasTalks ? 'a companion' : '',
    isReading ? 'its glossary is being built' : '',
  ];
  return joinFacts(facts) || 'nothing in it yet';
}

/** Tells how to make another world, and how to show all worlds again after the server was stopped. */
function Another() {
  const command = useRoute('GET /api/server', { params: {} }).data?.command ?? null;
  return (
    <div className={styles['another']}>
      <MakeWorld />
      {command === null ? null : (
        <p>
          After the server was stopped, this shows them all again:{' '}
          <code>
            <CommandWords text={command} />
          </code>
        </p>
      )}
    </div>
  );
}

/** Shown if there is no world yet, which is only possible in a fleet. */
function None() {
  return (
    <p>
      The fleet, a database that several machines share, has no world of yours yet. Add one from a terminal:{' '}
      <code>terrarium fleet add DIR</code>
    </p>
  );
}
