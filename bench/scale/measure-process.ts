// Runs one part of the measurement in a process of its own, so that only its own time and memory are measured.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** A run of the command line: seconds from start to end, and the most memory it ever held. */
export interface CommandMeasure {
  readonly seconds: number;
  readonly peakMegabytes: number;
}

/** Runs a script beside this file with `input`, and returns what it prints as JSON. */
export async function runScript<Result>(script: string, input: unknown): Promise<Result> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), JSON.stringify(input)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await text(child.stdout)) as Result;
}

/** Makes a process print its peak memory as it exits. */
const tellPeak = `data:text/javascript,process.on('exit',()=>process.stderr.write('\\npeak '+process.resourceUsage().maxRSS))`;

export const launcher = join(import.meta.dirname, '..', '..', 'packages', 'cli', 'bin', 'terrarium.js');

/** Runs `terrarium` with these arguments; exit codes 0 and 2 are results, any other ends the measurement. */
export async function measureCommand(words: readonly string[]): Promise<CommandMeasure> {
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', tellPeak, launcher, ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  const seconds = (performance.now() - began) / 1000;
  const peak = Number(/peak (\d+)$/.exec(said)?.[1]);
  if ((exitCode !== 0 && exitCode !== 2) || Number.isNaN(peak))
    throw new Error(`terrarium ${words.join(' ')} ended with ${exitCode}: ${said}`);
  return { seconds, peakMegabytes: peak / 1024 };
}

/** The value below which `share` of the values lie. */
export function findQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
