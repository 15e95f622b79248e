// A real llama-server on this machine, with the toy model: started and awaited until it listens, and stopped when the test ends.

import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import type { ToyReply } from '@terrarium/kernel/testing/toy-model';

/** Path of the program; undefined if it is not on the search path. */
export function findLlamaServer(): string | undefined {
  const folders = (readProcessEnvironment()['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, 'llama-server')).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export interface LlamaServer {
  /** The address of the server, without `/v1`. */
  readonly baseUrl: string;
  readonly port: number;
  kill(): Promise<void>;
}

export interface LlamaOptions {
  readonly program: string;
  readonly model: string;
  readonly flags: readonly string[];
  /** The port; a free one by default. */
  readonly port?: number;
}

/** Resolves as soon as the server listens; rejects with its output if it ends first. */
export async function startLlamaServer({ program, model, flags, port }: LlamaOptions): Promise<LlamaServer> {
  const chosen = port ?? (await findFreePort());
  const argv = [
    '-m',
    model,
    '--host',
    '127.0.0.1',
    '--port',
    String(chosen),
    '-np',
    '1',
    '-t',
    '1',
    ...flags,
  ];
  const child = spawn(program, argv, { stdio: ['ignore', 'pipe', 'pipe'] });
  await waitUntilListening(child);
  return {
    baseUrl: `http://127.0.0.1:${chosen}`,
    port: chosen,
    kill: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('close', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

function waitUntilListening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const read = (part: Buffer) => {
      said += part.toString();
      if (said.includes('listening on http')) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('close', () => reject(new Error(`llama-server ended: ${said.slice(-2_000)}`)));
  });
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
      server.close(() => resolve(port));
    });
  });
}

function call(name: string, values: Readonly<Record<string, unknown>>): readonly string[] {
  const pieces = JSON.stringify(values).match(/.{1,9}/gsu) ?? [];
  return ['<tool_call>', `\n{"name": "${name}", "arguments": `, ...pieces, '}', '\n</tool_call>'];
}

function recordPerson(term: string, post: number): readonly string[] {
  return call('glossary_create', {
    term,
    definition: `Somebody of the story: ${term}.`,
    tags: ['character'],
    evidence: [{ post_id: post, label: 2 }],
  });
}

/**
 * The toy model's replies: it does what `doctor` asks, records the people of the small story, and otherwise
 * tells of a lamp.
 */
export const toyReplies: readonly ToyReply[] = [
  { when: "role == 'tool'", says: ['Nothing', ' new', '.'] },
  { when: "'Call the tool' in last", says: call('note_name', { name: 'Wren' }) },
  { when: "'Count from one' in last", says: Array.from({ length: 60 }, (_unused, at) => `${at + 1}, `) },
  { when: "'single word: ready' in last", says: ['rea', 'dy'] },
  { when: "'Soma was' in last", says: recordPerson('Soma', 1) },
  { when: "'Quillon was' in last", says: recordPerson('Quillon', 2) },
  { when: "'Ondine was' in last", says: recordPerson('Ondine', 3) },
  { when: 'true', says: ['The lamp', ' of the gate', ' went out', ' in the rain.'] },
];
