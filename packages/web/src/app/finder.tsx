// Finder: finds entries, chapters, turns, fragments and commands by their words, and goes there.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router';
import { useLent } from '../client/use-lent.ts';
import { useRoute } from '../client/use-route.ts';
import { Dialog } from '../parts/dialog.tsx';
import { nameTitle } from '../parts/name-chapter.ts';
import { showWhole } from '../parts/show-whole.ts';
import styles from './finder.module.css';

interface Found {
  readonly to: string;
  readonly name: string;
  readonly what: string;
}

const shownEach = 4;
const mostCommands = 8;

export function Finder({ world, onClose }: { readonly world: string; readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const { rows: found, isLooking } = useFound(world, useDeferredValue(text));
  const showRow = (row: Found | undefined) => {
    if (row === undefined) return;
    onClose();
    void navigate(row.to);
  };
  return (
    <Dialog label="Find" onClose={onClose} cancel="Close">
      <input
        className={styles['field']}
        type="search"
        placeholder="Find, or ask a question"
        aria-label="Find an entry, a chapter, a turn, a fragment or a command"
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
            key={`${row.what} ${row.to}`}
            id={`found-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            ref={index === at ? showWhole : undefined}
            onPointerDown={() => showRow(row)}
          >
            <span className={styles['name']}>{row.name}</span>
            <span className={styles['what']}>{row.what}</span>
          </div>
        ))}
      </div>
      {found.length === 0 ? (
        <p role="status" className={styles['none']}>
          {isLooking ? 'Looking …' : 'Nothing you have reached so far contains these words.'}
        </p>
      ) : null}
    </Dialog>
  );
}

function useFound(world: string, text: string): { rows: readonly Found[]; isLooking: boolean } {
  const q = text.trim();
  const found = useRoute(
    'GET /api/worlds/{world}/found',
    { params: { world }, query: { q, each: shownEach } },
    { isWanted: q !== '', keepsLast: true },
  );
  const things = q === '' ? [] : (found.data ?? []).map((thing) => nameFound(world, thing));
  const isLent = useLent(world) !== undefined;
  const commands = listCommands(world)
    .filter(({ to }) => !isLent || looks.some((look) => to === `/${nameWorld(world)}${look}`))
    .filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()));
  const question = {
    to: `/${nameWorld(world)}/glossary/ask?q=${encodeURIComponent(q)}`,
    name: q,
    what: 'ask this',
  };
  // While the search is going on, Enter must not ask what could still be found and opened.
  const isNothing = !found.isFetching && things.length + commands.length === 0;
  const isQuestion = !isLent && (q.endsWith('?') || (q.includes(' ') && isNothing));
  const rows = [...things, ...commands.slice(0, mostCommands)];
  return { rows: isQuestion ? [question, ...rows] : rows, isLooking: found.isFetching };
}

type Thing = RouteAnswer<'GET /api/worlds/{world}/found'>[number];

function nameFound(world: string, thing: Thing): Found {
  const { name, about } = thing;
  switch (thing.kind) {
    case 'entry':
      return { to: `/${world}/glossary/${thing.entry}`, name, what: about };
    case 'chapter':
      return { to: `/${world}/read/${thing.corpus}/${thing.thread}`, name: nameTitle(name), what: 'chapter' };
    case 'turn':
      return { to: `/${world}/play/${thing.game}?turn=${thing.number}`, name, what: about };
    case 'fragment':
      return { to: `/${world}/remember/fragments/${encodeURIComponent(thing.key)}`, name, what: about };
  }
}

/** The part after a `~` says whose memory is shown; outside that section it has no meaning. */
function nameWorld(addressed: string): string {
  return addressed.split('~')[0] ?? '';
}

/** The commands for a world that is kept in a fleet. */
const looks: readonly string[] = ['/read', '/glossary', '/glossary/timeline', '/glossary/links'];

/** The commands that are available everywhere. */
function listCommands(addressed: string): readonly Found[] {
  const world = nameWorld(addressed);
  const rows = [
    ['Read on in the story', '/read'],
    ['Open the glossary', '/glossary'],
    ['Ask about the story', '/glossary/ask'],
    ['Decide about entries that are not confirmed', '/glossary?status=tentative'],
    ['Timeline of the story', '/glossary/timeline'],
    ['Who is named with whom', '/glossary/links'],
    ['Have the story read for the glossary', '/run'],
    ['Ask the model what it knew earlier', '/run/bookmarks'],
    ['Games of this world', '/play'],
    ['Begin a new game', '/play/new'],
    ['Talk with your companion', '/remember'],
    ['What is in mind', '/remember/mind'],
    ['Plans', '/remember/plans'],
    ['Fragments', '/remember/fragments'],
    ['Look for what is worth keeping of your talks', '/remember/keeping'],
    ['Choose a model, and other settings', '/settings'],
    ['Home of this world', ''],
  ] as const;
  return rows.map(([name, path]) => ({ to: `/${world}${path}`, name, what: 'command' }));
}
