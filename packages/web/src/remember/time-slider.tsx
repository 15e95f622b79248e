// Time slider: how items fade and plans rise, and the moment for which the person wants to see this. Nothing is stored.

import { renderDay, renderDistance, renderShortDay } from '../parts/time-text.ts';
import type { Mind, MindLine } from './mind.ts';
import styles from './time-slider.module.css';

interface TimeSliderProps {
  readonly mind: Mind;
  /** The index of the moment. */
  readonly at: number;
  readonly days: number;
  readonly onMove: (at: number) => void;
  readonly onReach: (days: number) => void;
}

const width = 400;
const height = 56;
/** More lines than this would be a tangle. */
const drawnLines = 12;
const reaches = [
  [14, 'two weeks'],
  [92, 'three months'],
  [366, 'a year'],
] as const;

export function TimeSlider({ mind, at, days, onMove, onReach }: TimeSliderProps) {
  const last = mind.momentsMs.length - 1;
  const atMs = mind.momentsMs[at] ?? mind.nowMs;
  const { timeZone, nowMs } = mind;
  return (
    <div className={styles['slider']}>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {mind.lines.slice(0, drawnLines).map((line) => (
          <path key={line.item} d={drawLine(line)} data-kind={line.kind === 'plan' ? 'plan' : 'other'} />
        ))}
        <path d={`M${(at / last) * width} 0V${height}`} data-kind="now" />
      </svg>
      <input
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label="Moment"
        aria-valuetext={
          at === 0
            ? 'now'
            : `${renderDay(atMs, timeZone, nowMs)}, ${renderDistance(atMs, { nowMs, timeZone })}`
        }
        onChange={({ target }) => onMove(Number(target.value))}
      />
      <p className={styles['ends']}>
        {at === 0 ? (
          <span>now</span>
        ) : (
          <button type="button" onClick={() => onMove(0)}>
            Back to now
          </button>
        )}
        <label>
          {'for the next '}
          <select
            value={days}
            onChange={({ target }) => {
              onReach(Number(target.value));
              onMove(0);
            }}
          >
            {reaches.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          {` · ${renderShortDay(mind.momentsMs[last] ?? nowMs, timeZone, nowMs)}`}
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
