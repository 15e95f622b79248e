// Changes: lists what a turn changed, each with its cause; nothing in it becomes markup.

import { Fragment } from 'react';
import { countOf } from '../parts/count-of.ts';
import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import { Words } from '../parts/words.tsx';
import { buildListed, chooseMark } from './change-owner.ts';
import styles from './changes.module.css';
import { renderValueStep } from './render-value-step.ts';
import type { ShownChange } from './table-types.ts';
import { withPlaces } from './with-places.ts';

interface ChangesProps {
  readonly changes: readonly ShownChange[];
  readonly minutes?: number | undefined;
}

export function Changes({ changes, minutes = 0 }: ChangesProps) {
  if (changes.length === 0 && minutes === 0) return null;
  return (
    <ul className={styles['changes']} aria-label="What changed">
      {minutes === 0 ? null : <li>{nameSpan(minutes)}</li>}
      {splitLines(changes).map((line) => (
        <li key={line[0]?.at}>
          {line.map(({ at, mark, change }) => (
            <Fragment key={at}>
              {mark}
              <Change change={change} />
              {change.because === undefined ? null : (
                <span className={styles['because']}> ({stripBrackets(change.because)})</span>
              )}
            </Fragment>
          ))}
        </li>
      ))}
    </ul>
  );
}

interface Listed {
  readonly at: number;
  /** What joins it to the change before it in its line. */
  readonly mark: string | undefined;
  readonly change: ShownChange;
}

function splitLines(changes: readonly ShownChange[]): readonly (readonly Listed[])[] {
  const lines: Listed[][] = [];
  for (const { at, one } of withPlaces(changes)) {
    const before = changes[at - 1];
    const mark = chooseMark(one, before);
    const listed = { at, mark, change: buildListed(one, before) };
    if (mark === undefined) lines.push([listed]);
    else lines.at(-1)?.push(listed);
  }
  return lines;
}

/** Replaces the brackets in a cause such as “Success (attack)”, because the whole cause is shown in brackets. */
function stripBrackets(because: string): string {
  return because.replaceAll(' (', ', ').replaceAll(')', '');
}

function Change({ change }: { readonly change: ShownChange }) {
  switch (change.kind) {
    case 'value':
      return (
        <>
          {insertTextHyphens(nameWhose(change))}
          <b>{insertTextHyphens(renderValueStep(change))}</b>
        </>
      );
    case 'moved':
      return (
        <>
          {insertTextHyphens(nameWhose(change))}
          <MovedItems {...change} />
        </>
      );
    case 'new':
      return (
        <>
          New {change.type}: <b>{insertTextHyphens(change.name)}</b>
        </>
      );
    case 'gone':
      return (
        <>
          <b>{insertTextHyphens(change.name)}</b> is gone
        </>
      );
    case 'ended':
      return (
        <>
          <b>{insertTextHyphens(change.name)}</b> {change.says}
        </>
      );
    case 'step':
      return (
        <>
          {change.isDone ? '✓ ' : 'To do: '}
          {insertTextHyphens(change.text)}
        </>
      );
    case 'revealed':
      return (
        <>
          You now know{change.about === undefined ? '' : ` about ${change.about}`}:{' '}
          <Words text={change.text} />
        </>
      );
    case 'round':
      return <>Round {change.round}</>;
    case 'idle':
      // Changes stand below the rolls, so this may be read after a blow that came later.
      return <>{insertTextHyphens(change.names.join(', '))} took no action when their turn came</>;
    case 'order':
      return (
        <>
          Order of turns:{' '}
          {withPlaces(change.order).map(({ at, one: { name, rolled } }) => (
            <Fragment key={at}>
              {at === 0 ? '' : ', '}
              <bdi>{insertTextHyphens(name)}</bdi> {rolled}
            </Fragment>
          ))}
        </>
      );
  }
}

interface MovedItemsProps {
  readonly came?: readonly string[] | undefined;
  readonly went?: readonly string[] | undefined;
}

/** What was added to a list, and what was removed from it. */
export function MovedItems({ came = [], went = [] }: MovedItemsProps) {
  const items = [...came.map((name) => `+\u00a0${name}`), ...went.map((name) => `−\u00a0${name}`)];
  return items.map((says, index) => (
    <Fragment key={says}>
      {index === 0 ? '' : ' '}
      <b>{insertTextHyphens(says)}</b>
    </Fragment>
  ));
}

function nameWhose({
  owner,
  label,
}: {
  readonly owner?: string | undefined;
  readonly label: string;
}): string {
  if (owner === undefined) return label === '' ? '' : `${label} `;
  // A colon ends the name of a clock, which may be a whole sentence.
  return label === '' ? `${owner}: ` : `${owner}: ${label} `;
}

/** Says how much time passes; an hour or more is given in hours and minutes. */
function nameSpan(minutes: number): string {
  if (minutes < 60) return countOf(minutes, 'minute passes', 'minutes pass');
  if (minutes === 60) return '1 hour passes';
  const rest = minutes % 60;
  return `${countOf(Math.floor(minutes / 60), 'hour')}${rest === 0 ? '' : ` and ${countOf(rest, 'minute')}`} pass`;
}
