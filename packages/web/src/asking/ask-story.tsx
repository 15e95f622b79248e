// Ask story: a field for a question about the story, and its answer from what is known at the reader's place.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { buildHomeQuestion } from '../client/first-questions.ts';
import { noAnswer, type ServerFailure } from '../client/send-request.ts';
import { useHeld } from '../client/use-held.ts';
import { useRoute } from '../client/use-route.ts';
import { useStoppable } from '../client/use-stoppable.ts';
import { useStoryName } from '../client/use-story-name.ts';
import { AskField } from '../parts/ask-field.tsx';
import { AwayNote } from '../parts/away-note.tsx';
import { countOf } from '../parts/count-of.ts';
import { Definition } from '../parts/definition.tsx';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import { FailureNote } from '../parts/message.tsx';
import { nameInStory } from '../parts/name-chapter.ts';
import { nameModel } from '../parts/name-model.ts';
import { Quote } from '../parts/quote.tsx';
import { unallowed } from '../parts/split-failure.ts';
import { Words } from '../parts/words.tsx';
import styles from './ask-story.module.css';
import { describeUnread } from './describe-unread.ts';
import { describeUsed } from './describe-used.ts';
import { StorySoFar } from './story-so-far.tsx';

type Answer = RouteAnswer<'POST /api/worlds/{world}/questions'>;

interface AskStoryProps {
  readonly world: string;
  /** A question that is sent at once. */
  readonly question?: string;
  /** Whether this part is shown without a page around it, and so needs a title. */
  readonly isTitled?: boolean;
  /** The story that is told when the person wants to know what happened; all stories if none is given. */
  readonly corpus?: string | undefined;
  /** Whether the story so far is told at once. */
  readonly isTold?: boolean;
}

export function AskStory(props: AskStoryProps) {
  const { world, question = '', isTitled = false, corpus } = props;
  const [text, setText] = useState(question);
  const [isTold, setTold] = useState(props.isTold ?? false);
  const { said, isHeld, send, sendAgain, retry, stop, ...asked } = useQuestions(world);
  const isAsked = useRef(false);
  const words = text.trim();
  const answers = useRef<HTMLDivElement>(null);
  /** The button that was pressed is gone in a moment: the keyboard goes on from where the answer will be. */
  const moveFocus = () => answers.current?.focus({ preventScroll: true });
  const sendTyped = () => {
    setTold(false);
    setText('');
    send(words);
  };
  useEffect(() => {
    if (isAsked.current || question.trim() === '' || isHeld === undefined) return;
    isAsked.current = true;
    sendTyped();
  });
  return (
    <div className={styles['ask']}>
      {isTitled ? <Title world={world} /> : null}
      <AskField act="Ask" isOff={asked.isPending || words === ''} onSend={sendTyped}>
        <input
          type="text"
          aria-label="Your question about the story"
          placeholder="Who is she? Who sent him?"
          maxLength={2_000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </AskField>
      {isTold || asked.isPending ? null : (
        <button
          type="button"
          className={styles['act']}
          onClick={() => {
            setTold(true);
            moveFocus();
          }}
        >
          Tell me the story so far
        </button>
      )}
      <div ref={answers} className={styles['answers']} tabIndex={-1} aria-live="polite">
        {isTold || asked.isIdle ? null : <Asked question={said.question} />}
        {asked.isPending ? (
          <Looking
            onStop={() => {
              stop();
              setText((typed) => fillField(typed, said.question));
              moveFocus();
            }}
          />
        ) : null}
        {isTold ? <StorySoFar world={world} corpus={corpus} /> : null}
        {isTold || asked.isPending ? null : <Answered world={world} answer={asked.data} />}
      </div>
      {isTold ? null : (
        <Unanswered
          failure={asked.error}
          onBack={retry}
          onAsk={(withoutModel) => {
            sendAgain(withoutModel);
            moveFocus();
          }}
        />
      )}
    </div>
  );
}

/** Hook that sends questions to the server, and the last one once more by itself if the server was away. */
function useQuestions(world: string) {
  const { ask, ...asked } = useStoppable('POST /api/worlds/{world}/questions');
  const isHeld = useHeld(world);
  /** The question that is answered below; it leaves the field, which may be too narrow to show all of it. */
  const [said, setSaid] = useState({ question: '', withoutModel: false });
  const isRepeated = useRef(false);
  const send = (question: string, withoutModel = isHeld === true) => {
    isRepeated.current = false;
    setSaid({ question, withoutModel });
    ask({ params: { world }, body: { question, withoutModel } });
  };
  const sendAgain = (withoutModel = said.withoutModel || isHeld === true) =>
    send(said.question, withoutModel);
  /** Once is enough: if the server is there and yet does not answer, each time may ask the model in vain. */
  const retry = () => {
    if (!isRepeated.current) ask({ params: { world }, body: said });
    isRepeated.current = true;
  };
  return { ...asked, said, isHeld, send, sendAgain, retry };
}

/** A question that was stopped comes back into the field, unless something was typed there since. */
function fillField(typed: string, question: string): string {
  return typed.trim() === '' ? question : typed;
}

function Title({ world }: { readonly world: string }) {
  return (
    <>
      <h2>Ask about the story</h2>
      <Used world={world} />
    </>
  );
}

function Looking({ onStop }: { readonly onStop: () => void }) {
  return (
    <p className={styles['quiet']}>
      Looking it up …{' '}
      <button type="button" className={styles['act']} onClick={onStop}>
        Stop
      </button>
    </p>
  );
}

function Asked({ question }: { readonly question: string }) {
  return question === '' ? null : (
    <p className={styles['said']}>
      <Words text={question} />
    </p>
  );
}

interface UnansweredProps {
  readonly failure: ServerFailure | null;
  readonly onAsk: (withoutModel?: boolean) => void;
  /** Called when the server was away and is there again. */
  readonly onBack: () => void;
}

function Unanswered({ failure, onAsk, onBack }: UnansweredProps) {
  if (failure === null) return null;
  if (failure.code === noAnswer) return <UnansweredAway onAgain={() => onAsk()} onBack={onBack} />;
  const isOfModel = failure.code.startsWith('model.') || failure.code === unallowed;
  const acts = (
    <>
      <button type="button" onClick={() => onAsk()}>
        Ask again
      </button>
      <button type="button" onClick={() => onAsk(true)}>
        Answer without the model
      </button>
    </>
  );
  return <FailureNote failure={failure} act={isOfModel ? acts : undefined} />;
}

interface UnansweredAwayProps extends Pick<UnansweredProps, 'onBack'> {
  readonly onAgain: () => void;
}

function UnansweredAway({ onAgain, onBack }: UnansweredAwayProps) {
  const [sinceMs] = useState(() => Date.now());
  const { dataUpdatedAt } = useRoute('GET /api/server', { params: {} }, { everyMs: 2_000 });
  const isBack = dataUpdatedAt > sinceMs;
  const back = useRef(onBack);
  back.current = onBack;
  useEffect(() => {
    if (isBack) back.current();
  }, [isBack]);
  return <AwayNote onAgain={onAgain} />;
}

/** Says what an answer will use, before anything is asked. */
function Used({ world }: { readonly world: string }) {
  const { data } = useRoute('GET /api/worlds/{world}/entries', { params: { world }, query: { limit: 1 } });
  if (data === undefined) return null;
  const { asOf, told } = data;
  const others = told === undefined ? '' : `, and all of ${told}, including what you have not read`;
  return (
    <p className={styles['quiet']}>
      {describeUsed(asOf)}
      {others}.
    </p>
  );
}

interface AnsweredProps {
  readonly world: string;
  readonly answer: Answer | undefined;
}

function Answered({ world, answer }: AnsweredProps) {
  if (answer === undefined) return null;
  return (
    <>
      <Found world={world} answer={answer} />
      <Unread world={world} />
    </>
  );
}

function Found({ world, answer }: { readonly world: string; readonly answer: Answer }) {
  const { asOf, said, entries, passages } = answer;
  if (said !== null && said.sentences.length > 0) return <Said world={world} asOf={asOf} said={said} />;
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
        Neither the glossary nor the story has these words, as far as{' '}
        {asOf === null ? 'the story was read for the glossary' : 'you have read'}.
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
      <p className={styles['quiet']}>{describeEntries(answer)}</p>
      {entries.map(({ id, term, definition, isUnexplained, quotes }) => (
        <section key={id} className={styles['entry']} aria-label={term}>
          <h2>
            <Link to={`/${world}/glossary/${id}`}>{insertHyphens(term)}</Link>
          </h2>
          {isUnexplained && quotes.length > 0 ? (
            <p className={styles['quiet']}>No sentence read so far explains this name. It stands here:</p>
          ) : (
            <Definition text={definition} />
          )}
          {quotes.map((quote) => (
            <Quote key={`${quote.evidence.postId} ${quote.evidence.start}`} world={world} quote={quote} />
          ))}
        </section>
      ))}
    </>
  );
}

/**
 * Names the stories of which nothing was read for the glossary, because the answer may lack something for that reason.
 */
function Unread({ world }: { readonly world: string }) {
  const unread = describeUnread(useRoute(...buildHomeQuestion(world)).data?.stories ?? []);
  if (unread === undefined) return null;
  return (
    <p className={styles['quiet']}>
      {unread} <Link to={`/${world}/run`}>Build the glossary</Link>
    </p>
  );
}

function describeEntries({ asOf, said, isNamed }: Answer): string {
  const has = isNamed
    ? 'The glossary has this:'
    : 'The question names no entry. These entries are the closest to its words:';
  if (said === null) return has;
  return said.leftOut === 0
    ? `The model finds no answer in ${asOf === null ? 'what was read of the story' : 'what you have read'}. ${has}`
    : `The model’s answer is not shown: no quote supports it, or ${asOf === null ? 'it names what has not been read yet' : 'it uses what you have not read'}. ${has}`;
}

/** Keeps the number of a quote on the line of its sentence. */
const noBreakSpace = '\u00a0';

interface SaidProps extends Pick<Answer, 'asOf'> {
  readonly world: string;
  readonly said: NonNullable<Answer['said']>;
}

function Said({ world, asOf, said }: SaidProps) {
  const { sentences, quotes, leftOut, model } = said;
  const it = leftOut === 1 ? { object: 'it', names: 'it names' } : { object: 'them', names: 'they name' };
  const unread = asOf === null ? `${it.names} what has not been read yet` : 'you have not read that far';
  return (
    <>
      <p className={styles['answer']}>
        {sentences.map(({ text, quotes: at }) => (
          <span key={text}>
            <Words text={text} />
            {at.map((one) => (
              <sup key={one}>
                {noBreakSpace}
                {one + 1}
              </sup>
            ))}{' '}
          </span>
        ))}
      </p>
      <Sources world={world} sources={quotes} />
      <p className={styles['quiet']}>
        Answered by {nameModel(model)}
        {leftOut === 0
          ? ''
          : ` · ${countOf(leftOut, 'sentence')} left out: no quote supports ${it.object}, or ${unread}`}
      </p>
    </>
  );
}

interface SourcesProps {
  readonly world: string;
  readonly sources: Answer['passages'];
}

/** Passages of the story, each with a link to its place there. */
function Sources({ world, sources }: SourcesProps) {
  const nameStory = useStoryName(world);
  return (
    <ol className={styles['quotes']}>
      {sources.map(({ corpus, postId, threadId, threadTitle, text }) => (
        <li key={`${postId} ${text}`}>
          <Words text={text} />
          {threadId === undefined ? null : (
            <Link to={`/${world}/read/${corpus}/${threadId}#post-${postId}-0`}>
              {threadTitle === undefined
                ? 'see it in the story'
                : nameInStory(threadTitle, nameStory(corpus))}
            </Link>
          )}
        </li>
      ))}
    </ol>
  );
}
