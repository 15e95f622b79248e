// Renders the fleet for a person: worlds added or fetched, the state of all, and what a worker is doing.

import type { AddedFolder } from '@terrarium/fleet/add-folder';
import type { FetchedWorld } from '@terrarium/fleet/fetch-world';
import type { FleetEvent } from '@terrarium/fleet/fleet-event';
import type { FleetStatus } from '@terrarium/fleet/status';
import { cutText, toWidth } from '../screen/layout.ts';
import { renderCount, renderDuration, renderNumber } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';

export function renderAdded({ name, files, bytes, sentBytes }: AddedFolder): string {
  return `${paint(name, 'bold')}: ${renderCount(files, 'file')}, ${renderBytes(bytes)}, sent as ${renderBytes(sentBytes)}. It waits for a worker.`;
}

export function renderFetched(fetched: FetchedWorld): readonly string[] {
  const { name, dir, files, bytes, scenesDone, scenesAll, isHeld } = fetched;
  const far =
    scenesAll === 0
      ? 'Nothing has been read in the fleet yet.'
      : `${renderNumber(scenesDone)} of ${renderCount(scenesAll, 'scene')} are read.`;
  return [
    `${paint(name, 'bold')} is in ${dir}: ${renderCount(files, 'file')}, ${renderBytes(bytes)}.`,
    `  ${far}${isHeld ? ' A worker is reading it just now: do not read on in this copy, but fetch it again for more.' : ''}`,
    paint(`Look at it:  terrarium status --world ${dir}`, 'dim'),
  ];
}

function renderBytes(bytes: number): string {
  if (bytes < 1_000) return renderCount(bytes, 'byte');
  if (bytes < 1_000_000) return `${renderNumber(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

const stateWords = {
  waiting: 'waiting',
  resting: 'to be tried again',
  leased: 'under way',
  finished: 'done',
  poisoned: 'put aside',
} as const;

const nameColumns = 24;

export function renderFleetStatus(status: FleetStatus, width: number): readonly string[] {
  const { worlds, bytes, tasks, running, failed, failedLeft, skipped, owners, use } = status;
  const counts = tasks.map(
    ({ kind, state, count }) =>
      `  ${toWidth(kind, 9)}${toWidth(stateWords[state], 19)}${renderNumber(count)}`,
  );
  return [
    paint(`${renderCount(worlds, 'world')}, ${renderBytes(bytes)}`, 'bold'),
    ...counts,
    ...renderPart(
      'Under way',
      running.map((task) => renderRunning(task, width)),
    ),
    ...renderPart(
      'Failed',
      failed.map((task) => renderFailed(task, width)),
    ),
    ...(failedLeft > 0 ? [`  and ${renderNumber(failedLeft)} more`] : []),
    ...renderPart(
      'Scenes that were skipped',
      skipped.map(
        ({ name, scenes }) =>
          `  ${toWidth(cutText(name, nameColumns), nameColumns)}  ${renderCount(scenes, 'scene')}`,
      ),
    ),
    ...(owners.length < 2
      ? []
      : renderPart(
          'Owners',
          owners.map(
            (one) =>
              `  ${toWidth(cutText(one.owner, nameColumns), nameColumns)}  ${renderNumber(one.running)} under way, ${renderNumber(one.waiting)} waiting`,
          ),
        )),
    ...renderPart(
      'Paid',
      use.map(
        (day) =>
          `  ${day.day}  ${cutText(day.model, nameColumns)}: ${renderCount(day.replies, 'reply', 'replies')}, ${renderPaid(day)}, ${renderDuration(day.seconds)}`,
      ),
    ),
    ...(failed.length > 0 ? [paint('To try failed tasks again:  terrarium fleet retry', 'dim')] : []),
    ...(skipped.length > 0
      ? [paint('To read skipped scenes again:  terrarium fleet retry --skipped', 'dim')]
      : []),
  ];
}

function renderPaid({ promptTokens, outputTokens }: FleetStatus['use'][number]): string {
  if (promptTokens + outputTokens === 0) return 'tokens not reported';
  return `${renderNumber(promptTokens)} tokens in, ${renderNumber(outputTokens)} out`;
}

function renderPart(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', paint(title, 'bold'), ...lines];
}

function renderRunning(task: FleetStatus['running'][number], width: number): string {
  const far =
    task.scenesAll === 0
      ? task.kind
      : `${renderNumber(task.scenesDone)} of ${renderCount(task.scenesAll, 'scene')}`;
  const silent = task.leftSeconds < 0 ? paint(' silent', 'yellow') : '';
  const line = `${toWidth(cutText(task.name, nameColumns), nameColumns)}  ${far} · ${renderDuration(task.seconds)} · ${task.worker}`;
  return `  ${cutText(line, width - 10)}${silent}`;
}

function renderFailed(task: FleetStatus['failed'][number], width: number): string {
  const tries = `${stateWords[task.state]} after ${renderCount(task.tries, 'try', 'tries')}`;
  const line = `${toWidth(cutText(task.name, nameColumns), nameColumns)}  ${task.kind}, ${tries}: ${task.reason}`;
  return `  ${cutText(line, width - 2)}`;
}

const endings = {
  finished: paint('done', 'green'),
  released: paint('given back', 'yellow'),
  failed: paint('failed', 'red'),
  lost: paint('taken over', 'yellow'),
} as const;

/** The line to print for an event of a worker; empty if the event only changes the live lines. */
export function renderFleetEvent(event: FleetEvent, width: number): string {
  switch (event.kind) {
    case 'task-leased':
      return `  ${paint('took', 'cyan')} ${event.world}: ${event.task}, ${renderBytes(event.bytes)}`;
    case 'task-ended': {
      const replies =
        event.asked + event.replayed === 0
          ? ''
          : `, ${renderCount(event.asked, 'reply', 'replies')}${event.replayed > 0 ? `, ${renderNumber(event.replayed)} from the log` : ''}`;
      const reason = event.reason === undefined ? '' : `: ${event.reason}`;
      return `  ${endings[event.ending]} ${cutText(` ${event.world} after ${renderDuration(event.seconds)}${replies}${reason}`.trim(), width - 16)}`;
    }
    case 'worker-waits':
      return `  ${paint('waits', 'yellow')} ${cutText(` ${renderDuration(event.delayMs / 1_000)}: ${event.reason}`.trim(), width - 10)}`;
    case 'scene-read':
    case 'world-published':
      return '';
  }
}
