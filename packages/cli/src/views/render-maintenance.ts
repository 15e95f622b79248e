// Renders a run of maintenance: what was written, what was refused and why, and how to undo it.

import { renderCommand } from '@terrarium/composition/render-command';
import { describeOperation, type Operation } from '@terrarium/memory/operation';
import { removeMarks } from '@terrarium/memory/read-wake-files';
import type { RevertedRun } from '@terrarium/memory/revert-run';
import type { MaintenanceOutcome } from '@terrarium/memory/run-maintenance';
import type { RunKind } from '@terrarium/memory/run-store';
import { cutText, wrapText } from '../screen/layout.ts';
import { renderCount, renderNumber } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';

interface Screen {
  readonly kind: RunKind;
  readonly writer: string;
  readonly width: number;
  readonly dir: string;
}

const shownOperations = 40;

export function renderMaintenance(outcome: MaintenanceOutcome, screen: Screen): readonly string[] {
  const { status, operations, refused } = outcome;
  if (status === 'nothing-new') return ['There is nothing new since the last run, and nothing was done.'];
  const more = operations.length - shownOperations;
  return [
    ...renderHead(outcome, screen),
    ...operations.slice(0, shownOperations).flatMap((one) => renderOperation(one, screen.width)),
    ...(more > 0 ? [paint(`  and ${renderNumber(more)} more; --json has them all`, 'dim')] : []),
    ...refused.slice(0, shownOperations).flatMap(({ proposed, say }) =>
      wrapText(`refused: ${cutText(proposed, screen.width)}: ${say}`, {
        width: screen.width,
        indent: '    ',
        first: `  ${paint('!', 'yellow')} `,
      }),
    ),
    ...renderWayBack(outcome, screen),
  ];
}

const endings: Readonly<Record<Exclude<MaintenanceOutcome['status'], 'proposed'>, string>> = {
  'nothing-new': 'applied',
  applied: 'applied',
  shown: 'would be applied; nothing was written',
};

function describeProposed(count: number): string {
  if (count === 0) return 'proposed';
  return count === 1 ? 'proposed; it waits for you' : 'proposed; they wait for you';
}

function renderHead(
  { status, events, operations, refused }: MaintenanceOutcome,
  screen: Screen,
): readonly string[] {
  const did = status === 'proposed' ? describeProposed(operations.length) : endings[status];
  const rejected = refused.length === 0 ? '' : `, ${renderNumber(refused.length)} refused`;
  const text = `Maintenance (${screen.kind}, by ${screen.writer}) read ${renderCount(events, 'message')}: ${renderCount(operations.length, 'change')} ${did}${rejected}.`;
  return wrapText(text, { width: screen.width });
}

function renderOperation(operation: Operation, width: number): readonly string[] {
  const text = extractText(operation);
  const line = text === '' ? describeOperation(operation) : `${describeOperation(operation)}: ${text}`;
  return [`  ${cutText(line, width - 2)}`];
}

function extractText(operation: Operation): string {
  switch (operation.do) {
    case 'create-fragment':
    case 'update-fragment':
      return operation.ambient ?? operation.recognition ?? '';
    case 'create-edge':
      return operation.label;
    case 'append-inventory':
      return operation.inventory;
    case 'delete-fragment':
    case 'merge-fragments':
    case 'delete-edge':
    case 'mark-item':
      return operation.because;
    case 'note-fact':
      return `${operation.value}, from "${operation.quote}"`;
    case 'rename-fragment':
      return operation.because ?? '';
    case 'rewrite-ambient':
      return operation.because ?? removeMarks(operation.text);
    case 'flag':
      return operation.text;
  }
}

/**
 * Says how to look at the proposals of the run, and how to undo it; empty if it neither changed nor proposed anything.
 */
function renderWayBack(
  { runId, operations, proposals }: MaintenanceOutcome,
  { dir }: Screen,
): readonly string[] {
  if (runId === undefined || operations.length === 0) return [];
  const decide = `To look at ${renderCount(proposals.length, 'proposal')} that ${proposals.length === 1 ? 'waits' : 'wait'}:`;
  return [
    ...(proposals.length === 0 ? [] : [`${decide}  ${renderCommand('memory proposals', dir)}`]),
    `To take it back:  ${renderCommand(`memory maintain --revert ${runId}`, dir)}`,
  ];
}

export function renderReverted(
  run: number,
  { changes, left }: RevertedRun,
  width: number,
): readonly string[] {
  return [
    `Run ${run} was taken back: ${renderCount(changes, 'change')}.`,
    ...left.flatMap((one) => wrapText(one, { width, indent: '    ', first: `  ${paint('!', 'yellow')} ` })),
  ];
}
