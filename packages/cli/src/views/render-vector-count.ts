// Renders for a person how many moments of a memory have vectors.

import { renderCommand } from '@terrarium/composition/render-command';
import type { VectorCount } from '@terrarium/memory/fill-vectors';
import { renderCount, renderNumber } from '../screen/quantities.ts';

/** The count as a clause, without a full stop. */
export function renderVectorCount({ of, missing }: VectorCount): string {
  if (of === 1) return missing === 0 ? 'The one moment has its vector' : 'The one moment has no vector yet';
  return `${renderNumber(of - missing)} of ${renderCount(of, 'moment')} have vectors`;
}

export function renderVectors(count: VectorCount, dir: string): string {
  const filling = renderFilling(count, dir);
  return `${renderVectorCount(count)}${filling === undefined ? '.' : `; ${filling}`}`;
}

export function renderFilling({ missing }: VectorCount, dir: string): string | undefined {
  if (missing === 0) return undefined;
  const [search, bring] = [
    renderCommand('memory search WORDS', dir),
    renderCommand('memory import FILE', dir),
  ];
  return `"${search}" or "${bring}" makes the missing vectors.`;
}
