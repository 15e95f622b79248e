// Finder: finds an entry or a chapter by its name, and goes there.

import { useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router';
import { useRoute } from '../client/use-route.ts';
import { Dialog } from '../parts/dialog.tsx';
import styles from './finder.module.css';

interface Found {
  readonly to: string;
  readonly name: string;
  readonly what: string;
}

const shownRows = 8;

export function Finder({ world, onClose }: { readonly world: string; readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const found = useFound(world, useDeferredValue(text));
  const showRow = (row: Found | undefined) => {
    if (row === undefined) return;
    onClose();
    void navigate(row.to);
  };
  return (
    <Dialog label="Find" onClose={onClose}>
      <input
        className={styles['field']}
        type="search"
        placeholder="An entry, a chapter"
        aria-label="Find an entry or a chapter"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls="found"
        aria-activedescendant={found[at] === undefined ? undefined : `found-${at}`}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1));
          else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
          else if (event.key === 'Enter') showRow(found[at]);
          else return;
          event.preventDefault();
        }}
      />
      <div id="found" role="listbox" aria-label="Found" className={styles['list']}>
        {found.map((row, index) => (
          <div
            key={row.to}
            id={`found-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onPointerDown={() => showRow(row)}
          >
            <span>{row.name}</span>
            <span className={styles['what']}>{row.what}</span>
          </div>
        ))}
      </div>
      {found.length === 0 ? (
        <p className={styles['none']}>Nothing you have read so far has that name.</p>
      ) : null}
    </Dialog>
  );
}

function useFound(world: string, text: string): readonly Found[] {
  const params = { world };
  const entries = useRoute(
    'GET /api/worlds/{world}/entries',
    { params, query: { q: text, limit: shownRows } },
    { keepsLast: true },
  );
  const contents = useRoute('GET /api/worlds/{world}/contents', { params });
  const wanted = text.trim().toLowerCase();
  const chapters = (contents.data?.stories ?? []).flatMap(({ corpus, chapters: rows }) =>
    rows.flatMap(({ threadId, title }) =>
      wanted !== '' && title?.toLowerCase().includes(wanted) === true
        ? [{ to: `/${world}/read/${corpus}/${threadId}`, name: title, what: 'chapter' }]
        : [],
    ),
  );
  const named = (entries.data?.entries ?? []).map(({ id, term, kind }) => ({
    to: `/${world}/glossary/${id}`,
    name: term,
    what: kind ?? 'entry',
  }));
  return [...named.slice(0, chapters.length > 0 ? shownRows - 3 : shownRows), ...chapters.slice(0, 3)];
}
