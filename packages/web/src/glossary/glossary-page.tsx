// Glossary page: lists the entries known at the reader's place, and searches them while a person types.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useLent } from '../client/use-lent.ts';
import { useRoute } from '../client/use-route.ts';
import { ActButton } from '../parts/act-button.tsx';
import { Awaited, FailureNote } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import paper from '../parts/paper.module.css';
import { useKeys } from '../parts/use-keys.ts';
import { describeView } from './describe-view.ts';
import { EntryList, type EntryRows } from './entry-list.tsx';
import { EntryQueue } from './entry-queue.tsx';
import { findPageStart, rowsAtOnce } from './find-page-start.ts';
import styles from './glossary-page.module.css';
import { GlossaryFiles, GlossaryViews } from './glossary-views.tsx';
import { NoEntry } from './no-entry.tsx';
import { NoGlossary } from './no-glossary.tsx';
import { ShownExtent } from './shown-extent.tsx';

type EntryPage = RouteAnswer<'GET /api/worlds/{world}/entries'>;

/** Values of `status` in the address. With one of them, the list shows only entries of this status. */
const statuses = ['tentative', 'removed'] as const;
type Status = (typeof statuses)[number] | undefined;

export function GlossaryPage() {
  const { world = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const [from, setFrom] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  // The typed words are kept here and not read from the address: the address also changes with each key, but lags
  // behind.
  const [text, setText] = useState(search.get('q') ?? '');
  const q = useDeferredValue(text);
  const kind = search.get('kind') ?? undefined;
  const status = statuses.find((one) => one === search.get('status'));
  const order = search.get('order') === 'name' ? 'name' : 'weight';
  const set = (key: string, value: string | undefined) => {
    setFrom(0);
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === undefined || value === '') next.delete(key);
        else next.set(key, value);
        return next;
      },
      { replace: true },
    );
  };
  useKeys({ '/': () => field.current?.focus() });
  const query = { q, kind, status, order, from, limit: rowsAtOnce } as const;
  const { data, error } = useRoute(
    'GET /api/worlds/{world}/entries',
    { params: { world }, query },
    { keepsLast: true },
  );
  const total = data?.total;
  useEffect(() => {
    if (total !== undefined) setFrom((now) => findPageStart(now, total));
  }, [total]);
  if (data === undefined)
    return (
      <Awaited
        failure={error}
        what="the glossary"
        empty={
          <NoGlossary
            world={world}
            shows="The glossary lists everybody and everything that a story names, each with the sentences that say what it is."
          />
        }
      />
    );
  const isSearched = q !== '' || kind !== undefined;
  const isBare = isEmpty(data, [q, kind, status]);
  return (
    <Page className={styles['page']}>
      <header className={styles['head']}>
        <h1>Glossary</h1>
        <GlossaryViews world={world} />
        {isBare && data.asOf === null ? null : (
          <p className={styles['quiet']}>
            {describeView(data, { status, isSearched })}
            <ShownExtent world={world} asOf={data.asOf} told={data.told} hasEntries={!isBare} />
          </p>
        )}
        {isBare ? null : (
          <>
            <input
              ref={field}
              className={styles['field']}
              type="search"
              placeholder="A name, or a word of a definition"
              aria-label="Search the glossary"
              value={text}
              onChange={({ target }) => {
                setText(target.value);
                set('q', target.value);
              }}
            />
            <Filters page={data} kind={kind} status={status} order={order} onSet={set} />
          </>
        )}
      </header>
      {error === null ? null : <FailureNote failure={error} />}
      {data.total === 0 ? (
        <Nothing
          isSearched={isSearched}
          sought={q}
          status={status}
          isAtPlace={data.asOf !== null}
          world={world}
        />
      ) : null}
      <Rows world={world} rows={data.entries} status={status} />
      <Pages from={from} total={data.total} onGo={setFrom} />
      {isBare ? null : <GlossaryFiles world={world} asOf={data.asOf} />}
    </Page>
  );
}

/**
 * Whether there are no entries at all, not even removed ones, rather than none that match a filter. Filters, search and
 * files are then left out.
 */
function isEmpty({ total, hasRemoved }: EntryPage, wanted: readonly (string | undefined)[]): boolean {
  return total === 0 && !hasRemoved && wanted.every((one) => one === undefined || one === '');
}

interface FiltersProps {
  readonly page: EntryPage;
  readonly kind: string | undefined;
  readonly status: Status;
  readonly order: 'name' | 'weight';
  readonly onSet: (key: string, value: string | undefined) => void;
}

function Filters({ page, kind, status, order, onSet }: FiltersProps) {
  return (
    <>
      {page.kinds.length === 0 && kind === undefined ? null : (
        <div className={`${styles['filters']} ${styles['kinds']}`}>
          <Choice isOn={kind === undefined} onPress={() => onSet('kind', undefined)} says="all" />
          {page.kinds.map((one) => (
            <Choice
              key={one.kind}
              isOn={kind === one.kind}
              onPress={() => onSet('kind', one.kind)}
              says={one.kind === 'term' ? 'other' : one.kind}
              count={one.entries}
            />
          ))}
        </div>
      )}
      <div className={styles['filters']}>
        <Choice
          isOn={status === 'tentative'}
          onPress={() => onSet('status', status === 'tentative' ? undefined : 'tentative')}
          says="only entries to confirm"
        />
        {page.hasRemoved || status === 'removed' ? (
          <Choice
            isOn={status === 'removed'}
            onPress={() => onSet('status', status === 'removed' ? undefined : 'removed')}
            says="removed entries"
          />
        ) : null}
        {page.total === 0 ? null : (
          <label className={styles['order']}>
            Order
            <select value={order} onChange={({ target }) => onSet('order', target.value)}>
              <option value="weight">
                {status === 'removed' ? 'your removals first' : 'most important first'}
              </option>
              <option value="name">by name</option>
            </select>
          </label>
        )}
      </div>
    </>
  );
}

interface ChoiceProps {
  readonly isOn: boolean;
  readonly says: string;
  readonly count?: number | undefined;
  readonly onPress: () => void;
}

function Choice({ isOn, says, count, onPress }: ChoiceProps) {
  return (
    <button type="button" className={styles['choice']} aria-pressed={isOn} onClick={onPress}>
      {says}
      {count === undefined ? null : <span className={styles['count']}>{count.toLocaleString('en')}</span>}
    </button>
  );
}

function Rows({ world, rows, status }: EntryRows & { readonly status: Status }) {
  // If nothing can be changed here, entries that wait for a decision or were removed are only listed.
  const isLent = useLent(world) !== undefined;
  if (status === 'tentative' && !isLent) return <EntryQueue world={world} rows={rows} />;
  return (
    <>
      {status !== 'removed' || isLent || rows.length === 0 ? null : (
        <p className={styles['lead']}>To bring an entry back, open it.</p>
      )}
      <EntryList world={world} rows={rows} />
    </>
  );
}

interface NothingProps {
  readonly isSearched: boolean;
  /** The words that were searched for; empty if the entries were only filtered. */
  readonly sought: string;
  readonly status: Status;
  readonly isAtPlace: boolean;
  readonly world: string;
}

function Nothing({ isSearched, sought, status, isAtPlace, world }: NothingProps) {
  if (isSearched) {
    return (
      <p className={styles['quiet']}>
        {isAtPlace ? 'Nothing that you have read so far matches.' : 'No entry matches.'}
        {sought === '' ? null : ' “Find” at the top searches the words of the story, too.'}
      </p>
    );
  }
  if (status === 'removed') return <p className={styles['quiet']}>No entry is removed.</p>;
  if (status === 'tentative')
    return (
      <p className={styles['quiet']}>
        {isAtPlace ? 'There is nothing to confirm in what you have read.' : 'There is nothing to confirm.'}
      </p>
    );
  return <NoEntry world={world} isAtPlace={isAtPlace} />;
}

interface PagesProps {
  readonly from: number;
  readonly total: number;
  readonly onGo: (from: number) => void;
}

function Pages({ from, total, onGo }: PagesProps) {
  if (total <= rowsAtOnce) return null;
  const showPage = (to: number) => {
    onGo(to);
    window.scrollTo({ top: 0 });
  };
  const shown = `${(from + 1).toLocaleString('en')} to ${Math.min(total, from + rowsAtOnce).toLocaleString('en')} of ${total.toLocaleString('en')}`;
  return (
    <>
      <nav className={styles['pages']} aria-label="Pages of the glossary">
        <ActButton isOff={from === 0} onClick={() => showPage(Math.max(0, from - rowsAtOnce))}>
          ← previous
        </ActButton>
        <span>{shown}</span>
        <ActButton isOff={from + rowsAtOnce >= total} onClick={() => showPage(from + rowsAtOnce)}>
          next →
        </ActButton>
      </nav>
      <p className={paper['only']}>
        Only entries {shown} are printed here. To get all of them, choose “Download the glossary as a file”
        below the list on the screen.
      </p>
    </>
  );
}
