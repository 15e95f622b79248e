// Game page: the story in the middle, the sheet beside it, and the field for the player's words at the bottom.

import { type RefObject, useEffect, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { sendRequest } from '../client/send-request.ts';
import { useChange } from '../client/use-route.ts';
import { groupDigits } from '../parts/group-digits.ts';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import { Awaited } from '../parts/message.tsx';
import paper from '../parts/paper.module.css';
import { ServerAway } from '../parts/still-working.tsx';
import { useShownTitle } from '../parts/use-shown-title.ts';
import { EditTelling } from './edit-telling.tsx';
import { Foot } from './foot.tsx';
import styles from './game-page.module.css';
import { isInStory, type LiveTelling } from './live-telling.ts';
import { readNumber } from './prefabs/view.ts';
import { showTurn } from './show-turn.ts';
import { Side } from './side/side.tsx';
import type { GameAddress, GameTable, ShownTurn } from './table-types.ts';
import { LiveTurn, ToldTurn } from './told-turn.tsx';
import { TurnWhy } from './turn-why.tsx';
import { useEndInView } from './use-end-in-view.ts';
import { useFlagged } from './use-flagged.ts';
import { useGame } from './use-game.ts';

export function GamePage() {
  const { world = '', game = '' } = useParams();
  const address = { world, game };
  const shown = useGame(address);
  if (shown.table === undefined) return <Awaited failure={shown.failure} what="the game" />;
  const { table, live, isAway, hideFailure } = shown;
  return (
    <Table key={game} address={address} table={table} live={live} isAway={isAway} hideFailure={hideFailure} />
  );
}

interface TableProps {
  readonly address: GameAddress;
  readonly table: GameTable;
  readonly live: LiveTelling | undefined;
  readonly isAway: boolean;
  readonly hideFailure: () => void;
}

function Table({ address, table, live, isAway, hideFailure }: TableProps) {
  useShownTitle(table.name);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [edited, setEdited] = useState<ShownTurn>();
  const [answers, setAnswers] = useState(0);
  const say = useChange('POST /api/worlds/{world}/games/{game}/lines');
  const { place, time } = table.standing;
  // The number of a day stays on one line with the word `day`.
  const where = [place, time.replace(/^day /u, 'day\u00a0')].filter((part) => part !== '').join(', ');
  const last = table.turns.at(-1);
  const told = live !== undefined && isInStory(live) ? live : undefined;
  return (
    <ServerAway value={isAway}>
      <main className={styles['table']} data-sheet={isSheetOpen}>
        <h1 className={`${styles['spoken']} ${styles['heading']}`}>{insertHyphens(table.name)}</h1>
        <div className={styles['mini']}>
          <button type="button" aria-expanded={isSheetOpen} onClick={() => setSheetOpen(!isSheetOpen)}>
            <span className={styles['title']}>{insertHyphens(table.name)}</span>
            <Vitals table={table} />
            <span className={styles['where']}>{where}</span>
            <span className={styles['switch']}>{isSheetOpen ? 'The story' : 'Sheet and more'}</span>
          </button>
        </div>
        <section className={styles['telling']} aria-label="The story">
          <Told address={address} table={table} live={told} answers={answers} onEdit={setEdited} />
          <Foot
            address={address}
            table={table}
            live={live}
            isAway={isAway}
            beside={say}
            onSaid={hideFailure}
            onAnswer={() => setAnswers((count) => count + 1)}
            onEdit={setEdited}
          />
          {edited === undefined ? null : (
            <EditTelling
              address={address}
              turn={edited}
              head={table.head}
              onClose={() => setEdited(undefined)}
            />
          )}
        </section>
        <aside className={styles['side']} aria-label="Beside the story">
          <p className={styles['name']} aria-hidden="true">
            {table.name}
          </p>
          <Side
            address={address}
            table={table}
            about={[table.sheet.about.replace(/\.$/u, ''), where].filter((part) => part !== '').join('\n')}
            changes={told?.changes.length ? told.changes : (last?.changes ?? [])}
            onLine={(line) => {
              setSheetOpen(false);
              say.mutate({ params: address, body: { line, after: table.head } });
            }}
          />
        </aside>
      </main>
    </ServerAway>
  );
}

const mostVitals = 3;

/**
 * Shows the first few resources of the character, without those whose maximum is zero. Used in a window that has no
 * room for the sheet.
 */
function Vitals({ table }: { readonly table: GameTable }) {
  const fields = table.sheet.sections.find(({ category }) => category === 'resources')?.fields ?? [];
  const own = fields.filter(({ value }) => readNumber(value, 'max') !== 0);
  if (own.length === 0) return null;
  return (
    <span className={styles['vitals']}>
      {own.slice(0, mostVitals).map(({ path, label, shows }) => (
        <span key={path}>
          {label} <b>{groupDigits(shows)}</b>
        </span>
      ))}
    </span>
  );
}

interface ToldProps {
  readonly address: GameAddress;
  readonly table: GameTable;
  readonly live: LiveTelling | undefined;
  /** How many answers to commands were shown below the story. */
  readonly answers: number;
  readonly onEdit: (turn: ShownTurn) => void;
}

function Told({ address, table, live, answers, onEdit }: ToldProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const [why, setWhy] = useState<number>();
  const [earlier, setEarlier] = useEarlier(address, table);
  const turns = [...earlier.turns, ...table.turns];
  const hidden = live?.retells === true ? table.head : undefined;
  const shown = useFlagged(address, table, turns).filter(({ id }) => id !== hidden);
  // Here begins the newest part: the newest turn, with what was done outside the story since. While a turn is told, it
  // alone is the newest part.
  const from = live === undefined ? shown.findLastIndex(({ isAside }) => !isAside) : shown.length;
  useNewestInView(scroll, { live: live?.telling, story: shown[from]?.id, head: table.head });
  useWantedTurn(scroll, shown, setEarlier);
  useEndInView(scroll, styles['newest'] ?? '', answers);
  return (
    <div ref={scroll} className={styles['scroll']}>
      <div className={styles['column']}>
        {earlier.hasEarlier ? (
          <>
            <button type="button" className={styles['earlier']} onClick={() => setEarlier()}>
              Earlier turns
            </button>
            <p className={paper['only']}>
              Earlier turns are not printed here. To print them too, press “Earlier turns” first.
            </p>
          </>
        ) : null}
        {shown.slice(0, from).map((turn) => (
          <ToldTurn key={turn.id} turn={turn} onWhy={setWhy} onEdit={onEdit} />
        ))}
        <div className={styles['newest']}>
          {shown.slice(from).map((turn) => (
            <ToldTurn key={turn.id} turn={turn} onWhy={setWhy} onEdit={onEdit} />
          ))}
          {live === undefined ? null : <LiveTurn live={live} />}
        </div>
      </div>
      {why === undefined ? null : <TurnWhy address={address} turn={why} onClose={() => setWhy(undefined)} />}
      <Announcer turn={live === undefined ? table.turns.at(-1) : undefined} />
    </div>
  );
}

/** Has screen readers read a new narrative aloud once, when it is complete. */
function Announcer({ turn }: { readonly turn: ShownTurn | undefined }) {
  const [first] = useState(turn?.id);
  const isNew = turn !== undefined && turn.id !== first;
  return (
    <p className={styles['spoken']} aria-live="polite">
      {isNew ? turn.narrative : ''}
    </p>
  );
}

/** Hook that returns the turns that were loaded before those of the table, and a function that loads more of them. */
function useEarlier(address: GameAddress, table: GameTable) {
  const [kept, setKept] = useState<{ readonly turns: readonly ShownTurn[]; readonly hasEarlier: boolean }>();
  const first = table.turns[0];
  // After a move to another branch, other turns come before those of the table.
  const isFitting = kept?.turns.at(-1)?.number === (first?.number ?? 0) - 1;
  const earlier = kept !== undefined && isFitting ? kept : { turns: [], hasEarlier: table.hasEarlier };
  const load = async (from?: number) => {
    const before = earlier.turns[0]?.number ?? first?.number ?? 0;
    const page = await sendRequest('GET /api/worlds/{world}/games/{game}/turns', {
      params: address,
      query: { before, ...(from === undefined ? {} : { from }) },
    });
    setKept({ turns: [...page.turns, ...earlier.turns], hasEarlier: page.hasEarlier });
  };
  return [earlier, (from?: number) => void load(from)] as const;
}

/** Hook that brings the turn that the address names into view; loads earlier turns first if it is one of them. */
function useWantedTurn(
  scroll: RefObject<HTMLElement | null>,
  shown: readonly ShownTurn[],
  onMissing: (from: number) => void,
): void {
  const [search, setSearch] = useSearchParams();
  const said = search.get('turn');
  const wanted = said === null ? undefined : Number(said);
  const found = shown.find(({ number, isAside }) => number === wanted && !isAside)?.id;
  const first = shown[0]?.number ?? 0;
  const missing = useRef(onMissing);
  missing.current = onMissing;
  useEffect(() => {
    if (wanted === undefined || found !== undefined || !(wanted < first)) return;
    missing.current(wanted);
  }, [wanted, found, first]);
  useEffect(() => {
    if (found === undefined) return;
    const turn = scroll.current?.querySelector(`[data-turn="${found}"]`);
    showTurn(turn);
    setSearch({}, { replace: true });
  }, [scroll, found, setSearch]);
}

interface Newest {
  readonly live: number | undefined;
  readonly story: number | undefined;
  readonly head: number;
}

/**
 * Hook that brings the newest turn into view when it comes. Nothing moves when a turn that was shown while it was told
 * is complete.
 */
function useNewestInView(scroll: RefObject<HTMLElement | null>, { live, story, head }: Newest): void {
  const before = useRef<Newest>(undefined);
  useEffect(() => {
    const shown = findShown({ live, story }, before.current);
    before.current = { live, story, head };
    const newest = scroll.current?.querySelector(`.${styles['newest']}`);
    if (shown === 'end') newest?.lastElementChild?.scrollIntoView({ block: 'nearest' });
    else if (shown === 'all' && isLong(newest, scroll.current)) showTurn(newest?.lastElementChild, 'end');
    else if (shown !== 'nothing') showTurn(newest);
  }, [scroll, live, story, head]);
}

/** Whether the newest part is higher than its window, and has something at its end that was done outside the story. */
function isLong(newest: Element | null | undefined, scroll: HTMLElement | null): boolean {
  const last = newest?.lastElementChild;
  if (!newest || !last || !scroll || newest.childElementCount < 2) return false;
  return last.getBoundingClientRect().bottom - newest.getBoundingClientRect().top > scroll.clientHeight;
}

/**
 * Which part of the newest turn to bring into view: its beginning or, if something was done outside the story since,
 * its end. When a game is opened, all of it, or its end if it is too long.
 */
function findShown(
  { live, story }: Omit<Newest, 'head'>,
  last: Newest | undefined,
): 'begin' | 'end' | 'all' | 'nothing' {
  if (live !== undefined) return live === last?.live ? 'nothing' : 'begin';
  if (story === last?.story) return 'end';
  if (last?.live !== undefined) return 'nothing';
  return last === undefined ? 'all' : 'begin';
}
