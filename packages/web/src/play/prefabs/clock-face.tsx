// Clock face: draws a circle cut into segments, of which some are filled.

import styles from './view.module.css';

interface ClockFaceProps {
  readonly filled: number;
  readonly segments: number;
}

const radius = 15;

export function ClockFace({ filled, segments }: ClockFaceProps) {
  const all = Array.from({ length: Math.max(1, segments) }, (_, at) => at);
  return (
    <svg className={styles['face']} viewBox="-17 -17 34 34" width="34" height="34" aria-hidden="true">
      {all.map((at) => (
        <path key={at} className={at < filled ? styles['filled'] : undefined} d={drawSegment(at, segments)} />
      ))}
      <circle r={radius} />
    </svg>
  );
}

function drawSegment(at: number, segments: number): string {
  if (segments <= 1) return `M0 -${radius}A${radius} ${radius} 0 1 1 -0.01 -${radius}Z`;
  const [from, to] = [at, at + 1].map((edge) => nameCorner((edge / segments) * 2 * Math.PI));
  return `M0 0L${from}A${radius} ${radius} 0 0 1 ${to}Z`;
}

function nameCorner(angle: number): string {
  return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
}
