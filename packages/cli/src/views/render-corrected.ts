// Renders what a person corrected of what is held in mind, and how it is taken back.

import { renderCommand } from '@terrarium/composition/render-command';
import { renderWallTime } from '@terrarium/composition/render-wall-time';
import type { CorrectedFragments } from '@terrarium/memory/edit-fragments';
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

export function renderCorrectedFragments(
  { runId, kept, gone }: CorrectedFragments,
  { width, dir, of }: { readonly width: number; readonly dir: string; readonly of: string | undefined },
): readonly string[] {
  const stays = kept === undefined ? [] : [`${gone.length === 0 ? 'says now' : 'stays'}: fragment [${kept}]`];
  const left = gone.map((key) => `${kept === undefined ? 'dropped' : 'merged'}: fragment [${key}]`);
  const back = `To take it back:  ${renderCommand(`memory maintain --revert ${runId}`, dir, of === undefined ? [] : ['--of', of])}`;
  return [...stays, ...left]
    .flatMap((line) => wrapText(line, { width, indent: '  ', first: '' }))
    .concat(back);
}

export function describeCorrected({ effect, item }: CorrectedItem, timeZone: string): string {
  const { id, kind, content, dueAtMs } = item;
  const shown = kind === 'secret' ? '(a secret is not shown here)' : content;
  const isOpen = effect === 'created' || effect === 'kept' || effect === 'settled';
  const due = dueAtMs === undefined || !isOpen ? '' : ` · due ${renderWallTime(dueAtMs, timeZone)}`;
  const back = isOpen ? '' : ` (back with: revive ${id})`;
  return `${says[effect]}: ${kind} ${id}${due}: ${shown}${back}`;
}
