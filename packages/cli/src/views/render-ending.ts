// Renders how a reading ended: what was done, what is left, and whether it found far less than its text contains.

import type { ReadingStatus } from '@terrarium/annotator/read-status';
import { isBuiltIn } from '@terrarium/composition/is-built-in';
import { renderCommand } from '@terrarium/composition/render-command';
import { wrapText } from '../screen/layout.ts';
import { renderCount, renderNumber } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';

export interface FinishedReading {
  readonly status: ReadingStatus;
  readonly closedHere: number;
  /** Whether the run read only scenes that had been read or skipped before. */
  readonly isAgain: boolean;
}

/** The line that says what is left to read after a run that finished. */
export function renderFinish({ status, closedHere, isAgain }: FinishedReading): string {
  const { pending, running, skipped, failed } = status.counts.byStatus;
  const unread = skipped + failed;
  const open = pending + running;
  const toGo = `${renderCount(open, 'scene')} ${open === 1 ? 'is' : 'are'} still to be read.`;
  if (unread > 0) {
    const rest = open > 0 ? `; ${toGo}` : '';
    return paint(`finished with ${unread} skipped${rest}`, 'yellow', 'bold');
  }
  if (isAgain && open > 0)
    return paint(`Finished: ${renderCount(closedHere, 'scene')} read again; ${toGo}`, 'bold');
  if (open > 0) return paint(`Finished with these stories; ${toGo}`, 'bold');
  if (closedHere === 0) return paint('Nothing is left to read.', 'bold');
  return paint('Finished: every scene is read.', 'green', 'bold');
}

/** Says that a reading found far less than its text contains; empty if it did not. */
export function renderYield(
  { implausible, entriesNow, runs }: Pick<ReadingStatus, 'implausible' | 'entriesNow' | 'runs'>,
  { width, dir }: { readonly width: number; readonly dir: string },
): readonly string[] {
  if (implausible === undefined) return [];
  const { scenes, names, known } = implausible;
  const has = known === 0 ? 'none' : renderNumber(known);
  const text = `This is too little for what was read: in the ${renderCount(scenes, 'scene')} examined, ${renderNumber(names)} people, places and things are named more than once, and the glossary (${renderCount(entriesNow, 'entry', 'entries')}) has ${has} of them. ${explainYield(runs.at(-1)?.model ?? '')}, and ${renderCommand('export', dir)} shows what there is.`;
  return ['', ...wrapText(paint(text, 'yellow'), { width })];
}

/** Gives advice about models only if a model was asked. */
function explainYield(model: string): string {
  return isBuiltIn(model)
    ? 'The built-in reader knows the names and sentences of English prose; this text may be of another kind'
    : 'Perhaps the model does not do what it is asked: "terrarium doctor" examines it';
}
