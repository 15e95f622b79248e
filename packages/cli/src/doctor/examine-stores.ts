// Examines the stores of a world as "terrarium verify" does, but quotes nothing from their contents.

import { type CutReading, readCutScenes } from '@terrarium/annotator/read-cut-scenes';
import type { World } from '@terrarium/annotator/world';
import { readFromWorld } from '@terrarium/composition/annotator-world';
import { renderCommand } from '@terrarium/composition/render-command';
import { Bug, TerrariumError } from '@terrarium/kernel/errors';
import { isThere } from '@terrarium/kernel/is-there';
import type { Shell } from '../shell/shell.ts';
import type { VerifiedPart } from '../verify/verified-part.ts';
import {
  verifyCorpora,
  verifyGamesPart,
  verifyGlossaryPart,
  verifyMemoryPart,
  verifyMindParts,
  verifyVectorsPart,
} from '../verify/verify-parts.ts';
import { renderCut, renderCutRemedy } from '../views/render-cut.ts';
import { type Examined, toExamined } from './examined.ts';

/** Examines the stories, the annotator's database, and all other stores of the world. */
export async function* examineStores(shell: Shell, world: World): AsyncGenerator<Examined> {
  if (world.corpora.length > 0) yield await examineCorpora(world);
  yield report(world, 'store', await verifyGlossaryPart(shell, world));
  yield* examineReading(shell, world);
  const kept = [
    ['vectors', await verifyVectorsPart(world)],
    ['memory', await verifyMemoryPart(shell, world)],
    ...(await verifyMindParts(shell, world)).map((part) => ['memory', part] as const),
    ['games', await verifyGamesPart(shell, world)],
  ] as const;
  for (const [check, part] of kept) if (part !== undefined) yield report(world, check, part);
}

/** Yields nothing if every prompt was read whole. If the store cannot be read, an earlier check has reported this. */
async function* examineReading(shell: Shell, world: World): AsyncGenerator<Examined> {
  if (!isThere(world.annotatorPath)) return;
  const found: CutReading[] = [];
  try {
    await readFromWorld(shell, world.dir, (annotator) => {
      const cut = readCutScenes(annotator);
      if (cut !== undefined) found.push(cut);
    });
  } catch (error) {
    if (!(error instanceof TerrariumError) || error instanceof Bug) throw error;
    return;
  }
  for (const cut of found) {
    const todo = renderCutRemedy(world.dir);
    yield toExamined({ check: 'reading', standing: 'warning', says: renderCut(cut), todo }, 0);
  }
}

/**
 * One finding for all stories together, because their names would tell what the person reads; "terrarium verify" says
 * which story is broken.
 */
async function examineCorpora(world: World): Promise<Examined> {
  const parts: VerifiedPart[] = [];
  for await (const part of verifyCorpora(world)) parts.push(part);
  const broken = parts.filter(({ standing }) => standing === 'problem');
  const [first] = broken;
  if (first === undefined)
    return toExamined({ check: 'corpora', standing: 'ok', says: describeWhole(parts) }, 0);
  const which = parts.length === 1 ? 'the story' : `${broken.length} of ${parts.length} stories`;
  return report(world, 'corpora', { ...first, says: `Something is wrong with ${which}. ${first.says}` });
}

function describeWhole(parts: readonly VerifiedPart[]): string {
  const unsealed = parts.filter(({ checks }) => !checks.includes('records')).length;
  if (parts.length === 1)
    return unsealed === 0
      ? 'The story is as it was imported.'
      : 'The story can be read. It has no checksums, so damage to its words may go unnoticed.';
  if (unsealed === 0) return `${nameAll(parts.length)} are as they were imported.`;
  const which = `${unsealed}, which ${unsealed === 1 ? 'has' : 'have'} no checksums`;
  return `${nameAll(parts.length)} can be read. Damage to words may go unnoticed in ${which}.`;
}

function nameAll(stories: number): string {
  return stories === 2 ? 'Both stories' : `All ${stories} stories`;
}

/** Says how many problems each check found; "terrarium verify" lists them. */
function report(world: World, check: string, part: VerifiedPart): Examined {
  const { standing, says, problems, todo, code, exitCode } = part;
  const isListed = code === undefined && problems.length > 0 && todo !== undefined;
  const list = `"${renderCommand('verify', world.dir)}" lists them.`;
  return toExamined({ check, standing, says, todo: isListed ? `${list} ${todo}` : todo, code }, exitCode);
}
