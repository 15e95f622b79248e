// Time slider: draws how items fade and plans come back, and lets the person choose a time to look at.

import { renderDay, renderDistance, renderShortDay } from '../parts/time-text.ts';
import type { Mind, MindLine } from './mind.ts';
import styles from './time-slider.module.css';

/** How far the slider reaches, ahead or back. */
export interface Reach {
  readonly days: number;
  readonly isBack: boolean;
}

/** The moment at which the mind is looked at. */
export interface Look {
  readonly isNow: boolean;
  readonly isPast: boolean;
  readonly atMs: number;
  /** The index of this moment among the moments of the server's answer. */
  readonly index: number;
}

interface TimeSliderProps {
  readonly mind: Mind;
  readonly look: Look;
  readonly reach: Reach;
  /** The position of the slider, counted from the left. */
  readonly step: number;
  /** The time at which the person began to look back. */
  readonly startMs: number;
  readonly onMove: (step: number) => void;
  readonly onReach: (reach: Reach) => void;
}

const width = 400;
const height = 56;
/** More lines than this would be a tangle. */
const drawnLines = 12;
const dayMs = 86_400_000;
const reaches: readonly (readonly [reach: Reach, name: string])[] = [
  [{ days: 14, isBack: false }, 'the next two weeks'],
  [{ days: 92, isBack: false }, 'the next three months'],
  [{ days: 366, isBack: false }, 'the next year'],
  [{ days: 14, isBack: true }, 'the last two weeks'],
  [{ days: 92, isBack: true }, 'the last three months'],
  [{ days: 366, isBack: true }, 'the last year'],
];

export function TimeSlider({ mind, look, reach, step, startMs, onMove, onReach }: TimeSliderProps) {
  const last = mind.momentsMs.length - 1;
  const { timeZone, nowMs } = mind;
  const { isBack, days } = reach;
  const end = isBack ? startMs - days * dayMs : (mind.momentsMs[last] ?? nowMs);
  return (
    <div className={styles['slider']}>
      {isBack || mind.lines.length === 0 ? null : (
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {mind.lines.slice(0, drawnLines).map((line) => (
            <path key={line.item} d={drawLine(line)} data-kind={line.kind === 'plan' ? 'plan' : 'other'} />
          ))}
          <path d={`M${(step / last) * width} 0V${height}`} data-kind="now" />
        </svg>
      )}
      {isBack || mind.lines.length === 0 ? null : (
        <p className={styles['legend']}>
          One line for each thing: the higher, the more it is in mind.
          {mind.lines.some(({ kind }) => kind === 'plan') ? (
            <>
              {' '}
              <span>Lines of this colour</span> are plans.
            </>
          ) : null}
        </p>
      )}
      <input
        type="range"
        min={0}
        max={last}
        value={step}
        aria-label="Moment"
        aria-valuetext={
          look.isNow
            ? 'now'
            : `${renderDay(look.atMs, timeZone, nowMs)}, ${renderDistance(look.atMs, { nowMs, timeZone })}`
        }
        onChange={({ target }) => onMove(Number(target.value))}
      />
      <p className={styles['ends']}>
        {look.isNow ? null : (
          <button type="button" onClick={() => onMove(isBack ? last : 0)}>
            Back to now
          </button>
        )}
        <label>
          <select
            aria-label="How far to look"
            value={reaches.findIndex(([one]) => one.days === days && one.isBack === isBack)}
            onChange={({ target }) => onReach(reaches[Number(target.value)]?.[0] ?? reach)}
          >
            {reaches.map(([, name], index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </select>
          {` · ${isBack ? 'from' : 'to'} ${renderShortDay(end, timeZone, nowMs)}`}
        </label>
      </p>
    </div>
  );
}

function drawLine({ scores }: MindLine): string {
  const last = scores.length - 1;
  return scores
    .map((score, index) => {
      const x = ((index / last) * width).toFixed(1);
      const y = (height - 3 - score * (height - 6)).toFixed(1);
      return `${index === 0 ? 'M' : 'L'}${x} ${y}`;
    })
    .join('');
}
