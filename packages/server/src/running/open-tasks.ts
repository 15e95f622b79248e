// Tasks: commands that end with one answer, each in a process of its own; the newest answer of each world is kept.

import type { z } from 'zod';
import { type StartedCommand, startCommand } from './start-command.ts';

export interface Tasks<Told> {
  isRunning(dir: string): boolean;
  /** What the newest one came to; undefined before that. */
  findLast(dir: string): Told | undefined;
  /** Does nothing where one goes on already. Resolves once it has ended. */
  start(dir: string, argv: readonly string[]): Promise<void>;
  /** As Ctrl-C does. */
  stop(dir: string): void;
  /** Stops every one, and waits until each has ended. */
  close(): Promise<void>;
}

export function openTasks<Told>(shape: z.ZodType<Told>): Tasks<Told> {
  const running = new Map<string, StartedCommand>();
  const last = new Map<string, Told>();
  return {
    isRunning: (dir) => running.has(dir),
    findLast: (dir) => last.get(dir),
    async start(dir, argv) {
      const before = running.get(dir);
      if (before !== undefined) return await before.ended;
      last.delete(dir);
      const started = startCommand([...argv, '--world', dir, '--json'], shape, (told) => {
        last.set(dir, told);
      });
      running.set(dir, started);
      await started.ended;
      running.delete(dir);
    },
    stop: (dir) => void running.get(dir)?.child.kill('SIGINT'),
    async close() {
      for (const { child } of running.values()) child.kill('SIGINT');
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}
