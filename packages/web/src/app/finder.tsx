// Finder: a dialog that finds commands and things of a world by typed words, and opens them.

import { useState } from 'react';
import { useNavigate } from 'react-router';
import { buildHomeQuestion } from '../client/first-questions.ts';
import { splitAddress } from '../client/split-address.ts';
import { useLent } from '../client/use-lent.ts';
import { useRoute } from '../client/use-route.ts';
import { useSettled } from '../client/use-settled.ts';
import { useStoryName } from '../client/use-story-name.ts';
import { Dialog } from '../parts/dialog.tsx';
import { insertHyphens, insertTextHyphens } from '../parts/insert-hyphens.ts';
import { hasSeveralWords, isQuestion } from '../parts/is-question.ts';
import { FailureNote } from '../parts/message.tsx';
import { showWhole } from '../parts/show-whole.ts';
import { listCommands } from './commands.ts';
import styles from './finder.module.css';
import { type Found, type FoundGroup, groupFound, mostEach, named, shownEach, type Thing } from './found.ts';

type Command = ReturnType<typeof listCommands>[number];

const mostCommands = 8;
/** How long the typing must pause before the server is asked. */
const settleMs = 120;

export function Finder({ world, onClose }: { readonly world: string; readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [wide, setWide] = useState<Thing['kind']>();
  const navigate = useNavigate();
  const { groups, isLooking, failure } = useFound(world, text, wide);
  const lines = listLines(groups);
  const choose = (line: Line | undefined) => {
    if (line === undefined) return;
    if (line.more !== undefined) setWide(line.more);
    else if (line.row !== undefined) {
      onClose();
      void navigate(line.row.to);
    }
  };
  const q = text.trim();
  return (
    <Dialog label="Find" onClose={onClose} cancel="Close">
      <input
        className={styles['field']}
        type="search"
        placeholder="Find, or ask a question"
        aria-label="Find a name, a command, or words of the story, of your talk or of your games"
        role="combobox"
        aria-expanded={lines.length > 0}
        aria-controls="found"
        aria-activedescendant={lines[at] === undefined ? undefined : `found-${at}`}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setAt(0);
          setWide(undefined);
        }}
        onKeyDown={(event) => {
          // These keys also choose among the words that an input method offers.
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'ArrowDown') setAt(Math.min(at + 1, lines.length - 1));
          else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
          else if (event.key === 'Enter') choose(lines[at]);
          else return;
          event.preventDefault();
        }}
      />
      <div id="found" role="listbox" aria-label="Found" className={styles['list']}>
        {groups.map(({ title }, group) => (
          <fieldset key={title} className={styles['group']} aria-labelledby={`found-group-${group}`}>
            <div id={`found-group-${group}`} role="presentation" className={styles['title']}>
              {title}
            </div>
            {lines
              .filter((line) => line.title === title)
              .map((line) => (
                <div
                  key={line.row === undefined ? 'more' : `${line.row.to} ${line.row.name ?? ''}`}
                  id={`found-${line.index}`}
                  role="option"
                  tabIndex={-1}
                  className={styles['row']}
                  aria-selected={line.index === at}
                  ref={line.index === at ? showWhole : undefined}
                  onPointerDown={(event) => {
                    // The field keeps the focus.
                    event.preventDefault();
                    choose(line);
                  }}
                >
                  {line.row === undefined ? (
                    <span className={styles['more']}>Show more</span>
                  ) : (
                    <FoundRow row={line.row} />
                  )}
                </div>
              ))}
          </fieldset>
        ))}
      </div>
      {failure === null ? null : <FailureNote failure={failure} />}
      {lines.length === 0 && failure === null ? (
        <p role="status" className={styles['none']}>
          {isLooking ? 'Looking …' : <NothingFound world={world} q={q} />}
        </p>
      ) : null}
    </Dialog>
  );
}

/**
 * Adds the commands as the last group. But if the name of a command begins with the typed words, only entries and
 * chapters come before the commands.
 */
function insertCommands(
  things: readonly FoundGroup[],
  commands: readonly Command[],
  q: string,
): readonly FoundGroup[] {
  if (commands.length === 0) return things;
  const isBegun = ({ name }: Command) => q !== '' && name.toLowerCase().startsWith(q.toLowerCase());
  const begun = commands.filter(isBegun);
  const rows = [...begun, ...commands.filter((command) => !isBegun(command))].slice(0, mostCommands);
  const isBefore = ({ title }: FoundGroup) => begun.length === 0 || named.includes(title);
  return [
    ...things.filter(isBefore),
    { title: 'Commands', rows },
    ...things.filter((group) => !isBefore(group)),
  ];
}

interface Line {
  readonly index: number;
  /** The title of the group that contains the line. */
  readonly title: string;
  readonly row?: Found;
  /** For the line "Show more": the kind of thing of which it shows more. */
  readonly more?: Thing['kind'];
}

/** The rows of all groups and each “Show more”, in the order in which the arrow keys go through them. */
function listLines(groups: readonly FoundGroup[]): readonly Line[] {
  return groups
    .flatMap(({ title, rows, more }): readonly Omit<Line, 'index'>[] => [
      ...rows.map((row) => ({ title, row })),
      ...(more === undefined ? [] : [{ title, more }]),
    ])
    .map((line, index) => ({ ...line, index }));
}

function FoundRow({ row: { name, text, what } }: { readonly row: Found }) {
  return (
    <>
      {name === undefined ? null : <span className={styles['name']}>{insertHyphens(name)}</span>}
      {text === undefined ? null : (
        <span className={name === undefined ? styles['text'] : styles['what']}>
          <Marked {...text} />
        </span>
      )}
      {what === undefined ? null : <span className={styles['what']}>{what}</span>}
    </>
  );
}

function Marked({ about, matches }: NonNullable<Found['text']>) {
  return (
    <>
      {matches.map(({ start, end }, index) => (
        <span key={start}>
          {insertTextHyphens(about.slice(matches[index - 1]?.end ?? 0, start))}
          <mark>{insertTextHyphens(about.slice(start, end))}</mark>
        </span>
      ))}
      {insertTextHyphens(about.slice(matches.at(-1)?.end ?? 0))}
    </>
  );
}

function NothingFound({ world, q }: { readonly world: string; readonly q: string }) {
  const isLent = useLent(world) !== undefined;
  const home = useRoute(...buildHomeQuestion(splitAddress(world).world)).data;
  const isLimited = home !== undefined && home.place !== null;
  return (
    <>
      Nothing was found for “{q}”.
      <br />
      The glossary, the chapters and the text of the story were searched
      {isLimited ? ', up to your place' : ''}.
      {isLent
        ? null
        : ' So were your talk, the fragments of the memory, your games and the commands. The text of a story is found once it has been read for the glossary.'}
    </>
  );
}

function useFound(world: string, text: string, wide: Thing['kind'] | undefined) {
  const q = text.trim();
  const asked = useSettled(q, settleMs);
  const each = wide === undefined ? shownEach : mostEach;
  const found = useRoute(
    'GET /api/worlds/{world}/found',
    { params: { world }, query: { q: asked, each } },
    { isWanted: asked !== '', keepsLast: true },
  );
  const isLent = useLent(world) !== undefined;
  const nameStory = useStoryName(world);
  const things = q === '' || asked === '' ? [] : groupFound({ world, nameStory }, found.data ?? [], wide);
  const commands = listCommands(world, isLent).filter(({ name }) =>
    name.toLowerCase().includes(q.toLowerCase()),
  );
  // Several words without a question mark are offered as a question only if the search has ended and found nothing.
  const isLooking = asked !== q || found.isFetching;
  const isNothing = !isLooking && found.error === null && things.length + commands.length === 0;
  const question = {
    title: isNothing ? 'Nothing was found: ask instead' : 'Ask',
    rows: [
      {
        to: `/${splitAddress(world).world}/glossary/ask?q=${encodeURIComponent(q)}`,
        name: q,
        what: 'ask this',
      },
    ],
  };
  const isAsked = !isLent && (isQuestion(q) || (isNothing && hasSeveralWords(q)));
  const groups: readonly FoundGroup[] = [
    ...(isAsked ? [question] : []),
    ...insertCommands(things, commands, q),
  ];
  return { groups, isLooking, failure: isLooking ? null : found.error };
}
