// Verifies every part of a world: each file is checked by the package that keeps it.

import { basename, join } from 'node:path';
import { hasLostReading } from '@terrarium/annotator/open-run-lock';
import { openWorldCorpus } from '@terrarium/annotator/open-world';
import { readReaderPlace } from '@terrarium/annotator/reader-place';
import { explainGoneStore, listGoneStores } from '@terrarium/annotator/stores-file';
import { unsealedNote } from '@terrarium/annotator/verify-annotator';
import type { World } from '@terrarium/annotator/world';
import { examineWorld, refuseUnread } from '@terrarium/composition/annotator-world';
import { readFromGames } from '@terrarium/composition/game-world';
import { listOtherMinds, readFromMemory } from '@terrarium/composition/memory-world';
import { renderCommand } from '@terrarium/composition/render-command';
import { isThere } from '@terrarium/kernel/is-there';
import type { Verification } from '@terrarium/kernel/verify-database';
import { renderCount } from '../screen/quantities.ts';
import type { Shell } from '../shell/shell.ts';
import { suggestRun } from './suggest-run.ts';
import {
  buildCheckedPart,
  buildFailedPart,
  buildPassedPart,
  buildStalePart,
  reportVerification,
  type VerifiedPart,
} from './verified-part.ts';

/** Yields all parts of the world, each after the parts that it depends on. */
export async function* verifyParts(shell: Shell, world: World): AsyncGenerator<VerifiedPart> {
  yield verifyFolder(world);
  yield* verifyCorpora(world);
  yield await verifyGlossaryPart(shell, world);
  const kept = [
    await verifyVectorsPart(world),
    await verifyMemoryPart(shell, world),
    ...(await verifyMindParts(shell, world)),
    await verifyGamesPart(shell, world),
  ];
  yield* kept.filter((part) => part !== undefined);
}

/** Verifies the folder itself: its description can be read, and none of its databases is missing. */
function verifyFolder(world: World): VerifiedPart {
  const part = 'world.json';
  try {
    readReaderPlace(world);
    const gone = listGoneStores(world).map((file) => explainGoneStore(world, file));
    const checks = ['description', 'place', 'nothing missing'];
    const problems = gone.map(({ code, happened }) => ({ code, what: happened }));
    return buildCheckedPart({ part, checks, problems, todo: gone[0]?.todo ?? '' });
  } catch (error) {
    return buildFailedPart(part, error);
  }
}

/** One verified part for each story; a linked story is named by its path. */
export async function* verifyCorpora(world: World): AsyncGenerator<VerifiedPart> {
  for (const corpus of world.corpora) {
    const part = corpus.kind === 'linked' ? corpus.path : `corpora/${basename(corpus.path)}`;
    try {
      yield await verifyCorpusPart(world, { corpus, part });
    } catch (error) {
      yield buildFailedPart(part, error);
    }
  }
}

interface CorpusPart {
  readonly corpus: World['corpora'][number];
  readonly part: string;
}

/** A linked file belongs to another program, so the only check is whether it can be read. */
async function verifyCorpusPart(world: World, { corpus, part }: CorpusPart): Promise<VerifiedPart> {
  const notes: string[] = [];
  if (corpus.kind !== 'linked') {
    const { verifyCorpus } = await import('@terrarium/annotator/corpus-seals');
    const verified = verifyCorpus(corpus.path);
    if (verified.isSealed || verified.problems.length > 0) {
      const reported = reportVerification(part, verified);
      if (reported.standing !== 'ok') return reported;
      openWorldCorpus(world, corpus.name).close();
      return reported;
    }
    notes.push(` Only the structure of the file was checked: ${unsealedNote}.`);
  }
  const opened = openWorldCorpus(world, corpus.name);
  try {
    return buildPassedPart(
      part,
      `It can be read: ${renderCount(opened.countPosts(), 'post')}.${notes.join('')}`,
    );
  } finally {
    opened.close();
  }
}

/** Checks again every invariant of the annotator's database. */
export async function verifyGlossaryPart(shell: Shell, world: World): Promise<VerifiedPart> {
  const part = 'annotator.db';
  if (hasLostReading(world)) return buildFailedPart(part, refuseUnread(world));
  if (!isThere(world.annotatorPath)) return buildPassedPart(part, 'Nothing has been read yet.');
  try {
    const { verifyAnnotator } = await import('@terrarium/annotator/verify-annotator');
    const found: VerifiedPart[] = [];
    await examineWorld(shell, world.dir, (annotator) => {
      const { checks, problems } = verifyAnnotator(annotator);
      const stale = problems.filter((problem) => problem.isStale);
      const told = problems.map(({ code, what }) => ({ code, what }));
      const isStale = stale.length > 0;
      const todo = isStale ? suggestRun(world) : suggestSalvage('export', world);
      found.push(
        isStale && stale.length === problems.length
          ? buildStalePart({ part, todo, checks, problems: told })
          : buildCheckedPart({ part, todo, checks, problems: told }),
      );
    });
    return found[0] ?? buildPassedPart(part, 'It was not checked.');
  } catch (error) {
    return buildFailedPart(part, error);
  }
}

/** Undefined if nobody has searched by meaning yet. */
export async function verifyVectorsPart({ vectorsPath }: World): Promise<VerifiedPart | undefined> {
  if (!isThere(vectorsPath)) return undefined;
  const { verifyVectors } = await import('@terrarium/annotator/entry-vector');
  const verified = await verifyStore(basename(vectorsPath), async () => verifyVectors(vectorsPath));
  if (verified === undefined || verified.standing === 'ok') return verified;
  // Vectors can be computed again, so nothing is lost, and a warning is enough.
  return {
    ...verified,
    standing: 'warning',
    todo: `Remove ${vectorsPath}; it will be rebuilt.`,
    exitCode: 0,
  };
}

/** Undefined if the world has no memory. */
export async function verifyMemoryPart(shell: Shell, world: World): Promise<VerifiedPart | undefined> {
  const { verifyMemory } = await import('@terrarium/memory/verify-memory');
  const todo = suggestSalvage('memory export', world);
  return await verifyStore('memory.sqlite', () => readFromMemory(shell, world, verifyMemory), todo);
}

export async function verifyMindParts(shell: Shell, world: World): Promise<readonly VerifiedPart[]> {
  const { verifyMemory } = await import('@terrarium/memory/verify-memory');
  const parts: VerifiedPart[] = [];
  for (const { id, world: place } of listOtherMinds(world)) {
    const todo = suggestSalvage('memory export', world, ['--of', id]);
    const name = join('minds', id, 'memory.sqlite');
    const part = await verifyStore(name, () => readFromMemory(shell, place, verifyMemory), todo);
    if (part !== undefined) parts.push(part);
  }
  return parts;
}

/** Undefined if the world has no game. */
export async function verifyGamesPart(shell: Shell, world: World): Promise<VerifiedPart | undefined> {
  const { verifyRpg } = await import('@terrarium/rpg/verify-rpg');
  const todo = suggestSalvage('play export', world);
  return await verifyStore(
    'rpg.db',
    () => readFromGames(shell, world, (connection) => verifyRpg(connection)),
    todo,
  );
}

function suggestSalvage(command: string, { dir }: World, more: readonly string[] = []): string {
  return `Restore the folder of the world from a backup; without one, "${renderCommand(command, dir, [...more, '--salvage'])}" writes what is sound.`;
}

async function verifyStore(
  part: string,
  verify: () => Promise<Verification | undefined>,
  todo?: string,
): Promise<VerifiedPart | undefined> {
  try {
    const verified = await verify();
    return verified === undefined ? undefined : reportVerification(part, verified, todo);
  } catch (error) {
    return buildFailedPart(part, error);
  }
}
