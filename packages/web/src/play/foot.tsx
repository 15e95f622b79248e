// Foot of a game's page: suggestions, the field for the player's words, and what can be done about the last turn.

import { type KeyboardEvent, useContext, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { noAnswer, type ServerFailure } from '../client/send-request.ts';
import { useDraft } from '../client/use-draft.ts';
import { useChange } from '../client/use-route.ts';
import { ActButton } from '../parts/act-button.tsx';
import { AwayNote } from '../parts/away-note.tsx';
import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import buttons from '../parts/main-button.module.css';
import { FailureNote } from '../parts/message.tsx';
import { renderPageWords } from '../parts/render-page-words.ts';
import { ServerAway } from '../parts/still-working.tsx';
import { useKeys } from '../parts/use-keys.ts';
import { AskOracle } from './ask-oracle.tsx';
import { countColumns } from './count-columns.ts';
import styles from './foot.module.css';
import { ImproveRoll } from './improve-roll.tsx';
import type { LiveTelling } from './live-telling.ts';
import { readPageCommand } from './read-page-command.ts';
import { Retell } from './retell.tsx';
import { Shown } from './shown-lines.tsx';
import { StoppedTurn } from './stopped-turn.tsx';
import type { GameAddress, GameTable, ShownTurn } from './table-types.ts';
import { withPlaces } from './with-places.ts';

interface FootProps {
  readonly address: GameAddress;
  readonly table: GameTable;
  readonly live: LiveTelling | undefined;
  /** Whether the server does not answer at the moment. */
  readonly isAway: boolean;
  /** The request of a line that was sent from beside the story, such as from the map. */
  readonly beside: Act;
  /** Called when something is said, so that what failed before is no longer shown. */
  readonly onSaid: () => void;
  /** Called when the answer to a command is shown, which takes room from the story. */
  readonly onAnswer: () => void;
  readonly onEdit: (turn: ShownTurn) => void;
}

type Window = 'retell' | 'ask' | 'improve';

export function Foot({ address, table, live, isAway, beside, onSaid, onAnswer, onEdit }: FootProps) {
  const [draft, setDraft] = useDraft(`game ${address.world} ${address.game}`);
  const [shown, setShown] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<Window>();
  const isTelling = live !== undefined && !live.isOver;
  const typed = useRef(draft);
  typed.current = draft;
  const sent = useRef('');
  /** How many columns the last command was given for its answer. */
  const given = useRef<number>(undefined);
  const column = useRef<HTMLDivElement>(null);
  const say = useChange('POST /api/worlds/{world}/games/{game}/lines', (answer) => {
    const lines = answer.kind === 'shown' ? answer.lines : [];
    setShown(lines);
    if (lines.length > 0) onAnswer();
    // The field is emptied only if nothing was typed since the words were sent.
    if (typed.current === sent.current) setDraft('');
  });
  const stop = useChange('POST /api/worlds/{world}/games/{game}/stop');
  const isStopped = live?.failure?.code === 'turn.cancelled' && table.left === null;
  useEffect(() => {
    if (!isStopped) return;
    // The words of a stopped turn return to the field once, unless something else was typed meanwhile.
    if (typed.current === '' && !sent.current.startsWith('/')) setDraft(sent.current);
    sent.current = '';
  });
  const [taken, setTaken] = useState('');
  const move = useChange('POST /api/worlds/{world}/games/{game}/moves', ({ head }) => {
    setShown([]);
    setTaken(nameTaken(table, head));
  });
  const runHere = usePageCommands(address, table, onEdit);
  const sendLine = (line: string) => {
    if (line.trim() === '' || isTelling || say.isPending) return;
    if (runHere(line)) {
      setDraft('');
      return;
    }
    onSaid();
    setTaken('');
    setShown([]);
    sent.current = line;
    const columns = countColumns(column.current);
    given.current = columns;
    say.mutate({
      params: address,
      body: { line, after: table.head, ...(columns !== undefined && { columns }) },
    });
  };
  const stopTelling = () => stop.mutate({ params: address, body: {} });
  const moveTo = (kind: 'undo' | 'redo') => move.mutate({ params: address, body: { kind } });
  // While a turn that is not finished waits, the player has to go on with it or give it up first.
  const suggestions = table.left === null ? table.suggestions : [];
  useKeys({
    ...Object.fromEntries(suggestions.map((words, at) => [String(at + 1), () => sendLine(words)])),
    ...(isTelling ? { Escape: stopTelling } : {}),
    u: () => moveTo('undo'),
    r: () => table.next !== null && moveTo('redo'),
    t: () => setOpen('retell'),
    o: () => setOpen('ask'),
    '/': () => document.querySelector<HTMLElement>('#words')?.focus(),
  });
  const failed = useFailed([say, move, stop, beside], isAway);
  return (
    <div className={styles['foot']}>
      <div ref={column} className={styles['column']}>
        <Trouble failed={failed} isTelling={isTelling} table={table} live={live} onLine={sendLine} />
        {taken === '' || isTelling ? null : (
          <p role="status" className={styles['taken']}>
            {taken}
          </p>
        )}
        <Shown lines={shown} columns={given.current} onClose={() => setShown([])} />
        {isTelling ? null : <OpenChoices open={table.open} onChoose={sendLine} />}
        {isTelling ? null : <Suggestions suggestions={suggestions} onChoose={sendLine} />}
        <SayField
          draft={draft}
          isTelling={isTelling}
          isSending={say.isPending}
          isHeldUp={table.left !== null}
          onDraft={setDraft}
          onSay={() => sendLine(draft)}
          onStop={stopTelling}
        />
        <div className={styles['acts']} data-off={isTelling}>
          <ActButton isOff={isTelling || isAtStart(table)} onClick={() => moveTo('undo')}>
            Undo
          </ActButton>
          <ActButton isOff={isTelling || table.next === null} onClick={() => moveTo('redo')}>
            Redo
          </ActButton>
          <ActButton isOff={isTelling || isAtStart(table)} onClick={() => setOpen('retell')}>
            Tell it again …
          </ActButton>
          {table.spends.length === 0 ? null : (
            <ActButton isOff={isTelling} onClick={() => setOpen('improve')}>
              Improve the roll …
            </ActButton>
          )}
          <ActButton isOff={isTelling} onClick={() => setOpen('ask')}>
            Ask the oracle …
          </ActButton>
        </div>
      </div>
      <OpenWindow
        window={open}
        address={address}
        table={table}
        onLine={sendLine}
        onClose={() => setOpen(undefined)}
      />
    </div>
  );
}

interface OpenWindowProps {
  readonly window: Window | undefined;
  readonly address: GameAddress;
  readonly table: GameTable;
  readonly onLine: (line: string) => void;
  readonly onClose: () => void;
}

function OpenWindow({ window, table, ...others }: OpenWindowProps) {
  switch (window) {
    case 'retell':
      return <Retell table={table} {...others} />;
    case 'improve':
      return <ImproveRoll spends={table.spends} onLine={others.onLine} onClose={others.onClose} />;
    case 'ask':
      return <AskOracle {...others} />;
    case undefined:
      return null;
  }
}

/**
 * Hook that returns a function, which carries out a command that needs no server. The function returns false for every
 * other line, and for an edit of a turn that cannot be edited on this page.
 */
function usePageCommands({ world }: GameAddress, { turns }: GameTable, onEdit: FootProps['onEdit']) {
  const navigate = useNavigate();
  return (line: string): boolean => {
    const command = readPageCommand(line);
    if (command === undefined) return false;
    if (command.kind === 'leave') {
      void navigate(`/${world}/play`);
      return true;
    }
    const { number } = command;
    const turn = turns.findLast((one) => one.narrative !== '' && (number ?? one.number) === one.number);
    if (turn !== undefined) onEdit(turn);
    return turn !== undefined;
  };
}

/** Names the words of the turns that were taken back; empty if the game did not move back to a turn that was shown. */
function nameTaken({ turns }: GameTable, head: number): string {
  const at = turns.findIndex(({ id }) => id === head);
  const gone = at < 0 ? [] : turns.slice(at + 1);
  if (gone.length === 0) return '';
  const names = gone.map(({ words }) => `“${words}”`).join(', ');
  const way = gone.length === 1 ? 'Redo brings it back.' : 'Redo brings them back, one at a time.';
  return `Taken back: ${names} · ${way}`;
}

interface Act {
  readonly error: ServerFailure | null;
  reset(): void;
}

interface Failed {
  readonly failure: ServerFailure | undefined;
  readonly isAway: boolean;
  hide(): void;
}

/** Hook that returns why a request failed, and a way to hide that. It is also hidden when the server answers again. */
function useFailed(acts: readonly Act[], isAway: boolean): Failed {
  const failure = acts.find(({ error }) => error !== null)?.error ?? undefined;
  const hide = () => {
    for (const act of acts) if (act.error !== null) act.reset();
  };
  const newest = useRef(hide);
  newest.current = hide;
  useEffect(() => {
    if (!isAway) newest.current();
  }, [isAway]);
  return { failure, isAway: isAway || failure?.code === noAnswer, hide };
}

interface TroubleProps {
  readonly failed: Failed;
  readonly isTelling: boolean;
  readonly table: GameTable;
  readonly live: LiveTelling | undefined;
  readonly onLine: (line: string) => void;
}

/**
 * Shows why a request failed and how to go on with a turn that is not finished. If the server is away, shows only that.
 */
function Trouble({ failed: { failure, isAway, hide }, isTelling, table, live, onLine }: TroubleProps) {
  if (isAway) return <AwayNote onAgain={hide} hasField />;
  // While a turn is not finished, a note says so already; refusing other words for this reason would only repeat it.
  const isInTheWay = table.left !== null && failure?.code === 'session.draft-left';
  return (
    <>
      {failure === undefined || isInTheWay ? null : <Refusal failure={failure} onClose={hide} />}
      {isTelling ? null : (
        <StoppedTurn table={table} failure={live?.failure} isInTheWay={isInTheWay} onLine={onLine} />
      )}
    </>
  );
}

/** Failures of a game after which it cannot go on as it is shown here. */
const grave: ReadonlySet<string> = new Set([
  'play.unknown-game',
  'play.no-game',
  'play.moved-on',
  'play.system-unsound',
]);

/**
 * Shows a refusal like any other answer if a command was mistyped or the rules do not allow it, and other failures as
 * an alert.
 */
function Refusal({ failure, onClose }: { readonly failure: ServerFailure; readonly onClose: () => void }) {
  if (!failure.code.startsWith('play.') || grave.has(failure.code)) return <FailureNote failure={failure} />;
  const lines = [failure.happened, failure.todo].map(renderPageWords);
  return <Shown lines={lines} onClose={onClose} />;
}

/** Whether the game is at its opening, where there is nothing to take back or tell again. */
function isAtStart({ turns }: GameTable): boolean {
  return (turns.at(-1)?.number ?? 0) === 0;
}

const early = 'The turn is still being told. Say this once it is there, or stop the turn.';

interface SayFieldProps {
  readonly draft: string;
  readonly isTelling: boolean;
  /** Whether the last words are on their way to the server. */
  readonly isSending: boolean;
  /** Whether a turn that is not finished must be settled before other words are accepted. */
  readonly isHeldUp: boolean;
  readonly onDraft: (text: string) => void;
  readonly onSay: () => void;
  readonly onStop: () => void;
}

function SayField({ draft, isTelling, isSending, isHeldUp, onDraft, onSay, onStop }: SayFieldProps) {
  // A turn cannot be stopped while the server does not answer.
  const canStop = !useContext(ServerAway) && isTelling;
  const [isEarly, setEarly] = useState(false);
  useEffect(() => {
    if (!isTelling) setEarly(false);
  }, [isTelling]);
  const sendTyped = () => {
    setEarly(isTelling);
    onSay();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (canStop) onStop();
      else event.currentTarget instanceof HTMLElement && event.currentTarget.blur();
    } else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) sendTyped();
    else return;
    event.preventDefault();
  };
  return (
    <>
      {canStop && isEarly ? (
        <p role="status" className={styles['taken']}>
          {early}
        </p>
      ) : null}
      <div className={styles['words']}>
        <textarea
          id="words"
          dir="auto"
          rows={1}
          value={draft}
          placeholder="What do you do?"
          aria-label="What do you do?"
          maxLength={20_000}
          onChange={({ target }) => onDraft(target.value)}
          onKeyDown={handleKey}
        />
        {canStop ? (
          <button type="button" className={buttons['main']} onClick={onStop}>
            Stop <kbd>Esc</kbd>
          </button>
        ) : (
          <ActButton
            className={isHeldUp ? styles['held'] : buttons['main']}
            isOff={isSending || isTelling || draft.trim() === ''}
            onClick={sendTyped}
          >
            {isSending ? (
              'Sending …'
            ) : (
              <>
                Say <kbd>↵</kbd>
              </>
            )}
          </ActButton>
        )}
      </div>
    </>
  );
}

interface OpenChoicesProps {
  readonly open: GameTable['open'];
  readonly onChoose: (line: string) => void;
}

/** Shows the choices that the rules leave to the player. They stay in view until one option of each is taken. */
function OpenChoices({ open, onChoose }: OpenChoicesProps) {
  return withPlaces(open).map(({ at, one: { says, options } }) => (
    <section key={at} className={styles['open']} aria-label="Yours to choose">
      <p>{says}</p>
      <ul className={styles['suggestions']}>
        {options.map(({ says: option, line }) => (
          <li key={line}>
            <button type="button" onClick={() => onChoose(line)}>
              {insertTextHyphens(option)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  ));
}

interface SuggestionsProps {
  readonly suggestions: readonly string[];
  readonly onChoose: (words: string) => void;
}

function Suggestions({ suggestions, onChoose }: SuggestionsProps) {
  if (suggestions.length === 0) return null;
  return (
    <ol className={styles['suggestions']} aria-label="Suggestions">
      {suggestions.map((words, at) => (
        <li key={words}>
          <button type="button" onClick={() => onChoose(words)}>
            <span aria-hidden="true" className={styles['key']}>
              {at + 1}
            </span>{' '}
            {insertTextHyphens(words)}
          </button>
        </li>
      ))}
    </ol>
  );
}
