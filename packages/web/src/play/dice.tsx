// Dice: draws the dice of a roll, what the roll was for, and its outcome.

import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import { describeResult, describeTarget, writeFigures } from './describe-result.ts';
import styles from './dice.module.css';
import type { ShownRoll } from './table-types.ts';
import { withPlaces } from './with-places.ts';

type Dice = ShownRoll['rolled'];
type Die = Dice['groups'][number]['dice'][number];

/** More dice than this are not drawn; only the result is shown. */
const mostDrawn = 12;

interface RollProps {
  readonly roll: ShownRoll;
  /** The texts above the roll; what they say need not be said again with the roll. */
  readonly told?: readonly string[];
}

export function Roll({ roll, told = [] }: RollProps) {
  const { who, rolled, challenge, outcome, row, spared = [] } = roll;
  const what = describeRoll(roll, told);
  // The failure of a foe is good news, so only what the player rolled has a colour.
  const isOwn = who.startsWith('character:');
  return (
    <div className={styles['roll']}>
      <DrawnDice dice={rolled} />
      <p>
        <Result roll={roll} />
        {challenge === undefined ? null : (
          <>
            {' against '}
            <b>{writeFigures(String(challenge.total))}</b>
          </>
        )}
        {outcome === undefined ? null : (
          <>
            {'\u00a0· '}
            <span className={styles['outcome']} data-degree={isOwn ? Math.sign(outcome.degree) : undefined}>
              {outcome.label}
            </span>
          </>
        )}
        {spared.length === 0 ? null : (
          <span className={styles['what']}>{insertTextHyphens(spared.join('; '))}</span>
        )}
        {what === '' || told.includes(what) ? null : (
          <span className={styles['what']}>{insertTextHyphens(what)}</span>
        )}
        {row === undefined ? null : <span className={styles['row']}>{insertTextHyphens(row)}</span>}
        {roll.withstood === undefined ? (
          <span className={styles['spoken']}>The dice: {rolled.rendered}.</span>
        ) : null}
      </p>
      {challenge === undefined ? null : <DrawnDice dice={challenge} />}
    </div>
  );
}

/**
 * Shows what was rolled. But if the other side rolled to withstand it, as in a save, shows which number was needed and
 * which was rolled.
 */
function Result({ roll }: Pick<RollProps, 'roll'>) {
  const { rolled, withstood } = roll;
  if (withstood !== undefined)
    return (
      <>
        <b>{writeFigures(String(withstood.needed))}</b> or more withstands it,{' '}
        <b>{writeFigures(String(withstood.rolled))}</b> was rolled
      </>
    );
  const { counts, how } = describeResult(rolled);
  return (
    <>
      {counts === undefined ? null : <b>{counts}</b>}
      <span className={styles['how']}>{how}</span>
      {describeTarget(roll)}
    </>
  );
}

/** Says what the roll was for, and which check it was. */
function describeRoll({ reason = '', label = '', on }: ShownRoll, told: readonly string[]): string {
  const short = stripQuestion(reason, told);
  if (short === '' || label === '') return `${short}${label}`;
  return on === undefined ? `${short} (${label})` : `${short} ${label}`;
}

/**
 * Shortens the reason of a roll on a table, which is the table and then the question: if the question is already shown
 * above, only the table remains.
 */
function stripQuestion(reason: string, told: readonly string[]): string {
  const { table = '', question = '' } = /^(?<table>[^:]+): (?<question>.+)$/su.exec(reason)?.groups ?? {};
  const isTold = told.some((one) => one === question || one.includes(`: ${question}`));
  return question !== '' && isTold ? table : reason;
}

/** Lists the texts above a roll: the player's words, and the reasons of the rolls before it. */
export function listTold(words: string, before: readonly ShownRoll[]): readonly string[] {
  return [words, ...before.flatMap(({ reason }) => reason ?? [])];
}

function DrawnDice({ dice }: { readonly dice: Dice }) {
  const all = dice.groups.flatMap((group) => group.dice);
  if (all.length === 0 || all.length > mostDrawn) return null;
  return (
    <span className={styles['dice']} aria-hidden="true">
      {withPlaces(all).map(({ at, one }) => (
        <DrawnDie key={at} die={one} />
      ))}
    </span>
  );
}

/**
 * Outlines of dice in a square of 36 units, by the number of faces, or `F` for Fudge dice; all other dice are circles.
 */
const outlines: Readonly<Record<string, string>> = {
  4: 'M18 3 34 31H2Z',
  6: 'M8 3H28A5 5 0 0 1 33 8V28A5 5 0 0 1 28 33H8A5 5 0 0 1 3 28V8A5 5 0 0 1 8 3Z',
  8: 'M18 2 33 18 18 34 3 18Z',
  10: 'M18 2 34 16 30 22 18 34 6 22 2 16Z',
  12: 'M18 2 33.5 13.3 27.6 31.6H8.4L2.5 13.3Z',
  20: 'M18 2 32 10V26L18 34 4 26V10Z',
  F: 'M5 4H31V32H5Z',
};
const circle = 'M18 3A15 15 0 1 1 17.9 3Z';
const fudge: Readonly<Record<string, string>> = { '-1': '−', '0': '', '1': '+' };

function DrawnDie({ die: { faces, face, isKept } }: { readonly die: Die }) {
  return (
    <svg
      className={styles['die']}
      data-kept={isKept}
      viewBox="0 0 36 36"
      width="30"
      height="30"
      aria-hidden="true"
    >
      <path d={outlines[faces] ?? circle} />
      <text x="18" y={faces === 4 ? 27 : 23.5} textAnchor="middle">
        {faces === 'F' ? fudge[face] : face}
      </text>
      {isKept ? null : <path d="M6 30 30 6" />}
    </svg>
  );
}
