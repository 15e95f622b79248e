// A small story in a folder of its own, and a server whose replies a test decides.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type FakeServer,
  type FakeServerOptions,
  openFakeServer,
} from '@terrarium/kernel/testing/fake-server';
import type { FakeReply, FakeRequest } from '@terrarium/kernel/testing/fake-wire';

export interface Folder {
  readonly path: string;
  write(name: string, text: string): string;
  remove(): void;
}

export function createFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'terrarium-cli-'));
  return {
    path,
    write: (name, text) => {
      writeFileSync(join(path, name), text);
      return name;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Three threads of one scene each; every scene names somebody. */
export const smallStory: string = [
  { thread: 'One', body: 'At dawn Soma opened the gate. Soma was the keeper of Vell, a town of salt.' },
  { thread: 'Two', body: 'Quillon came by night. Quillon was a thief of bells, and everybody knew it.' },
  { thread: 'Three', body: 'In spring Ondine left. Ondine was the last ferrywoman of Vell.' },
]
  .map((post) => `${JSON.stringify(post)}\n`)
  .join('');

/** The title of the thread whose scene a request is about; undefined if the request is not about a scene. */
export function findSceneTitle(request: FakeRequest): string | undefined {
  const newest = request.body.messages.at(-1);
  const content = newest?.role === 'user' ? String(newest.content) : '';
  return /<story_passages[^>]* title="([^"]*)"/.exec(content)?.[1];
}

/** Records the person whom the scene is about. */
export function recordPerson(request: FakeRequest): FakeReply {
  const newest = String(request.body.messages.at(-1)?.content ?? '');
  const post = /<post id="(\d+)"/.exec(newest)?.[1];
  const name = /(\w+) was (?:the|a) /.exec(newest)?.[1];
  if (post === undefined || name === undefined) return { text: 'Nothing new.' };
  const argumentsOfCall = {
    term: name,
    definition: `Somebody of the story: ${name}.`,
    tags: ['character'],
    evidence: [{ post_id: Number(post), label: 2 }],
  };
  return { calls: [{ name: 'glossary_create', arguments: argumentsOfCall }] };
}

export function openStoryServer(options: Partial<FakeServerOptions> = {}): Promise<FakeServer> {
  return openFakeServer({ respond: recordPerson, models: ['story'], flavour: 'vllm', ...options });
}

/**
 * A gate at which requests wait: `reached` resolves when a request has arrived, and `open` lets all requests
 * through.
 */
export function buildGate() {
  const reached = Promise.withResolvers<void>();
  const passage = Promise.withResolvers<void>();
  return {
    reached: reached.promise,
    open: () => passage.resolve(),
    wait: async () => {
      reached.resolve();
      await passage.promise;
    },
  };
}
