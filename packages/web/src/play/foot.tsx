// Foot of the table: what may be done next, the words, and what can be done about the telling.

import { type KeyboardEvent, useState } from 'react';
import { useChange } from '../client/use-route.ts';
import { FailureNote } from '../parts/message.tsx';
import { renderPageWords } from '../parts/render-page-words.ts';
import { useKeys } from '../parts/use-keys.ts';
import { AskOracle } from './ask-oracle.tsx';
import styles from './foot.module.css';
import type { LiveTelling } from './live-telling.ts';
import { Retell } from './retell.tsx';
import type { GameAddress, GameTable } from './table-types.ts';
import { useDraft } from './use-draft.ts';

interface FootProps {
  readonly address: GameAddress;
  readonly table: GameTable;
  readonly live: LiveTelling | undefined;
  /** Called when something is said, so that what failed before is no longer shown. */
  readonly onSaid: () => void;
}

type Window = 'retell' | 'ask';

export function Foot({ address, table, live, onSaid }: FootProps) {
  const [draft, setDraft] = useDraft(`${address.world} ${address.game}`);
  const [shown, setShown] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<Window>();
  const isTelling = live !== undefined && !live.isOver;
  const say = useChange('POST /api/worlds/{world}/games/{game}/lines', (answer) => {
    setShown(answer.kind === 'shown' ? answer.lines : []);
    setDraft('');
  });
  const stop = useChange('POST /api/worlds/{world}/games/{game}/stop');
  const move = useChange('POST /api/worlds/{world}/games/{game}/moves', () => setShown([]));
  const sendLine = (line: string) => {
    if (line.trim() === '' || isTelling || say.isPending) return;
    onSaid();
    say.mutate({ params: address, body: { line, after: table.head } });
  };
  const stopTelling = () => stop.mutate({ params: address, body: {} });
  const moveTo = (kind: 'undo' | 'redo') => move.mutate({ params: address, body: { kind } });
  useKeys({
    ...Object.fromEntries(table.suggestions.map((words, at) => [String(at + 1), () => sendLine(words)])),
    ...(isTelling ? { Escape: stopTelling } : {}),
    u: () => moveTo('undo'),
    r: () => table.next !== null && moveTo('redo'),
    t: () => setOpen('retell'),
    o: () => setOpen('ask'),
    '/': () => document.querySelector<HTMLElement>('#words')?.focus(),
  });
  const failure = say.error ?? move.error ?? stop.error;
  return (
    <div className={styles['foot']}>
      <div className={styles['column']}>
        {failure === null ? null : <FailureNote failure={failure} />}
        {live?.failure === undefined ? null : <FailedNote failure={live.failure} />}
        <LeftTurn address={address} table={table} onLine={sendLine} />
        <Shown lines={shown} onClose={() => setShown([])} />
        {isTelling ? null : <Suggestions suggestions={table.suggestions} onChoose={sendLine} />}
        <Words
          draft={draft}
          isTelling={isTelling}
          onDraft={setDraft}
          onSay={() => sendLine(draft)}
          onStop={stopTelling}
        />
        <div className={styles['acts']}>
          <button type="button" disabled={isTelling || isAtStart(table)} onClick={() => moveTo('undo')}>
            Undo
          </button>
          <button type="button" disabled={isTelling || table.next === null} onClick={() => moveTo('redo')}>
            Redo
          </button>
          <button type="button" disabled={isTelling || isAtStart(table)} onClick={() => setOpen('retell')}>
            Tell it again …
          </button>
          <button type="button" disabled={isTelling} onClick={() => setOpen('ask')}>
            Ask the oracle …
          </button>
        </div>
      </div>
      {open === 'retell' ? (
        <Retell address={address} table={table} onLine={sendLine} onClose={() => setOpen(undefined)} />
      ) : null}
      {open === 'ask' ? (
        <AskOracle address={address} onLine={sendLine} onClose={() => setOpen(undefined)} />
      ) : null}
    </div>
  );
}

/** At the opening there is nothing to take back or tell again. */
function isAtStart({ turns }: GameTable): boolean {
  return (turns.at(-1)?.number ?? 0) === 0;
}

interface WordsProps {
  readonly draft: string;
  readonly isTelling: boolean;
  readonly onDraft: (text: string) => void;
  readonly onSay: () => void;
  readonly onStop: () => void;
}

function Words({ draft, isTelling, onDraft, onSay, onStop }: WordsProps) {
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (isTelling) onStop();
      else event.currentTarget instanceof HTMLElement && event.currentTarget.blur();
    } else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) onSay();
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles['words']}>
      <textarea
        id="words"
        rows={1}
        value={draft}
        placeholder="What do you do?"
        aria-label="What do you do?"
        maxLength={20_000}
        onChange={({ target }) => onDraft(target.value)}
        onKeyDown={handleKey}
      />
      {isTelling ? (
        <button type="button" className={styles['main']} onClick={onStop}>
          Stop <kbd>Esc</kbd>
        </button>
      ) : (
        <button type="button" className={styles['main']} disabled={draft.trim() === ''} onClick={onSay}>
          Say <kbd>↵</kbd>
        </button>
      )}
    </div>
  );
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
            {words}
          </button>
        </li>
      ))}
    </ol>
  );
}

function FailedNote({ failure }: { readonly failure: NonNullable<LiveTelling['failure']> }) {
  // Who stopped a turn knows what happened.
  if (failure.code === 'turn.cancelled') return <p role="status">{failure.says}</p>;
  return (
    <div role="alert" className={styles['failed']}>
      <p>{renderPageWords(failure.says)}</p>
      <p>{renderPageWords(failure.todo)}</p>
    </div>
  );
}

interface LeftTurnProps {
  readonly address: GameAddress;
  readonly table: GameTable;
  readonly onLine: (line: string) => void;
}

function LeftTurn({ table, onLine }: LeftTurnProps) {
  const { left, isElsewhere } = table;
  if (isElsewhere)
    return (
      <p role="status" className={styles['left']}>
        A turn is being played in another window or terminal. It appears here when it is told.
      </p>
    );
  if (left === null) return null;
  return (
    <div className={styles['left']}>
      <p>
        {left.retells === undefined
          ? `A turn was cut off: “${left.words}”.`
          : `Telling turn ${left.retells} again was cut off; it stands as it was told.`}
      </p>
      <button type="button" onClick={() => onLine('/resume')}>
        Go on with it
      </button>
      <button type="button" onClick={() => onLine('/drop')}>
        Give it up
      </button>
    </div>
  );
}

/** What the terminal shows for a command. */
function Shown({ lines, onClose }: { readonly lines: readonly string[]; readonly onClose: () => void }) {
  if (lines.length === 0) return null;
  return (
    <div className={styles['shown']} role="status">
      <pre>{lines.join('\n')}</pre>
      <button type="button" aria-label="Close" onClick={onClose}>
        ×
      </button>
    </div>
  );
}
