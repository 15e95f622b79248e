// Renders the odds of dice: least, most, mean, and a bar for each result.

import type { DiceOdds } from '@terrarium/rpg/dice';
import { paint } from '../screen/style.ts';

const mostBars = 40;
const widestBar = 50;

export function measureReaching(distribution: ReadonlyMap<number, number>, wanted: number): number {
  return [...distribution].filter(([total]) => total >= wanted).reduce((sum, [, share]) => sum + share, 0);
}

export function renderShare(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}

export function renderOdds(
  expression: string,
  { min, max, mean, distribution }: DiceOdds,
  width: number,
): readonly string[] {
  const head = `${paint(expression, 'bold')}  ${min} to ${max}, ${renderRounded(mean)} on average`;
  if (distribution === undefined || distribution.size > mostBars) return [head];
  const most = Math.max(...distribution.values());
  const room = Math.max(8, Math.min(widestBar, width - 24));
  const bars = [...distribution].map(([total, chance]) => {
    const bar = '█'.repeat(Math.round((chance / most) * room));
    return `${String(total).padStart(5)} ${(chance * 100).toFixed(1).padStart(5)} %  ${paint(bar, 'cyan')}`;
  });
  return [head, ...bars];
}

function renderRounded(value: number): string {
  return String(Math.round(value * 1_000) / 1_000);
}
