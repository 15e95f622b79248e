// Talk page: shows the talk, with what is in mind beside it.

import { useState } from 'react';
import { useParams } from 'react-router';
import { buildTalkQuestion } from '../client/first-questions.ts';
import { useRoute } from '../client/use-route.ts';
import { useTalkEvents } from '../client/use-talk-events.ts';
import { ServerAway } from '../parts/still-working.tsx';
import { AwaitedMemory } from './awaited-memory.tsx';
import { Composer } from './composer.tsx';
import { MindPanel } from './mind-panel.tsx';
import { PastTalk } from './past-talk.tsx';
import { RememberNav } from './remember-nav.tsx';
import type { ReplyStanding, SentWords } from './talk.ts';
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
  const standing = reply ?? talk.data?.reply;
  const [sent, setSent] = useState(0);
  const [words, setWords] = useState<SentWords>();
  const shown = useReadReply(standing, talk.dataUpdatedAt);
  if (talk.data === undefined || standing === undefined || shown === undefined)
    return <AwaitedMemory world={world} failure={talk.error} what="the talk" />;
  const { data } = talk;
  // Words that are among the messages are forgotten: if they are taken back, they must not appear here again.
  if (words !== undefined && words.after !== data.newest) setWords(undefined);
  return (
    <ServerAway value={!isConnected}>
      <div className={styles['whole']}>
        <RememberNav world={world} />
        <div className={styles['room']}>
          <main className={styles['talk']}>
            <h1 className={styles['hidden']}>
              Talk with {data.voices.companion.map(({ name }) => name).join(', ')}
            </h1>
            {named === undefined || data.messages.some(({ id }) => id === named) ? (
              <>
                <TalkList world={world} talk={data} reply={shown} sent={sent} words={words} />
                <Composer
                  world={world}
                  talk={data}
                  reply={standing}
                  isAway={!isConnected}
                  onSend={(said) => {
                    setSent(sent + 1);
                    setWords(said);
                  }}
                  onRefused={() => setWords(undefined)}
                />
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
    </ServerAway>
  );
}

/**
 * Hook that goes on showing a complete reply until the talk has been read again (`readAt`) and contains it as a
 * message. Without it, the list would be shorter for a moment, and what the person reads would move.
 */
function useReadReply(reply: ReplyStanding | undefined, readAt: number): ReplyStanding | undefined {
  const [last, setLast] = useState({ reply, readAt });
  if (reply?.state === 'answering' && (last.reply !== reply || last.readAt !== readAt))
    setLast({ reply, readAt });
  const isUnread = reply?.state === 'silent' && last.reply?.state === 'answering' && last.readAt === readAt;
  return isUnread ? last.reply : reply;
}
