// Renders what another profile of decay would do: which items would fade out of mind, and which would have another score.

import type { ComparedItem } from '@terrarium/memory/compute-decay-projection';
import { cutText, wrapText } from '../screen/layout.ts';
import { renderCount, renderNumber } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';

const mostShown = 20;
/** Scores are shown with two decimals, so a smaller difference counts as no change. */
const leastChange = 0.005;

export function renderTrial(compared: readonly ComparedItem[], width: number): readonly string[] {
  const leaving = compared.filter(({ isLeaving }) => isLeaving);
  const changed = compared.filter(({ score, triedScore }) => Math.abs(score - triedScore) >= leastChange);
  const shown = [...leaving, ...changed.filter(({ isLeaving }) => !isLeaving)].slice(0, mostShown);
  const leave = leaving.length === 0 ? 'none' : renderNumber(leaving.length);
  const head = `This was only a trial; nothing was changed. Of ${renderCount(compared.length, 'item')} in mind, ${renderNumber(changed.length)} would have another score now, and ${leave} would fade out of mind.`;
  const more = changed.length - shown.length;
  return [
    ...wrapText(head, { width }),
    ...shown.map((item) => cutText(renderChange(item), width)),
    ...(more > 0 ? [paint(`and ${more} more`, 'dim')] : []),
    ...wrapText(
      'To keep these settings, write them under “memory.decay” in the terrarium.yaml of the world.',
      {
        width,
      },
    ).map((line) => paint(line, 'dim')),
  ];
}

function renderChange({ kind, itemId, content, score, triedScore, isLeaving }: ComparedItem): string {
  const end = isLeaving ? ' (fades out of mind)' : '';
  return `${score.toFixed(2)} → ${triedScore.toFixed(2)}${end}  ${kind} ${itemId}: ${content}`;
}
