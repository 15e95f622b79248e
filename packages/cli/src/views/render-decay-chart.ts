// Renders a chart of blocks that shows how items fade, a row for each item; it needs no colours and little room.

import { renderWallTime } from '@terrarium/composition/render-wall-time';
import type { DecayLine, DecayProjection } from '@terrarium/memory/compute-decay-projection';
import { cutText, toWidth } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { measureWidth, paint } from '../screen/style.ts';

const indent = 2;
const blocks = ['·', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;
const leastShown = 0.01;

/** How many columns the rows of a chart have; each column is a point in time. */
export function countColumns(width: number): number {
  return Math.max(8, width - indent - 1);
}

interface Screen {
  readonly width: number;
  readonly timeZone: string;
}

export function renderDecayChart(projection: DecayProjection, screen: Screen): readonly string[] {
  const { lines, momentsMs, otherItems } = projection;
  if (lines.length === 0)
    return ['Nothing in mind fades or comes back.', 'Facts never fade; "terrarium memory facts" lists them.'];
  const more =
    otherItems === 0
      ? []
      : ['', paint(`${renderCount(otherItems, 'more item')}; --limit shows more.`, 'dim')];
  return [
    ...lines.flatMap((line) => renderLine(line, screen)),
    renderAxis(momentsMs, screen),
    paint(cutText('Each row shows a strength from 0 (·) to 1 (█) while nobody speaks.', screen.width), 'dim'),
    ...more,
  ];
}

function renderLine(
  { kind, content, dueAtMs, scores, itemId }: DecayLine,
  screen: Screen,
): readonly string[] {
  const now = (scores[0] ?? 0).toFixed(2);
  const due = dueAtMs === undefined ? '' : ` (due ${renderWallTime(dueAtMs, screen.timeZone)})`;
  const room = screen.width - measureWidth(`${kind} ${itemId}  ${now}`) - 1;
  const label = toWidth(cutText(`${content}${due}`, Math.max(8, room)), room);
  return [
    `${paint(kind, 'bold')} ${paint(String(itemId), 'dim')} ${label} ${now}`,
    `${' '.repeat(indent)}${scores.map(renderBlock).join('')}`,
  ];
}

function renderBlock(score: number): string {
  if (score < leastShown) return blocks[0];
  const step = Math.ceil(Math.min(1, score) * (blocks.length - 1));
  return blocks[step] ?? blocks[0];
}

/** Renders the line below the rows, with the first and the last time. */
function renderAxis(momentsMs: readonly number[], { width, timeZone }: Screen): string {
  const [from, to] = [momentsMs.at(0) ?? 0, momentsMs.at(-1) ?? 0].map((ms) => renderWallTime(ms, timeZone));
  const gap = Math.max(1, countColumns(width) - measureWidth(`${from}${to}`));
  return paint(`${' '.repeat(indent)}${from}${' '.repeat(gap)}${to}`, 'dim');
}
