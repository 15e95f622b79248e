// Place bar: names the open chapter, has a slider over all chapters, and says how far the pages reveal the story.

import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { nameChapter, nameTitle } from '../parts/name-chapter.ts';
import { useShownTitle } from '../parts/use-shown-title.ts';
import type { ShownStory } from './contents.ts';
import styles from './place-bar.module.css';
import type { MovedPlace } from './use-moved-place.ts';

interface PlaceBarProps {
  readonly story: ShownStory;
  readonly index: number;
  /** The title of the open chapter, which the page shows; undefined while the chapter loads. */
  readonly title: string | undefined;
  readonly onGo: (index: number) => void;
  /** Called to keep the reader's place from now on; undefined if it is kept already. */
  readonly onKeep: (() => void) | undefined;
  /** Whether any chapter of the world was read for the glossary. */
  readonly hasGlossary: boolean;
  readonly moved: MovedPlace;
  /** An earlier story that the glossary shows in full. */
  readonly told: string | undefined;
  /** Called for the names in the chapter, where they have no room beside the text; undefined if there are none. */
  readonly onNames: (() => void) | undefined;
  /** Called to ask about the story; undefined if no model can be asked. */
  readonly onAsk: (() => void) | undefined;
  /** Sets the place to the point where the reader reads now, even if the place was further on. */
  readonly onBack: () => void;
}

interface HandedOver {
  readonly story: string;
  /** The chapter that the slider has come to; undefined if it was not the slider that opened the chapter. */
  readonly to: number | undefined;
}

/**
 * Kept while the bar of another chapter takes the place of this one: its slider takes the focus over, and goes on to
 * where this one has come, so that quick presses of a key all count.
 */
let handedOver: HandedOver | undefined;

export function PlaceBar(props: PlaceBarProps) {
  const { story, index, title, onGo, onKeep, hasGlossary, moved, told, onNames, onAsk, onBack } = props;
  const [held, setHeld] = useState<number>();
  const [isNewlyKept, setNewlyKept] = useState(false);
  const at = held ?? index;
  const opening = title === undefined ? nameAt(story, index) : nameTitle(title);
  const name = at === index ? opening : nameAt(story, at);
  useShownTitle(opening);
  const slider = useRef<HTMLInputElement>(null);
  /** The chapter that was opened last. */
  const opened = useRef(index);
  const open = (to: number) => {
    opened.current = to;
    onGo(to);
  };
  const takeOver = useRef<() => void>(() => undefined);
  takeOver.current = () => {
    const { story: of, to = index } = handedOver ?? {};
    if (of !== story.corpus) return;
    slider.current?.focus({ preventScroll: true });
    setHeld(to);
    if (to === index) handedOver = undefined;
  };
  const goOn = useRef<() => void>(() => undefined);
  goOn.current = () => {
    const { story: of, to = index } = handedOver ?? {};
    if (of === story.corpus && to !== opened.current) open(to);
  };
  // This is a layout effect, so that a key counts even if it is pressed before the page is painted.
  useLayoutEffect(() => takeOver.current(), []);
  // The router ignores a chapter that is opened before the layout effects of the whole present chapter have run.
  useEffect(() => goOn.current(), []);
  const handleChange = (to: number) => {
    setHeld(to);
    if (handedOver !== undefined) handedOver = { ...handedOver, to };
  };
  const handleRelease = () => {
    if (held === undefined || held === opened.current) return;
    const isByKeys = document.activeElement === slider.current;
    handedOver = isByKeys ? { story: story.corpus, to: held } : undefined;
    open(held);
  };
  return (
    <nav className={styles['place']} aria-label="Place in the story">
      <span className={styles['name']}>{name.replace(/^chapter/u, 'Chapter')}</span>
      <input
        ref={slider}
        type="range"
        min={0}
        max={Math.max(0, story.chapters.length - 1)}
        value={at}
        aria-label="Chapter"
        aria-valuetext={describeValue(story, { at, name })}
        onChange={({ target }) => handleChange(Number(target.value))}
        onPointerUp={handleRelease}
        onKeyUp={handleRelease}
        onBlur={handleRelease}
      />
      {onKeep === undefined ? (
        <Kept story={story} index={index} moved={moved} told={told} onBack={onBack} isNew={isNewlyKept} />
      ) : (
        <button
          type="button"
          className={styles['keep']}
          onClick={() => {
            setNewlyKept(true);
            onKeep();
          }}
        >
          {hasGlossary ? (
            <>
              <span className={styles['wide']}>Your place is not kept. </span>
              Keep my place<span className={styles['limit']}>, and show only what I have read</span>
            </>
          ) : (
            'Keep my place'
          )}
        </button>
      )}
      {onNames === undefined ? null : (
        <button type="button" className={styles['names']} onClick={onNames}>
          Names
        </button>
      )}
      {onAsk === undefined ? null : (
        <button type="button" className={styles['ask']} onClick={onAsk}>
          Ask
        </button>
      )}
    </nav>
  );
}

interface KeptProps extends Pick<PlaceBarProps, 'story' | 'index' | 'moved' | 'told' | 'onBack'> {
  /** Whether the reader has asked for it in this chapter. */
  readonly isNew: boolean;
}

/** Says that nothing later is shown, or where the place is, with a way back if the place moved too far. */
function Kept({ story, index, moved, told, onBack, isNew }: KeptProps) {
  const { placeIndex, undo } = moved;
  if (undo !== undefined) {
    const handleUndo = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
      // Whoever uses keys goes on from the slider of the chapter that opens then.
      const isByKeys = undo.from < index && currentTarget.matches(':focus-visible');
      handedOver = isByKeys ? { story: story.corpus, to: undefined } : undefined;
      undo.revert();
    };
    const to = placeIndex === index ? 'here' : nameAt(story, placeIndex);
    return (
      <p role="status" className={styles['told']}>
        Your place moved from {nameAt(story, undo.from)} to {to}.{' '}
        <button type="button" className={styles['keep']} onClick={handleUndo}>
          Undo
        </button>
      </p>
    );
  }
  if (placeIndex <= index) {
    const says =
      told === undefined
        ? 'Nothing later in the story is shown'
        : `Nothing later in this story is shown. ${told} comes before it and is shown in full`;
    if (isNew)
      return (
        <p role="status" className={styles['told']}>
          Your place is kept. {says}.
        </p>
      );
    return <span className={told === undefined ? styles['safe'] : styles['told']}>{says}</span>;
  }
  return (
    <button type="button" className={styles['keep']} onClick={onBack}>
      <span className={styles['wide']}>Your place is {nameAt(story, placeIndex)}. </span>Move my place back
      here
    </button>
  );
}

/** Says the name and the position of a chapter; the position is not said twice if it is already the name. */
function describeValue(
  story: ShownStory,
  { at, name }: { readonly at: number; readonly name: string },
): string {
  return name === nameByPosition(story, at) ? name : `${name}, ${at + 1} of ${story.chapters.length}`;
}

function nameByPosition({ chapters }: ShownStory, index: number): string {
  return nameChapter(undefined, { place: index + 1, all: chapters.length });
}

function nameAt({ chapters }: ShownStory, index: number): string {
  return nameChapter(chapters[index]?.title, { place: index + 1, all: chapters.length });
}
