// Renders how a person corrected items in mind, and how to undo the correction.

import { renderCommand } from '@terrarium/composition/render-command';
import { describeRecurrence } from '@terrarium/memory/describe-item';
import type { CorrectedFragments } from '@terrarium/memory/edit-fragments';
import type { CorrectedItem } from '@terrarium/memory/edit-items';
import { renderDueDate } from '@terrarium/memory/render-moment';
import type { Outward } from '@terrarium/protocol/shapes';
import { wrapText } from '../screen/layout.ts';

/** Whose memory it is: the folder of the world, and the companion if it is not the world's own. */
interface Whose {
  readonly dir: string;
  readonly of: string | undefined;
  /** Whether the correction is shown in a talk, which has its own command to bring something back. */
  readonly isTalk?: boolean;
}

export interface CorrectedView extends Whose {
  readonly timeZone: string;
}

export interface CorrectedScreen extends CorrectedView {
  readonly width: number;
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

export function renderCorrected(items: readonly CorrectedItem[], screen: CorrectedScreen): readonly string[] {
  return items.flatMap((one) =>
    wrapText(describeCorrected(one, screen), { width: screen.width, indent: '  ', first: '' }),
  );
}

export function renderRevived(
  { item, kind, content }: Outward<'revivedItem'>,
  width: number,
): readonly string[] {
  return wrapText(`${kind} ${item} is in mind again: ${content}`, { width, indent: '  ', first: '' });
}

export function renderCorrectedFragments(
  { runId, kept, gone }: CorrectedFragments,
  { width, ...whose }: Whose & { readonly width: number },
): readonly string[] {
  const stays = kept === undefined ? [] : [`${gone.length === 0 ? 'saved' : 'stays'}: fragment [${kept}]`];
  const left = gone.map((key) => `${kept === undefined ? 'dropped' : 'merged'}: fragment [${key}]`);
  const back = `To take it back:  ${renderMindCommand(`memory maintain --revert ${runId}`, whose)}`;
  return [...stays, ...left]
    .flatMap((line) => wrapText(line, { width, indent: '  ', first: '' }))
    .concat(back);
}

function renderMindCommand(words: string, { dir, of }: Whose): string {
  return renderCommand(words, dir, of === undefined ? [] : ['--of', of]);
}

export function describeCorrected(
  { effect, item }: CorrectedItem,
  { timeZone, ...whose }: CorrectedView,
): string {
  const { id, kind, content, dueAtMs } = item;
  const recurrence = describeRecurrence(item, timeZone);
  const again = recurrence === undefined ? '' : `, ${recurrence}`;
  const shown = kind === 'secret' ? '(a secret is not shown here)' : content;
  const isOpen = effect === 'created' || effect === 'kept' || effect === 'settled';
  const due = dueAtMs === undefined ? '' : ` · due ${renderDueDate(dueAtMs, { timeZone })}${again}`;
  const command = whose.isTalk === true ? `/revive ${id}` : renderMindCommand(`memory revive ${id}`, whose);
  const back = isOpen ? '' : ` (to bring it back: ${command})`;
  return `${says[effect]}: ${kind} ${id}${due}: ${shown}${back}`;
}
