// Entry list: shows entries with what they are and where they are first named, each with a link to its page.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { Link } from 'react-router';
import { useStoryName } from '../client/use-story-name.ts';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import { joinFacts } from '../parts/join-facts.ts';
import { joinTitles } from '../parts/join-titles.ts';
import { nameInStory } from '../parts/name-chapter.ts';
import { useChapterTitle } from '../parts/use-chapter-title.ts';
import { stripChoiceMark, Words } from '../parts/words.tsx';
import styles from './entry-list.module.css';

type Row = RouteAnswer<'GET /api/worlds/{world}/entries'>['entries'][number];

export interface EntryRows {
  readonly world: string;
  readonly rows: readonly Row[];
}

export function EntryList({ world, rows }: EntryRows) {
  const nameStory = useStoryName(world);
  return (
    <ul className={styles['list']}>
      {rows.map((row) => (
        <li key={row.id}>
          <Link to={`/${world}/glossary/${row.id}`}>
            <RowText world={world} row={row} story={nameStory(row.firstCorpus)} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

const removers = {
  human: 'removed by you',
  curator: 'removed in the review of new entries',
  agent: 'removed while the story was read',
} as const;

interface RowTextProps {
  readonly world: string;
  readonly row: Row;
  /** The story that names the entry first; undefined if the world has only one. */
  readonly story: string | undefined;
}

/** Shows an entry as it appears in the list and in the queue. */
export function RowText({ world, row, story }: RowTextProps) {
  const titleOf = useChapterTitle(world);
  const { term, kind, aliases, definition, isUnexplained, firstTitle, status, removedBy } = row;
  const first = { corpus: row.firstCorpus, threadId: row.firstThreadId };
  const facts = [
    ...(kind === undefined || kind === 'term' ? [] : [kind]),
    ...(firstTitle === undefined
      ? []
      : [`first named in ${insertHyphens(nameInStory(titleOf(firstTitle, first), story))}`]),
    ...(status === 'confirmed' || removedBy !== undefined ? [] : ['not confirmed']),
    ...(removedBy === undefined ? [] : [removers[removedBy]]),
  ];
  return (
    <>
      <span className={styles['term']}>{insertHyphens(term)}</span>
      {aliases.length === 0 ? null : (
        <span className={styles['aliases']}>also {joinTitles(listAliases(aliases))}</span>
      )}
      <span className={styles['facts']}>{joinFacts(facts)}</span>
      <span className={isUnexplained ? styles['unexplained'] : styles['definition']}>
        {isUnexplained ? <i>Not explained yet. </i> : null}
        {isUnexplained ? (
          <NamingSentence sentence={definition} term={term} />
        ) : (
          <Words text={stripChoiceMark(definition)} />
        )}
      </span>
    </>
  );
}

/**
 * Shows the sentence in quotation marks, so that nobody takes it for an explanation; nothing if it is only the name.
 */
function NamingSentence({ sentence, term }: { readonly sentence: string; readonly term: string }) {
  if (isOnlyName(sentence, term)) return null;
  return (
    <>
      “<Words text={stripChoiceMark(sentence)} />”
    </>
  );
}

/** Whether the sentence has no other words than the name of the entry, which stands above it already. */
function isOnlyName(sentence: string, term: string): boolean {
  return stripSigns(sentence) === stripSigns(term);
}

function stripSigns(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const shownAliases = 4;

function listAliases(aliases: readonly string[]): string {
  const more = aliases.length - shownAliases;
  const shown = aliases.slice(0, shownAliases).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}
