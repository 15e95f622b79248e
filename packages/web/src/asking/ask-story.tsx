// Ask story: a field for a question about the story, and its answer from what is known at the reader's place.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useChange } from '../client/use-route.ts';
import { AskField } from '../parts/ask-field.tsx';
import { countOf } from '../parts/count-of.ts';
import { Definition } from '../parts/definition.tsx';
import { FailureNote } from '../parts/message.tsx';
import { nameTitle } from '../parts/name-chapter.ts';
import { Quote } from '../parts/quote.tsx';
import { Words } from '../parts/words.tsx';
import styles from './ask-story.module.css';

type Answer = RouteAnswer<'POST /api/worlds/{world}/questions'>;

interface AskStoryProps {
  readonly world: string;
  /** A question that is sent at once. */
  readonly question?: string;
  /** Whether this part is shown without a page around it, and so needs a title. */
  readonly isTitled?: boolean;
}

export function AskStory({ world, question = '', isTitled = false }: AskStoryProps) {
  const [text, setText] = useState(question);
  const ask = useChange('POST /api/worlds/{world}/questions', undefined, { isQuestion: true });
  const isAsked = useRef(false);
  const send = () => {
    const words = text.trim();
    if (words !== '' && !ask.isPending) ask.mutate({ params: { world }, body: { question: words } });
  };
  useEffect(() => {
    if (isAsked.current || question === '') return;
    isAsked.current = true;
    send();
  });
  return (
    <div className={styles['ask']}>
      {isTitled ? (
        <>
          <h2>Ask about the story</h2>
          <p className={styles['quiet']}>Answers use only what you have read, and quote it.</p>
        </>
      ) : null}
      <AskField act="Ask" isOff={ask.isPending || text.trim() === ''} onSend={send}>
        <input
          type="text"
          aria-label="Your question about the story"
          placeholder="Who is she? Who sent him?"
          maxLength={2_000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </AskField>
      <div aria-live="polite">
        {ask.isPending ? <p className={styles['quiet']}>Looking it up …</p> : null}
        {ask.data === undefined || ask.isPending ? null : <Answered world={world} answer={ask.data} />}
      </div>
      {ask.error === null ? null : <FailureNote failure={ask.error} />}
    </div>
  );
}

function Answered({ world, answer }: { readonly world: string; readonly answer: Answer }) {
  const { said, entries, isNamed, passages } = answer;
  if (said !== null && said.sentences.length > 0) return <Said world={world} said={said} />;
  if (entries.length === 0 && passages.length > 0)
    return (
      <>
        <p className={styles['quiet']}>
          The glossary has nothing about that yet. These sentences of the story contain words from your
          question:
        </p>
        <Sources world={world} sources={passages} />
      </>
    );
  if (entries.length === 0)
    return (
      <p className={styles['quiet']}>
        Neither the glossary nor the story has these words, as far as you have read.
      </p>
    );
  return (
    <>
      {passages.length === 0 ? null : (
        <>
          <p className={styles['quiet']}>Sentences of the story that come near to an answer:</p>
          <Sources world={world} sources={passages} />
        </>
      )}
      <p className={styles['quiet']}>{describeEntries(said, isNamed)}</p>
      {entries.map(({ id, term, definition, quotes }) => (
        <section key={id} className={styles['entry']} aria-label={term}>
          <h2>
            <Link to={`/${world}/glossary/${id}`}>{term}</Link>
          </h2>
          <Definition text={definition} />
          {quotes.map((quote) => (
            <Quote key={`${quote.evidence.postId} ${quote.evidence.start}`} world={world} quote={quote} />
          ))}
        </section>
      ))}
    </>
  );
}

function describeEntries(said: Answer['said'], isNamed: boolean): string {
  const has = isNamed
    ? 'The glossary has this:'
    : 'The question names no entry. These entries are the closest to its words:';
  if (said === null) return has;
  return said.leftOut === 0
    ? `The model finds no answer in what you have read. ${has}`
    : `The model’s answer is not shown: no quote supports it, or it uses what you have not read. ${has}`;
}

function Said({ world, said }: { readonly world: string; readonly said: NonNullable<Answer['said']> }) {
  const { sentences, quotes, leftOut, model } = said;
  return (
    <>
      <p className={styles['answer']}>
        {sentences.map(({ text, quotes: at }) => (
          <span key={text}>
            <Words text={text} />
            {at.map((one) => (
              <sup key={one}> {one + 1}</sup>
            ))}{' '}
          </span>
        ))}
      </p>
      <Sources world={world} sources={quotes} />
      <p className={styles['quiet']}>
        {model}
        {leftOut === 0
          ? ''
          : ` · ${countOf(leftOut, 'sentence')} left out: no quote supports ${leftOut === 1 ? 'it' : 'them'}, or you have not read that far`}
      </p>
    </>
  );
}

interface SourcesProps {
  readonly world: string;
  readonly sources: Answer['passages'];
}

/** Words of the story, each with a link to its place there. */
function Sources({ world, sources }: SourcesProps) {
  return (
    <ol className={styles['quotes']}>
      {sources.map(({ corpus, postId, threadId, threadTitle, text }) => (
        <li key={`${postId} ${text}`}>
          <Words text={text} />{' '}
          {threadId === undefined ? null : (
            <Link to={`/${world}/read/${corpus}/${threadId}#post-${postId}-0`}>
              {threadTitle === undefined ? 'see it in the story' : nameTitle(threadTitle)}
            </Link>
          )}
        </li>
      ))}
    </ol>
  );
}
