// Lore: searches what the game remembers, and lets the player add to it and remove from it.

import { type FormEvent, useDeferredValue, useState } from 'react';
import { useChange, useRoute } from '../../client/use-route.ts';
import { ActButton } from '../../parts/act-button.tsx';
import { countOf } from '../../parts/count-of.ts';
import { FailureNote } from '../../parts/message.tsx';
import { Words } from '../../parts/words.tsx';
import type { GameAddress } from '../table-types.ts';
import styles from './side.module.css';

interface LoreProps {
  readonly address: GameAddress;
}

export function Lore({ address }: LoreProps) {
  const [words, setWords] = useState('');
  const [note, setNote] = useState('');
  const { data, error } = useRoute(
    'GET /api/worlds/{world}/games/{game}/lore',
    { params: address, query: { q: useDeferredValue(words) } },
    { keepsLast: true },
  );
  const keep = useChange('POST /api/worlds/{world}/games/{game}/lines', () => setNote(''));
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    keep.mutate({ params: address, body: { line: `/remember ${note.trim()}` } });
  };
  return (
    <>
      <p className={styles['quiet']}>
        This is what the game remembers. In each turn, the narrator is reminded of what bears on it.
      </p>
      <form className={styles['naming']} onSubmit={handleSubmit}>
        <input
          value={note}
          readOnly={keep.isPending}
          maxLength={2_000}
          aria-label="Something the game should remember"
          placeholder="Remember that …"
          onChange={({ target }) => setNote(target.value)}
        />
        <ActButton type="submit" isOff={note.trim() === '' || keep.isPending}>
          {keep.isPending ? 'Keeping …' : 'Keep'}
        </ActButton>
      </form>
      {keep.error === null ? null : <FailureNote failure={keep.error} />}
      <input
        className={styles['search']}
        type="search"
        value={words}
        aria-label="Search what is remembered"
        placeholder="Search"
        onChange={({ target }) => setWords(target.value)}
      />
      {error === null ? null : <FailureNote failure={error} />}
      {data?.total === 0 ? (
        <p className={styles['quiet']}>
          {words.trim() === '' ? 'Nothing is remembered yet.' : 'Nothing that is remembered has these words.'}
        </p>
      ) : null}
      <ul className={styles['list']}>
        {data?.notes.map(({ number, text, kind }) => (
          <li key={number}>
            <Words text={text} />
            {/* Most notes are lore, as the name of the drawer says. */}
            {kind === 'lore' ? null : <span className={styles['quiet']}> {kind}</span>}
          </li>
        ))}
      </ul>
      {data !== undefined && data.total > data.notes.length ? (
        <p className={styles['quiet']}>
          {countOf(data.total - data.notes.length, 'older note is', 'older notes are')} not shown: search for
          a word that is in them.
        </p>
      ) : null}
    </>
  );
}
