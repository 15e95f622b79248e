// Opens tasks: runs commands, each in its own process, and keeps the newest answer for each world and mind.

import type { z } from 'zod';
import { type StartedCommand, startCommand } from './start-command.ts';

export interface Tasks<Told> {
  /** A seat is a world, and who remembers in it. */
  isRunning(seat: string): boolean;
  /** The answer of the newest task; undefined before there is one. */
  findLast(seat: string): Told | undefined;
  /** Does nothing if a task is still going on. Resolves once the task has ended. */
  start(seat: string, argv: readonly string[]): Promise<void>;
  /** Stops a task as Ctrl-C does. */
  stop(seat: string): void;
  /** Stops every task, and waits until each has ended. */
  close(): Promise<void>;
}

export function openTasks<Told>(shape: z.ZodType<Told>): Tasks<Told> {
  const running = new Map<string, StartedCommand>();
  const last = new Map<string, Told>();
  return {
    isRunning: (seat) => running.has(seat),
    findLast: (seat) => last.get(seat),
    async start(seat, argv) {
      const before = running.get(seat);
      if (before !== undefined) return await before.ended;
      last.delete(seat);
      const started = startCommand([...argv, '--json'], shape, (told) => {
        last.set(seat, told);
      });
      running.set(seat, started);
      await started.ended;
      running.delete(seat);
    },
    stop: (seat) => void running.get(seat)?.child.kill('SIGINT'),
    async close() {
      for (const { child } of running.values()) child.kill('SIGINT');
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}
