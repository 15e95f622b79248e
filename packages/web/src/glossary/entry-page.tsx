// Entry page: shows everything known about an entry at the reader's place, and lets a person correct it.

import { type ReactNode, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { buildEntryQuestion } from '../client/first-questions.ts';
import { useLent } from '../client/use-lent.ts';
import { useRoute } from '../client/use-route.ts';
import { ActNote } from '../parts/act-note.tsx';
import { countOf } from '../parts/count-of.ts';
import { Definition } from '../parts/definition.tsx';
import { findDirection } from '../parts/find-direction.ts';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import { joinFacts } from '../parts/join-facts.ts';
import { LongList } from '../parts/long-list.tsx';
import { Awaited, Message } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { Quote } from '../parts/quote.tsx';
import { useOnPaper } from '../parts/use-on-paper.ts';
import { useShownTitle } from '../parts/use-shown-title.ts';
import { type Account, findEnd, isOwnWords, isUnsaid, unexplained } from './account.ts';
import edits from './edit-entry.module.css';
import { EditEntry } from './edit-entry.tsx';
import styles from './entry-page.module.css';
import { History } from './history.tsx';
import { listKinds } from './kinds.ts';
import { MergedNote } from './merged-note.tsx';
import { Proposed } from './proposed.tsx';
import { renderReason } from './render-reason.ts';

export function EntryPage() {
  const { world = '', entry = '' } = useParams();
  const { data, error } = useRoute(...buildEntryQuestion(world, entry));
  const [done, setDone] = useState<Done>();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  if (data === undefined) return <Awaited failure={error} what="the entry" />;
  const account = data[0];
  const handleDone = (says: ReactNode) => {
    setDone({ id: account?.id, says, at: (done?.at ?? 0) + 1 });
    // The state says which entry was merged into this one (`MergedNote`). The note about what was just done replaces
    // it.
    if (state !== null) void navigate(pathname, { replace: true, state: null });
  };
  const isShown = done?.id === account?.id && state === null;
  const shown = { world, account, done: isShown ? done : undefined, onDone: handleDone };
  if (account?.entry === undefined) return <Gone {...shown} />;
  return <Known key={account.id} {...shown} account={account} />;
}

interface Done {
  readonly id: number | undefined;
  readonly says: ReactNode;
  /** Distinguishes a second act from the first one. */
  readonly at: number;
}

interface ShownProps {
  readonly world: string;
  readonly account: Account | undefined;
  /** What the person has just done with this entry. */
  readonly done: Done | undefined;
  readonly onDone: (says: ReactNode) => void;
}

function Gone({ world, account, done, onDone }: ShownProps) {
  const isLent = useLent(world) !== undefined;
  const reason = account?.revisions.find(
    ({ field }) => field === 'deleted' || field === 'merged_into',
  )?.reason;
  const end = account && findEnd(account);
  const says = reason === undefined ? 'It is no longer in the glossary.' : renderReason(reason);
  if (account !== undefined && end?.into !== undefined) {
    const state = { merged: { id: account.id, term: end.name } };
    return <Navigate to={`/${world}/glossary/${end.into}`} state={state} replace />;
  }
  return (
    <Message title={end === undefined ? 'This entry no longer exists' : `“${end.name}” was removed`}>
      {done === undefined ? <p>{says}</p> : <ActNote key={done.at}>{says}</ActNote>}
      {account === undefined || isLent ? null : <EditEntry world={world} account={account} onDone={onDone} />}
      <p>
        <Link to={`/${world}/glossary`}>Back to the glossary</Link>
      </p>
    </Message>
  );
}

/** With fewer quotes than this, their order needs no explanation. */
const orderedFrom = 3;

function Known({ world, account, done, onDone }: ShownProps & { readonly account: Account }) {
  const { entry, relations, ended, together, standing } = account;
  const navigate = useNavigate();
  const isLent = useLent(world) !== undefined;
  useShownTitle(entry?.term);
  if (entry === undefined) return null;
  return (
    <Page className={styles['page']}>
      <article className={styles['entry']}>
        <button type="button" className={styles['back']} onClick={() => navigate(-1)}>
          ← back
        </button>
        <MergedNote world={world} onDone={onDone} />
        {done === undefined ? null : (
          <ActNote key={done.at} className={edits['note']} isByTheChange>
            {done.says}
          </ActNote>
        )}
        <h1 dir={findDirection(entry.term)}>{insertHyphens(entry.term)}</h1>
        <p className={styles['facts']}>
          {joinFacts([
            ...listKinds(entry.tags),
            countOf(standing.mentions, 'mention'),
            `in ${countOf(standing.threads, 'chapter')}`,
            entry.status === 'confirmed' ? 'confirmed' : 'not confirmed yet',
          ])}
        </p>
        {isUnsaid(account) ? (
          <p className={styles['unsaid']}>No sentence read so far explains this name.</p>
        ) : (
          <Definition text={entry.definition} />
        )}
        {entry.aliases.length === 0 ? null : (
          <p className={styles['facts']}>
            Also <LongList names={entry.aliases} first={12} />
          </p>
        )}
        <Evidence world={world} account={account} />
      </article>
      <aside className={styles['beside']} aria-label="Others">
        {relations.length + ended.length === 0 ? null : (
          <>
            <h2>How it relates to others</h2>
            <ul>
              {relations.map(({ wording, to, quote }) => (
                <li key={`${wording} ${to.id}`}>
                  {wording}{' '}
                  <Link to={`/${world}/glossary/${to.id}`} title={quote.evidence.quote}>
                    {to.term}
                  </Link>
                </li>
              ))}
              {ended.map(({ wording, to }) => (
                <li key={`no longer ${wording} ${to.id}`} className={styles['facts']}>
                  no longer {wording} <Link to={`/${world}/glossary/${to.id}`}>{to.term}</Link>
                </li>
              ))}
            </ul>
          </>
        )}
        {together.length === 0 ? null : (
          <>
            <h2>Often named together</h2>
            <ul>
              {together.map(({ id, term, posts }) => (
                <li key={id}>
                  <Link to={`/${world}/glossary/${id}`}>{insertHyphens(term)}</Link>
                  <span className={styles['times']}>{countOf(posts, 'time')}</span>
                </li>
              ))}
            </ul>
            <Link className={styles['picture']} to={`/${world}/glossary/links?entry=${account.id}`}>
              All connections of {insertHyphens(entry.term)}
            </Link>
          </>
        )}
      </aside>
      <div className={styles['changes']}>
        {isLent ? null : <Proposed world={world} account={account} onDone={onDone} />}
        {isLent ? null : <EditEntry world={world} account={account} onDone={onDone} />}
        <History world={world} account={account} isFixed={isLent} onDone={onDone} />
      </div>
    </Page>
  );
}

function Evidence({ world, account }: Pick<ShownProps, 'world'> & { readonly account: Account }) {
  const { entry, quotes } = account;
  const isUnexplained = entry?.tags.includes(unexplained) === true;
  return (
    <>
      <h2>{isUnexplained || isOwnWords(account) ? 'Where the story names it' : 'Based on these quotes'}</h2>
      {quotes.length < orderedFrom || isUnexplained ? null : (
        <p className={styles['facts']}>
          The quotes that tell most about it come first, those that only name it last.
        </p>
      )}
      <Quotes world={world} quotes={isUnexplained ? sortByPlace(quotes) : quotes} />
    </>
  );
}

/** Sorts quotes by story and by their place in it. Used if all of them only name the entry. */
function sortByPlace(quotes: Account['quotes']): Account['quotes'] {
  return quotes.toSorted(
    ({ evidence: one }, { evidence: other }) =>
      one.corpus.localeCompare(other.corpus) || one.postId - other.postId || one.start - other.start,
  );
}

const quotesAtFirst = 6;

function Quotes({ world, quotes }: { readonly world: string; readonly quotes: Account['quotes'] }) {
  const [showsAll, setShowsAll] = useState(false);
  const isOnPaper = useOnPaper();
  const shown = showsAll || isOnPaper ? quotes : quotes.slice(0, quotesAtFirst);
  return (
    <>
      {shown.map((quote) => (
        <Quote key={`${quote.evidence.postId} ${quote.evidence.start}`} world={world} quote={quote} />
      ))}
      {quotes.length > shown.length ? (
        <button type="button" className={styles['more']} onClick={() => setShowsAll(true)}>
          Show all {countOf(quotes.length, 'quote')}
        </button>
      ) : null}
    </>
  );
}
