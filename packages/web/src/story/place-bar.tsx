// Place bar: the chapter that is open, and a slider over all of them.

import { useState } from 'react';
import type { ShownStory } from './contents.ts';
import styles from './place-bar.module.css';

interface PlaceBarProps {
  readonly story: ShownStory;
  readonly index: number;
  readonly onGo: (index: number) => void;
  /** Undefined where the place is kept already. */
  readonly onKeep: (() => void) | undefined;
}

export function PlaceBar({ story, index, onGo, onKeep }: PlaceBarProps) {
  const [held, setHeld] = useState<number>();
  const at = held ?? index;
  const name = nameChapter(story, at);
  const handleRelease = () => {
    if (held !== undefined && held !== index) onGo(held);
    setHeld(undefined);
  };
  return (
    <nav className={styles['place']} aria-label="Place in the story">
      <span className={styles['name']}>{name}</span>
      <input
        type="range"
        min={0}
        max={Math.max(0, story.chapters.length - 1)}
        value={at}
        aria-label="Chapter"
        aria-valuetext={`${name}, ${at + 1} of ${story.chapters.length}`}
        onChange={({ target }) => setHeld(Number(target.value))}
        onPointerUp={handleRelease}
        onKeyUp={handleRelease}
        onBlur={handleRelease}
      />
      {onKeep === undefined ? (
        <span className={styles['safe']}>Nothing here tells what comes later</span>
      ) : (
        <button type="button" className={styles['keep']} onClick={onKeep}>
          <span className={styles['wide']}>You see the whole glossary. </span>Keep to where I am
        </button>
      )}
    </nav>
  );
}

function nameChapter({ chapters }: ShownStory, index: number): string {
  const title = chapters[index]?.title;
  return title === undefined ? `Chapter ${index + 1}` : title;
}
