// Renders what a person corrected of what is held in mind, and how it is taken back.

import { renderWallTime } from '@terrarium/composition/render-wall-time';
import type { CorrectedItem } from '@terrarium/memory/edit-items';
import { wrapText } from '../screen/layout.ts';

export interface CorrectedScreen {
  readonly width: number;
  readonly timeZone: string;
}

const says: Readonly<Record<CorrectedItem['effect'], string>> = {
  created: 'now in mind',
  kept: 'stays',
  settled: 'done this time',
  active: 'in mind',
  resolved: 'done',
  dropped: 'dropped',
  decayed: 'faded',
  superseded: 'replaced',
};

export function renderCorrected(
  items: readonly CorrectedItem[],
  { width, timeZone }: CorrectedScreen,
): readonly string[] {
  return items.flatMap((one) =>
    wrapText(describeCorrected(one, timeZone), { width, indent: '  ', first: '' }),
  );
}

export function describeCorrected({ effect, item }: CorrectedItem, timeZone: string): string {
  const { id, kind, content, dueAtMs } = item;
  const shown = kind === 'secret' ? '(a secret is not shown here)' : content;
  const isOpen = effect === 'created' || effect === 'kept' || effect === 'settled';
  const due = dueAtMs === undefined || !isOpen ? '' : ` · due ${renderWallTime(dueAtMs, timeZone)}`;
  const back = isOpen ? '' : ` (back with: revive ${id})`;
  return `${says[effect]}: ${kind} ${id}${due}: ${shown}${back}`;
}
