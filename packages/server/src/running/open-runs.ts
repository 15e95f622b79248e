// Opens runs: starts `annotate run` for worlds, each in its own process, and passes on its events.

import type { ChildProcess } from 'node:child_process';
import type { Outward } from '@terrarium/protocol/shapes';
import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import { startCommand } from './start-command.ts';

type RunEvent = Outward<'runEvent'> | Outward<'failure'>;

export interface NumberedEvent {
  readonly number: number;
  readonly event: RunEvent;
  /** The scene that was being read; undefined before the first scene of the run. */
  readonly sceneId: number | undefined;
}

export interface Runs {
  /** Whether a run that was started here is still going on. */
  isRunning(dir: string): boolean;
  /** The newest events of the last run that was started here, oldest first. The list is a copy. */
  listEvents(dir: string): readonly NumberedEvent[];
  /** Does nothing if a run that was started here is still going on. */
  start(dir: string, argv: readonly string[]): void;
  /** Stops a run as Ctrl-C does: the current step is finished. */
  stop(dir: string): void;
  /** Calls back with each event as it comes, and once when a run ends. Returns a function that ends the calls. */
  follow(dir: string, onEvent: (event: NumberedEvent | 'ended') => void): () => void;
  /** Stops every run, and waits until each has ended. */
  close(): Promise<void>;
}

interface Run {
  child: ChildProcess | undefined;
  number: number;
  sceneId: number | undefined;
  readonly events: NumberedEvent[];
  readonly followers: Set<(event: NumberedEvent | 'ended') => void>;
  ended: Promise<void>;
}

/** A screen shows no more events than this; the journal has all of them. */
const keptEvents = 200;

/** Whether the newest event says that a request to the model failed and will be made again. */
export function isSilent(events: readonly Pick<NumberedEvent, 'event'>[]): boolean {
  return events.at(-1)?.event.kind === 'retry-scheduled';
}

const told = z.union([shapes.runEvent, shapes.failure]);

export function openRuns(): Runs {
  const runs = new Map<string, Run>();
  const openRun = (dir: string): Run => {
    const run = runs.get(dir) ?? {
      child: undefined,
      number: 0,
      sceneId: undefined,
      events: [],
      followers: new Set(),
      ended: Promise.resolve(),
    };
    runs.set(dir, run);
    return run;
  };
  return {
    isRunning: (dir) => runs.get(dir)?.child !== undefined,
    listEvents: (dir) => [...(runs.get(dir)?.events ?? [])],
    start(dir, argv) {
      const run = openRun(dir);
      if (run.child !== undefined) return;
      run.events.length = 0;
      run.sceneId = undefined;
      run.ended = followChild(run, [...argv, '--world', dir, '--json']);
    },
    stop: (dir) => void runs.get(dir)?.child?.kill('SIGINT'),
    follow(dir, onEvent) {
      const run = openRun(dir);
      run.followers.add(onEvent);
      return () => void run.followers.delete(onEvent);
    },
    async close() {
      for (const { child } of runs.values()) child?.kill('SIGINT');
      await Promise.all([...runs.values()].map(({ ended }) => ended));
    },
  };
}

/** Resolves once the process has ended and everything that it wrote was read. */
async function followChild(run: Run, argv: readonly string[]): Promise<void> {
  const { child, ended } = startCommand(argv, told, (event) => record(run, event));
  run.child = child;
  await ended;
  run.child = undefined;
  for (const tell of run.followers) tell('ended');
}

function record(run: Run, event: RunEvent): void {
  run.number += 1;
  if (event.kind === 'scene-opened') run.sceneId = event.scene.id;
  const numbered = { number: run.number, event, sceneId: run.sceneId };
  run.events.push(numbered);
  if (run.events.length > keptEvents) run.events.shift();
  for (const tell of run.followers) tell(numbered);
}
