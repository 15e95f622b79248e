// Merge form: asks with which entry to merge this one, and first says in a sentence what will happen to both.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useChange, useRoute } from '../client/use-route.ts';
import { ActButton } from '../parts/act-button.tsx';
import buttons from '../parts/main-button.module.css';
import { FailureNote } from '../parts/message.tsx';
import { showForm, showWhole } from '../parts/show-whole.ts';
import { Words } from '../parts/words.tsx';
import { type Account, isProposedToStay, isUnsaid } from './account.ts';
import styles from './edit-entry.module.css';

type Row = RouteAnswer<'GET /api/worlds/{world}/entries'>['entries'][number];

interface MergeFormProps {
  readonly world: string;
  readonly account: Account;
  /**
   * Called when the form is left, and when the entries are merged, since the page stays if it shows the merged entry.
   */
  readonly onClose: () => void;
}

export function MergeForm({ world, account, onClose }: MergeFormProps) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Row>();
  const [keepsThis, setKeepsThis] = useState(false);
  const navigate = useNavigate();
  const q = text.trim();
  const found = useRoute(
    'GET /api/worlds/{world}/entries',
    { params: { world }, query: { q, limit: 7 } },
    { isWanted: q !== '', keepsLast: true },
  );
  const own = { id: account.id, term: account.entry?.term ?? '' };
  const merge = useChange('POST /api/worlds/{world}/entries/{entry}/merge', (into) => {
    const merged = into?.id === own.id && chosen !== undefined ? { id: chosen.id, term: chosen.term } : own;
    void navigate(`/${world}/glossary/${into?.id ?? ''}`, { replace: true, state: { merged } });
    onClose();
  });
  const rows = q === '' ? [] : (found.data?.entries ?? []).filter(({ id }) => id !== account.id);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => showForm(form.current), []);
  // Brings the whole form into view at first, and again when more or fewer entries were found.
  const shown = rows.length;
  useEffect(() => {
    if (shown >= 0) showWhole(form.current);
  }, [shown]);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === undefined) return;
    const [from, into] = keepsThis ? [chosen.id, own.id] : [own.id, chosen.id];
    merge.mutate({ params: { world, entry: from }, body: { into } });
  };
  const handleChoice = (row: Row) => {
    setChosen(row);
    setKeepsThis(isProposedToStay(account, row));
  };
  /** As long as no entry is chosen, Enter chooses the entry with the typed name; the next Enter merges. */
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || chosen !== undefined) return;
    event.preventDefault();
    const row = findExact(rows, q);
    if (row !== undefined) handleChoice(row);
  };
  return (
    <form ref={form} className={styles['form']} onSubmit={handleSubmit}>
      <label>
        It is the same as
        <input
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setChosen(undefined);
          }}
          onKeyDown={handleKeyDown}
          placeholder="the name of another entry"
        />
      </label>
      {rows.length === 0 ? null : (
        <ul className={styles['rows']}>
          {rows.map((row) => (
            <li key={row.id}>
              <button type="button" aria-pressed={row.id === chosen?.id} onClick={() => handleChoice(row)}>
                <b>{row.term}</b>{' '}
                <span>{row.isUnexplained ? 'Not explained yet' : <Words text={row.definition} />}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {q !== '' && rows.length === 0 && found.data !== undefined ? (
        <p role="status" className={styles['quiet']}>
          No other entry you have reached so far has that name.
        </p>
      ) : null}
      {merge.error === null ? null : <FailureNote failure={merge.error} />}
      {chosen === undefined ? (
        <p className={styles['quiet']}>
          {rows.length === 0 ? '' : 'Choose one above, or write its whole name and press Enter. '}The names
          and quotes of both are kept, and so is what you wrote yourself.
        </p>
      ) : (
        <NameChoice
          own={{ ...own, isUnexplained: isUnsaid(account) }}
          other={chosen}
          keepsThis={keepsThis}
          onKeep={setKeepsThis}
        />
      )}
      <div className={styles['acts']}>
        <ActButton type="submit" className={buttons['main']} isOff={chosen === undefined || merge.isPending}>
          Merge them
        </ActButton>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

type Named = Pick<Row, 'id' | 'term' | 'isUnexplained'>;

interface NameChoiceProps {
  readonly own: Named;
  readonly other: Named;
  /** Whether the entry of this page, and with it its name, is kept. */
  readonly keepsThis: boolean;
  readonly onKeep: (keepsThis: boolean) => void;
}

function NameChoice({ own, other, keepsThis, onKeep }: NameChoiceProps) {
  const [stays, goes] = keepsThis ? [own, other] : [other, own];
  return (
    <>
      <label>
        Name of the merged entry
        <select value={stays.id} onChange={({ target }) => onKeep(Number(target.value) === own.id)}>
          {[own, other].map(({ id, term }) => (
            <option key={id} value={id}>
              {term}
            </option>
          ))}
        </select>
      </label>
      <p className={styles['quiet']}>
        The merged entry is called “{stays.term}”, and “{goes.term}” is listed under its other names. Nothing
        that you wrote is lost: if you wrote about both, your words about “{stays.term}” are shown, and those
        about “{goes.term}” are under History. You can undo the merge there at any time.
        {stays.isUnexplained && !goes.isUnexplained
          ? ` The story has not said what “${stays.term}” is. To show what “${goes.term}” is, choose that name.`
          : ''}
      </p>
    </>
  );
}

/** Finds the only row with this name or alias, in capitals or not; undefined if there is none or more than one. */
function findExact(rows: readonly Row[], name: string): Row | undefined {
  const wanted = name.toLowerCase();
  const exact = rows.filter(({ term, aliases }) =>
    [term, ...aliases].some((one) => one.toLowerCase() === wanted),
  );
  return exact.length === 1 ? exact[0] : undefined;
}
