// Past talk: shows an earlier part of the talk around a given message, with a way back to the end of the talk.

import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { useRoute } from '../client/use-route.ts';
import buttons from '../parts/main-button.module.css';
import { Awaited } from '../parts/message.tsx';
import styles from './past-talk.module.css';
import type { Talk } from './talk.ts';
import lists from './talk-list.module.css';
import { Earlier, Later, Messages, useMessageBefore } from './talk-messages.tsx';
import { useShownMessage } from './use-named-message.ts';

interface PastTalkProps {
  readonly world: string;
  readonly talk: Talk;
  readonly named: number;
}

export function PastTalk({ world, talk, named }: PastTalkProps) {
  const { data, error } = useRoute('GET /api/worlds/{world}/talk', {
    params: { world },
    query: { around: named },
  });
  const messages = data?.messages ?? [];
  const isThere = messages.some(({ id }) => id === named);
  const first = messages[0];
  const before = useMessageBefore(world, first?.id);
  useShownMessage(named, isThere);
  useNeighbour({ world, messages, named, isThere });
  if (data === undefined) return <Awaited failure={error} what="this part of the talk" />;
  const last = messages.at(-1);
  return (
    <>
      <section className={lists['scroll']} aria-label="What was said earlier">
        <div className={lists['column']}>
          {isThere ? (
            <>
              {data.hasEarlier && first !== undefined ? (
                <Earlier world={world} talk={talk} before={first.id} />
              ) : null}
              <Messages world={world} talk={talk} messages={messages} after={before} named={named} />
              {data.hasLater && last !== undefined ? (
                <Later world={world} talk={talk} after={last.id} />
              ) : null}
            </>
          ) : (
            <p>This message is no longer part of the talk. It was taken back, replaced or forgotten.</p>
          )}
        </div>
      </section>
      <nav className={styles['foot']} aria-label="Where you are in the talk">
        <div className={styles['column']}>
          <p>This is an earlier part of the talk.</p>
          <Link className={buttons['main']} to={`/${world}/remember`}>
            Back to the newest words
          </Link>
        </div>
      </nav>
    </>
  );
}

interface Named {
  readonly world: string;
  readonly messages: Talk['messages'];
  readonly named: number;
  readonly isThere: boolean;
}

/**
 * Hook for when the named message is forgotten while it is shown: it leads on to the message after it or, if there is
 * none, before it.
 */
function useNeighbour({ world, messages, named, isThere }: Named): void {
  const navigate = useNavigate();
  const neighbour = useRef<number>(undefined);
  useEffect(() => {
    const at = messages.findIndex(({ id }) => id === named);
    if (isThere) neighbour.current = (messages[at + 1] ?? messages[at - 1])?.id;
    else if (neighbour.current !== undefined)
      void navigate(`/${world}/remember#message-${neighbour.current}`, { replace: true });
  }, [world, messages, named, isThere, navigate]);
}
