// Talk page: the talk in the middle, what is in mind beside it.

import { useParams } from 'react-router';
import { buildTalkQuestion } from '../client/first-questions.ts';
import { useRoute } from '../client/use-route.ts';
import { useTalkEvents } from '../client/use-talk-events.ts';
import { AwaitedMemory } from './awaited-memory.tsx';
import { Composer } from './composer.tsx';
import { MindPanel } from './mind-panel.tsx';
import { PastTalk } from './past-talk.tsx';
import { RememberNav } from './remember-nav.tsx';
import { TalkList } from './talk-list.tsx';
import styles from './talk-page.module.css';
import { useNamedMessage } from './use-named-message.ts';

/** For each companion there is a separate talk, draft and scroll position. */
export function TalkPage() {
  const { world = '' } = useParams();
  return <TalkRoom key={world} world={world} />;
}

function TalkRoom({ world }: { readonly world: string }) {
  const talk = useRoute(...buildTalkQuestion(world));
  const { reply, isConnected } = useTalkEvents(world, talk.data?.mark);
  const named = useNamedMessage();
  if (talk.data === undefined) return <AwaitedMemory world={world} failure={talk.error} what="the talk" />;
  const { data } = talk;
  const standing = reply ?? data.reply;
  return (
    <div className={styles['whole']}>
      <RememberNav world={world} />
      <div className={styles['room']}>
        <main className={styles['talk']}>
          <h1 className={styles['hidden']}>
            Talk with {data.voices.companion.map(({ name }) => name).join(', ')}
          </h1>
          {named === undefined || data.messages.some(({ id }) => id === named) ? (
            <>
              <TalkList world={world} talk={data} reply={standing} />
              <Composer world={world} talk={data} reply={standing} isAway={!isConnected} />
            </>
          ) : (
            <PastTalk key={named} world={world} talk={data} named={named} />
          )}
        </main>
        <aside className={styles['mind']} aria-label="In mind">
          <MindPanel world={world} />
        </aside>
      </div>
    </div>
  );
}
