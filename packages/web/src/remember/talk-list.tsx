// Talk list: shows the talk with the growing reply, and keeps the scroll position where the person is reading.

import { useContext, useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { noAnswer, ServerFailure } from '../client/send-request.ts';
import { unallowedModel, useHeld } from '../client/use-held.ts';
import { useChange } from '../client/use-route.ts';
import { ActButton } from '../parts/act-button.tsx';
import { countOf } from '../parts/count-of.ts';
import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import { FailureNote } from '../parts/message.tsx';
import { nameCompanion } from '../parts/name-companion.ts';
import { renderComing } from '../parts/render-coming.ts';
import { ServerAway, StillWorking } from '../parts/still-working.tsx';
import { BringTalk, useBringing } from './bring-talk.tsx';
import { CameToMind } from './came-to-mind.tsx';
import { FoundAgain } from './found-again.tsx';
import { NewestActs } from './newest-acts.tsx';
import { SaidWords } from './said-words.tsx';
import { SpokenText } from './spoken-text.tsx';
import { isHandmade, type ReplyStanding, type SentWords, type Talk } from './talk.ts';
import styles from './talk-list.module.css';
import { Earlier, Messages, useMessageBefore } from './talk-messages.tsx';
import { useAnswersBelow } from './use-answers-below.ts';
import { useFollowedEnd } from './use-followed-end.ts';
import { useNamedMessage, useShownMessage } from './use-named-message.ts';
import { WithoutModel } from './without-model.tsx';

interface TalkListProps {
  readonly world: string;
  readonly talk: Talk;
  readonly reply: ReplyStanding;
  /** How often the person has sent something from this page. */
  readonly sent: number;
  /** What was sent from this page and is not among the messages yet. */
  readonly words: SentWords | undefined;
}

export function TalkList({ world, talk, reply, sent, words }: TalkListProps) {
  const { messages, hasEarlier } = talk;
  const named = useNamedMessage();
  const bringing = useBringing(world);
  const isAnswering = reply.state === 'answering';
  const { scroller, column, room } = useFollowedEnd({
    // While nothing has been said, the list shows words of its own, which are read from the top.
    isBegun: named === undefined && messages.length > 0,
    isAnswering,
    newest: talk.newest,
    sent,
  });
  useShownMessage(named, true);
  const below = useAnswersBelow(scroller, column);
  const [first] = messages;
  // The newest messages are in view first; the other messages are drawn after them.
  const isWhole = useDeferredValue(true, named !== undefined);
  const [border] = useState(messages.at(-firstDrawn)?.id);
  const from = Math.max(
    0,
    messages.findIndex(({ id }) => id === border),
  );
  const before = useMessageBefore(world, first?.id);
  const [former, latter] = [messages.slice(0, from), messages.slice(from)];
  return (
    <>
      <section ref={scroller} className={styles['scroll']} aria-label="What was said">
        <div ref={column} className={styles['column']}>
          {isWhole && hasEarlier && first !== undefined ? (
            <Earlier world={world} talk={talk} before={first.id} />
          ) : null}
          {messages.length === 0 ? <Beginning world={world} talk={talk} /> : null}
          {messages.length === 0 ? <BringTalk world={world} bringing={bringing} isOpen isOr /> : null}
          {isWhole ? (
            <Messages world={world} talk={talk} messages={former} after={before} named={named} />
          ) : null}
          {/* A screen reader reads aloud whatever is added to a log, so earlier messages are not added to it. */}
          <div role="log" aria-label="Messages">
            <Messages
              world={world}
              talk={talk}
              messages={latter}
              after={former.at(-1) ?? before}
              named={named}
            />
          </div>
          {words === undefined ? null : <SaidWords talk={talk} words={words} />}
          {isAnswering ? <Coming talk={talk} reply={reply} /> : null}
          {isAnswering || words !== undefined ? null : (
            <>
              <Unanswered world={world} talk={talk} reply={reply} />
              <CameToMind world={world} />
              <NewestActs world={world} talk={talk} isFailed={reply.state === 'failed'} />
            </>
          )}
        </div>
        <div ref={room} />
        <AnswersBelow {...below} />
      </section>
      {messages.length === 0 ? null : <BringTalk world={world} bringing={bringing} isOpen={false} />}
    </>
  );
}

function AnswersBelow({ count, show }: ReturnType<typeof useAnswersBelow>) {
  if (count === 0) return null;
  return (
    <div className={styles['below']}>
      <button type="button" onClick={show}>
        {countOf(count, 'more answer')} below <span aria-hidden="true">↓</span>
      </button>
    </div>
  );
}

/** How many messages are drawn at first: more than a tall window shows. */
const firstDrawn = 30;

function Beginning({ world, talk }: Pick<TalkListProps, 'world' | 'talk'>) {
  const name = insertTextHyphens(nameCompanion(talk.voices.companion[0]?.name));
  return (
    <div className={styles['beginning']}>
      <p className={styles['title']}>Nothing has been said here yet</p>
      <p>
        Everything that you say to {name} is kept, but what {name} has in mind fades. A feeling fades within
        hours or a few messages, and what you ask {name} to keep in mind lasts for weeks. Plans come back when
        they are due. Say something to begin.
      </p>
      <p>
        <WithoutModel world={world} says="What you say is kept, and can be answered later." />
      </p>
    </div>
  );
}

function Coming({ talk, reply }: { readonly talk: Talk; readonly reply: ReplyStanding }) {
  const isAway = useContext(ServerAway);
  return isAway && reply.text === '' ? null : (
    <div className={styles['coming']} data-coming aria-busy="true">
      <b>{nameAnswerer(talk, reply)}</b>
      {reply.text === '' ? (
        <StillWorking says="is thinking" newest={undefined} quietMs={reply.quietMs} />
      ) : (
        <>
          <SpokenText text={renderComing(reply.text)} />
          <StillWorking says="is still writing" newest={reply.text.length} quietMs={reply.quietMs} />
        </>
      )}
    </div>
  );
}

function nameAnswerer(talk: Talk, reply: ReplyStanding): string {
  return insertTextHyphens(reply.by ?? talk.voices.companion[0]?.name ?? '');
}

/**
 * The part of a reply that came before it was stopped or broke off. It was not kept, so it is paler than what was said.
 */
function BrokenOff({ talk, reply }: { readonly talk: Talk; readonly reply: ReplyStanding }) {
  const isStopped = reply.state === 'stopped';
  if (reply.text === '')
    return isStopped ? (
      <p role="status" className={styles['kept']}>
        Stopped before the answer began.
      </p>
    ) : null;
  return (
    <div className={styles['broken']} data-coming>
      <b>{nameAnswerer(talk, reply)}</b>
      <SpokenText text={reply.text} />
      <p role="status" className={styles['kept']}>
        {isStopped ? 'Stopped here.' : 'The answer broke off here.'} It is not remembered.
      </p>
    </div>
  );
}

/** Why no answer came, and a button that asks for it once more; nothing if no failure is known. */
function Failed({ world, talk, reply: { failure } }: UnansweredProps) {
  const again = useChange('POST /api/worlds/{world}/talk/answer');
  if (failure === undefined) return null;
  // If the server is away, the note above the field says so, and the button stays for when it is back.
  const refused = again.error?.code === noAnswer ? null : again.error;
  const act = (
    <ActButton isOff={again.isPending} onClick={() => again.mutate({ params: { world }, body: {} })}>
      Ask again
    </ActButton>
  );
  return (
    <>
      <FailureNote
        failure={refused ?? new ServerFailure(failure)}
        act={talk.isUnanswered && talk.model !== null ? act : undefined}
      />
      <p className={styles['kept']}>What you said is kept.</p>
    </>
  );
}

function isNotWhole({ cut, missed }: ReplyStanding): boolean {
  return cut !== undefined || missed !== undefined;
}

/** Why the newest replies are not whole, and which of their wishes were not understood. */
function NotWhole({ world, talk, reply: { cut, missed = [] } }: UnansweredProps) {
  return (
    <>
      {cut === undefined ? null : <CutOff world={world} talk={talk} cut={cut} />}
      {missed.map((says) => (
        <p key={says} role="status" className={styles['kept']}>
          {says}
        </p>
      ))}
    </>
  );
}

/** Why the newest replies are not whole, and how the next ones may be. */
function CutOff({ world, talk, cut }: Omit<UnansweredProps, 'reply'> & { readonly cut: readonly Speaker[] }) {
  const names = cut.map(({ name }) => insertTextHyphens(name)).join(' and ');
  return (
    <div className={styles['nobody']} role="status">
      <p>
        {cut.length > 1 ? `The replies of ${names} were` : `The reply of ${names} was`} cut off at the limit
        of tokens, thinking included, or because the model’s window was full.{' '}
        {talk.isUnanswered ? 'Nothing of it can be shown.' : 'What is above is remembered.'} For longer
        replies, raise <Link to={`/${world}/settings`}>“The longest reply” under Settings</Link>.
      </p>
      {/* Where several heard a reply, it is not taken back; whoever gave it can speak once more. */}
      {talk.isUnanswered || talk.tellings.length > 0 || talk.model === null
        ? null
        : cut.map((speaker) => <AskOnceMore key={speaker.id} world={world} speaker={speaker} />)}
    </div>
  );
}

function AskOnceMore({ world, speaker }: { readonly world: string; readonly speaker: Speaker }) {
  const again = useChange('POST /api/worlds/{world}/talk/answer');
  return (
    <>
      <ActButton
        isOff={again.isPending}
        onClick={() => again.mutate({ params: { world }, body: { who: speaker.id } })}
      >
        Ask {insertTextHyphens(speaker.name)} once more
      </ActButton>
      {again.error === null ? null : <FailureNote failure={again.error} />}
    </>
  );
}

type Speaker = NonNullable<ReplyStanding['cut']>[number];

interface UnansweredProps {
  readonly world: string;
  readonly talk: Talk;
  readonly reply: ReplyStanding;
}

function Unanswered({ world, talk, reply }: UnansweredProps) {
  const isHeld = useHeld(world) === true;
  if (reply.state === 'stopped' || reply.state === 'failed')
    return (
      <>
        {talk.isUnanswered ? <BrokenOff talk={talk} reply={reply} /> : null}
        <Failed world={world} talk={talk} reply={reply} />
      </>
    );
  if (isNotWhole(reply)) return <NotWhole world={world} talk={talk} reply={reply} />;
  const newest = talk.messages.at(-1);
  // Nobody is expected to answer a plan that was only written down.
  const isSaid = newest === undefined || !isHandmade(newest);
  if (!talk.isUnanswered || !isSaid) return null;
  if (talk.model !== null)
    return (
      <p role="status" className={styles['kept']}>
        Not answered yet. If the server stopped while an answer came, the beginning of it is lost.
      </p>
    );
  return (
    <div className={styles['nobody']} role="status">
      <p>
        Kept. {isHeld ? `${unallowedModel}, so nobody answers.` : 'Nobody answers, since no model is chosen.'}{' '}
        <Link to={`/${world}/settings`}>{isHeld ? 'Allow it' : 'Choose one'} under Settings</Link>, and ask
        for the answer then.
      </p>
      {newest === undefined ? null : <FoundAgain world={world} talk={talk} asked={newest} />}
    </div>
  );
}
