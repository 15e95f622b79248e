// Brought: lists the related fragments and earlier moments that the newest message brought to mind.

import { Link } from 'react-router';
import { countOf } from '../parts/count-of.ts';
import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import { nameFragment } from '../parts/name-fragment.ts';
import { renderShortDay } from '../parts/time-text.ts';
import styles from './brought.module.css';
import type { Mind } from './mind.ts';
import { renderFragmentLines } from './render-fragment-line.ts';

interface BroughtProps {
  readonly world: string;
  readonly wake: NonNullable<Mind['wake']>;
  readonly mind: Mind;
}

const shownCharacters = 180;

export function Brought({ world, wake, mind }: BroughtProps) {
  const { known, echoes } = wake;
  if (known.length + echoes.length === 0) return null;
  return (
    <section aria-label="What your words brought to mind">
      <h3 className={styles['title']}>Brought to mind by what you said</h3>
      {known.map(({ key, text, because }) => (
        <div key={key} className={styles['known']}>
          <Link to={`/${world}/remember/fragments/${key}`}>{insertTextHyphens(nameFragment(key))}</Link>
          {listFirstLines(renderFragmentLines(text)).map((line) => (
            <p key={line}>{line}</p>
          ))}
          {because === undefined ? null : <p className={styles['because']}>{because}</p>}
        </div>
      ))}
      {echoes.length === 0 ? null : (
        <details className={styles['echoes']}>
          <summary>{countOf(echoes.length, 'earlier moment')}</summary>
          <ul>
            {echoes.map(({ id, shown, because, atMs, isUndated }) => (
              <li key={id}>
                <p>{cutText(shown)}</p>
                <p className={styles['because']}>
                  {isUndated ? '' : `${renderShortDay(atMs, mind.timeZone, mind.nowMs)} · `}
                  {because}
                </p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/**
 * The first lines, without repeated ones, as many as there is room for. If even the first line is too long, it is cut.
 */
function listFirstLines(text: string): readonly string[] {
  const [first = '', ...others] = new Set(text.split('\n'));
  if (first.length > shownCharacters) return [cutText(first)];
  const shown = [first];
  let length = first.length;
  for (const line of others) {
    length += line.length;
    if (length > shownCharacters) return shown.with(-1, `${shown.at(-1)} …`);
    shown.push(line);
  }
  return shown;
}

function cutText(text: string): string {
  if (text.length <= shownCharacters) return text;
  const blank = text.lastIndexOf(' ', shownCharacters);
  // In a script without blanks, the cut is between two characters.
  return `${text.slice(0, blank > 0 ? blank : shownCharacters).toWellFormed()} …`;
}
