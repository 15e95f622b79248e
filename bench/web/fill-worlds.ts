// Fills the worlds that the screens are measured on: a large one with a glossary, and one with a very long post.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addCorpus } from '@terrarium/annotator/add-corpus';
import { createWorld } from '@terrarium/annotator/open-world';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { measureCommand, runScript } from '../scale/measure-process.ts';

export interface FilledWorlds {
  /** Its glossary has a tenth as many entries as the story has posts. */
  readonly large: string;
  /** One post of a million characters. */
  readonly long: string;
}

const longPost = 1_000_000;

export async function fillWorlds(folder: string, posts: number): Promise<FilledWorlds> {
  const size = { posts, entries: posts / 10 };
  const path = join(folder, 'story.jsonl');
  const large = join(folder, 'large');
  await runScript('write-story.ts', { path, size });
  await measureCommand(['import', path, '--world', large]);
  await runScript('fill-world.ts', { dir: large, size });
  return { large, long: await fillLong(join(folder, 'long'), folder) };
}

async function fillLong(dir: string, folder: string): Promise<string> {
  const path = join(folder, 'long.jsonl');
  const paragraph = `${'She went down to the harbour, and the lamps were lit one after another. '.repeat(6)}\n\n`;
  const body = paragraph.repeat(Math.ceil(longPost / paragraph.length)).slice(0, longPost);
  writeFileSync(path, `${JSON.stringify({ id: 1, thread: 'One', body, tags: ['qm_post'] })}\n`);
  await addCorpus(createWorld({ dir, clock: buildSystemEnvironment().clock }), { path });
  return dir;
}
