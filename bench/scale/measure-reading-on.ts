// Measures reading in a filled world: how long resuming takes, the time between requests, and the memory used.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findQuantile, launcher, measureCommand } from './measure-process.ts';

export interface ReadingOn {
  /**
   * The seconds from the start of the program to the arrival of its first request at the server, for a run
   * that finds its scene already open.
   */
  readonly resumeSeconds: number;
  /** Time from the last byte of a reply to the last byte of the next request. */
  readonly gapMedianMs: number;
  readonly gapP95Ms: number;
  readonly peakMegabytes: number;
}

interface ServerRecord {
  readonly receivedAt: number;
  readonly sentAt?: number;
}

interface Server {
  readonly baseUrl: string;
  readonly process: ChildProcess;
}

const scenes = 40;
const resumes = 3;
const pollMs = 5;

export async function measureReadingOn(dir: string): Promise<ReadingOn> {
  const server = await openServer();
  try {
    const { peakMegabytes } = await measureCommand([
      ...listWords(dir, server, 'quick'),
      '--limit',
      String(scenes),
    ]);
    const records = await readRecords(server);
    const gaps = records
      .slice(1)
      .map(({ receivedAt }, index) => receivedAt - (records[index]?.sentAt ?? receivedAt));
    // The first run opens a scene and is killed; the others find it open.
    const seconds: number[] = [];
    for (let count = 0; count <= resumes; count += 1) seconds.push(await timeFirstRequest(dir, server));
    return {
      resumeSeconds: findQuantile(seconds.slice(1), 0.5),
      gapMedianMs: findQuantile(gaps, 0.5),
      gapP95Ms: findQuantile(gaps, 0.95),
      peakMegabytes,
    };
  } finally {
    server.process.kill();
  }
}

async function openServer(): Promise<Server> {
  const child = spawn(process.execPath, [
    fileURLToPath(new URL(import.meta.resolve('@terrarium/kernel/testing/fake-server-main'))),
    '--responder',
    join(import.meta.dirname, 'responder.ts'),
  ]);
  const [baseUrl] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { baseUrl, process: child };
}

function listWords(dir: string, { baseUrl }: Server, model: string): readonly string[] {
  return ['annotate', 'run', '--world', dir, '--model', `openai:${model}`, '--base-url', baseUrl];
}

/** Starts a run, waits for its first request, and kills it there. */
async function timeFirstRequest(dir: string, server: Server): Promise<number> {
  const known = (await readRecords(server)).length;
  const began = performance.timeOrigin + performance.now();
  const child = spawn(process.execPath, [launcher, ...listWords(dir, server, 'silent')], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  for (;;) {
    const record = (await readRecords(server))[known];
    if (record !== undefined) {
      child.kill('SIGKILL');
      await ended;
      return (record.receivedAt - began) / 1000;
    }
    if (child.exitCode !== null)
      throw new Error(`The run ended with exit code ${child.exitCode} before it asked the model.`);
    await setTimeout(pollMs);
  }
}

async function readRecords({ baseUrl }: Server): Promise<readonly ServerRecord[]> {
  const response = await fetch(baseUrl.replace(/\/v1$/, '/fake/records'));
  return (await response.json()) as ServerRecord[];
}
