// Reads posts with the built-in reader, through the entry point that a person's run uses, and ranks what it recorded.

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addCorpus } from '@terrarium/annotator/add-corpus';
import { annotate } from '@terrarium/annotator/annotate';
import { openBuiltInReader } from '@terrarium/annotator/built-in-reader';
import { rankEntries } from '@terrarium/annotator/export-glossary';
import { type Annotator, openAnnotator } from '@terrarium/annotator/open-annotator';
import { createWorld } from '@terrarium/annotator/open-world';
import type { RunEvent } from '@terrarium/annotator/run-events';
import { defaultRunSettings } from '@terrarium/annotator/run-settings';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import type { Post } from './data.ts';
import type { RankedEntry } from './entry.ts';

export type Decided = Extract<RunEvent, { readonly kind: 'entry-decided' }>;

export interface Result {
  /** The entries, those with the highest salience first. */
  readonly entries: readonly RankedEntry[];
  /** How many calls were refused, by tool. */
  readonly refused: ReadonlyMap<string, number>;
  /** What a curator decided, in order. */
  readonly decisions: readonly Decided[];
  readonly words: number;
  readonly milliseconds: number;
  /** Bytes of annotator.db for each byte of text that was read. */
  readonly storedPerByte: number;
}

export async function readWithRunner(posts: readonly Post[]): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-bench-'));
  try {
    return await readInFolder(posts, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readInFolder(posts: readonly Post[], folder: string): Promise<Result> {
  const environment = buildSystemEnvironment();
  const path = join(folder, 'story.jsonl');
  writeFileSync(path, posts.map((post) => JSON.stringify(post)).join('\n'));
  const { world } = await addCorpus(createWorld({ dir: join(folder, 'world'), clock: environment.clock }), {
    path,
  });
  const refused = new Map<string, number>();
  const decisions: Decided[] = [];
  const started = performance.now();
  await annotate({
    world,
    model: openBuiltInReader(),
    environment,
    settings: defaultRunSettings,
    stop: { isRequested: () => false, abort: new AbortController().signal },
    emit(event) {
      if (event.kind === 'entry-decided') decisions.push(event);
      if (event.kind === 'call-refused') refused.set(event.tool, (refused.get(event.tool) ?? 0) + 1);
    },
  });
  const milliseconds = performance.now() - started;
  const annotator = openAnnotator(world, { clock: environment.clock });
  const entries = listRanked(annotator);
  annotator.close();
  const words = posts.reduce((sum, post) => sum + post.body.split(/\s+/).length, 0);
  const bytes = posts.reduce((sum, post) => sum + Buffer.byteLength(post.body), 0);
  const storedPerByte = statSync(world.annotatorPath).size / bytes;
  return { entries, refused, decisions, words, milliseconds, storedPerByte };
}

function listRanked(annotator: Annotator): readonly RankedEntry[] {
  const ranked = [...rankEntries(annotator)].toSorted(
    (one, other) => other.salience - one.salience || one.entry.id - other.entry.id,
  );
  return ranked.map(({ entry, salience }) => ({
    term: entry.term.replace(/ \([^()]*\)$/, ''),
    aliases: entry.aliases,
    definition: entry.definition,
    tags: entry.tags,
    salience,
    firstPost: entry.firstSeen.postId,
    evidence: entry.evidence.map(({ postId, start, end, quote }) => ({ postId, start, end, quote })),
  }));
}
