// Stories: the stories of a world on its first page, with how far each was read, and what can be done with it.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Bar, Bars } from '../parts/bar.tsx';
import { countOf } from '../parts/count-of.ts';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import { BringIn } from './bring-in.tsx';
import styles from './home.module.css';
import { RenameTitle } from './rename-title.tsx';
import { type Removed, TakeOut } from './take-out.tsx';

type World = RouteAnswer<'GET /api/worlds/{world}'>;
type Story = World['stories'][number];

interface StoriesProps {
  readonly home: World;
  /** The name of the world in the address. */
  readonly world: string;
}

export function Stories({ home, world }: StoriesProps) {
  const { stories, place, isRunning } = home;
  const isLent = home.world.lent !== undefined;
  const [removed, setRemoved] = useState<Removed>();
  return (
    <section aria-label="Stories">
      <h2>{stories.length === 1 ? 'The story' : 'Stories'}</h2>
      {stories.map((story) => (
        <StoryRow
          key={story.corpus}
          world={world}
          story={story}
          others={stories.flatMap(({ corpus }) => (corpus === story.corpus ? [] : [corpus]))}
          isRunning={isRunning}
          isLent={isLent}
          told={place === null ? undefined : findLeftBefore(stories, story)?.title}
          onRemoved={setRemoved}
        />
      ))}
      {removed === undefined ? null : (
        <RemovedNote key={removed.movedTo ?? removed.corpus.path} removed={removed} />
      )}
      {isLent ? null : <BringIn world={world} isFirst={stories.length === 0} />}
    </section>
  );
}

function RemovedNote({ removed: { corpus, movedTo } }: { readonly removed: Removed }) {
  const note = useRef<HTMLParagraphElement>(null);
  // The button disappears with the story, so the note takes the focus, after the closed dialog has given it back.
  useEffect(() => note.current?.focus(), []);
  return (
    <p ref={note} tabIndex={-1} role="status" className={styles['quiet']}>
      “{corpus.title}” is no longer in this world.{' '}
      {movedTo === undefined ? `Its file stays at ${corpus.path}` : `Its copy is now ${movedTo}`}.
    </p>
  );
}

function describeRead({ scenes, read, hasNew }: Story, isRunning: boolean): string {
  const now = isRunning && (hasNew || read < scenes) ? ', being built' : '';
  if (scenes > 0 && hasNew) return `${countOf(read, 'scene')} so far${now}`;
  if (scenes > 0) return `${read.toLocaleString('en')} of ${countOf(scenes, 'scene')}${now}`;
  return isRunning ? 'beginning' : 'nothing is read yet';
}

interface StoryRowProps {
  readonly world: string;
  readonly story: Story;
  readonly isRunning: boolean;
  /** Whether the world is kept in a fleet, so that it can only be read here. */
  readonly isLent: boolean;
  /** An earlier story that the glossary shows in full once the reader begins this one. */
  readonly told: string | undefined;
  /** The names of the other stories. */
  readonly others: readonly string[];
  readonly onRemoved: (removed: Removed) => void;
}

/**
 * Finds an earlier story that the reader has not begun, or left before its last chapter; undefined if there is none, or
 * if they have already begun the given one.
 */
function findLeftBefore(stories: readonly Story[], { corpus, at }: Story): Story | undefined {
  if (at !== undefined) return undefined;
  const before = stories.slice(
    0,
    stories.findIndex((one) => one.corpus === corpus),
  );
  return before.find((one) => (one.at?.chapter ?? 0) < one.chapters);
}

function StoryRow({ world, story, others, isRunning, isLent, told, onRemoved }: StoryRowProps) {
  const { corpus, title, chapters, scenes, read, isBegun, at } = story;
  return (
    <div className={styles['story']}>
      <Link to={`/${world}/read/${corpus}`} className={styles['title']}>
        {insertHyphens(title)}
      </Link>
      <Bars>
        <Bar
          label="You"
          value={at === undefined ? 0 : (at.chapter - (at.isThrough ? 0 : 1)) / Math.max(1, chapters)}
          says={at === undefined ? 'not begun' : `${at.chapter} of ${countOf(chapters, 'chapter')}`}
        />
        <Bar
          label="Glossary"
          value={scenes === 0 ? 0 : read / scenes}
          says={describeRead(story, isRunning)}
        />
      </Bars>
      {told === undefined ? null : (
        <p className={styles['quiet']}>
          {told} comes before this story. While you read this one, the glossary shows all of {told}, including
          what you have not read.
        </p>
      )}
      {isLent ? null : (
        <div className={styles['acts']}>
          <RenameTitle world={world} title={title} corpus={corpus} />
          <TakeOut
            world={world}
            corpus={corpus}
            title={title}
            isBegun={isBegun}
            isRead={read > 0}
            others={others}
            onRemoved={onRemoved}
          />
        </div>
      )}
    </div>
  );
}
