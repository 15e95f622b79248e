// A partly read story, copied for each test that breaks something, and the entries that an undisturbed run makes.

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { exportGlossary } from '@terrarium/annotator/export-glossary';
import { openAnnotator } from '@terrarium/annotator/open-annotator';
import { openWorld } from '@terrarium/annotator/open-world';
import { verifyAnnotator } from '@terrarium/annotator/verify-annotator';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import type { Said } from './run-in-process.ts';
import { runTerrarium } from './run-terrarium.ts';
import { createFolder, type Folder, openStoryServer, smallStory } from './small-story.ts';

export interface BrokenStory {
  /** Contains `story.jsonl` and `world`. Of the three scenes, the first has been read. */
  readonly template: Folder;
  /** The entries that an undisturbed run makes. */
  readonly undisturbed: readonly unknown[];
  copy(onTestFinished: (close: () => void) => void): string;
}

export async function createBrokenStory(): Promise<BrokenStory> {
  const template = createFolder();
  template.write('story.jsonl', smallStory);
  await runTerrarium(['import', 'story.jsonl'], { cwd: template.path });
  await readOn(template.path, '--limit', '1');
  const other = createFolder();
  cpSync(template.path, other.path, { recursive: true });
  await readOn(other.path);
  const undisturbed = readEntries(join(other.path, 'world'));
  other.remove();
  return {
    template,
    undisturbed,
    copy: (onTestFinished) => {
      const folder = createFolder();
      cpSync(template.path, folder.path, { recursive: true });
      onTestFinished(() => folder.remove());
      return folder.path;
    },
  };
}

export interface ReadOn extends Said {
  /** How many requests for replies the server got. */
  readonly requests: number;
}

export async function readOn(cwd: string, ...more: readonly string[]): Promise<ReadOn> {
  const server = await openStoryServer();
  const argv = ['annotate', 'run', '--model', 'openai:story', '--base-url', server.baseUrl, ...more];
  const said = await runTerrarium(argv, { cwd });
  await server.close();
  return { ...said, requests: server.records.length };
}

/** Every entry as exported, without its times. Throws if the world does not verify. */
export function readEntries(worldDir: string): readonly unknown[] {
  const annotator = openAnnotator(openWorld(worldDir), {
    clock: buildSystemEnvironment().clock,
    mustExist: true,
  });
  try {
    const { problems } = verifyAnnotator(annotator);
    if (problems.length > 0) throw new Error(`It does not verify: ${JSON.stringify(problems)}`);
    const { entries } = exportGlossary(annotator);
    return entries.map(({ created_at: _created, updated_at: _updated, ...rest }) => rest);
  } finally {
    annotator.close();
  }
}
