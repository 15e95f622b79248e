// Examines memory, games and vectors of a world: whether each is sound and can be written; of what is kept not a word is told.

import type { World } from '@terrarium/annotator/world';
import type { Finding } from '@terrarium/kernel/finding';
import { isThere } from '@terrarium/kernel/is-there';
import type { Verification } from '@terrarium/kernel/verify-database';
import { lookAtMemory } from '../compose-memory.ts';
import { lookAtGames } from '../compose-play.ts';
import { renderCount } from '../screen/quantities.ts';
import { exitCodes, type Shell } from '../shell.ts';
import { type Examined, judge, judgeFailure } from './examined.ts';

/** Undefined where the world has none. */
export async function examineMemory(shell: Shell, world: World): Promise<Examined | undefined> {
  const { verifyMemory } = await import('@terrarium/memory/verify-memory');
  return await examine('memory', () => lookAtMemory(shell, world, verifyMemory));
}

/** Undefined where none was begun. */
export async function examineGames(shell: Shell, world: World): Promise<Examined | undefined> {
  const { verifyRpg } = await import('@terrarium/rpg/verify-rpg');
  return await examine('games', () => lookAtGames(shell, world, verifyRpg));
}

/** Undefined where nothing was searched for by meaning yet. */
export async function examineVectors({ vectorsPath }: World): Promise<Examined | undefined> {
  if (!isThere(vectorsPath)) return undefined;
  const { verifyVectors } = await import('@terrarium/annotator/verify-vectors');
  const examined = await examine('vectors', async () => verifyVectors(vectorsPath));
  if (examined === undefined || examined.finding.standing === 'ok') return examined;
  const todo = `Remove ${vectorsPath}: it is made anew.`;
  return judge({ ...examined.finding, standing: 'warning', todo }, 0);
}

async function examine(
  check: string,
  verify: () => Promise<Verification | undefined>,
): Promise<Examined | undefined> {
  try {
    const verified = await verify();
    return verified === undefined ? undefined : judge(report(check, verified), exitCodes.problems);
  } catch (error) {
    return judgeFailure(check, error);
  }
}

function report(check: string, { checks, problems }: Verification): Finding {
  if (problems.length === 0)
    return { check, standing: 'ok', says: `All ${checks.length} checks hold: ${checks.join(', ')}.` };
  const sum = problems.reduce((total, { count }) => total + count, 0);
  const counted = problems.map((one) => `${one.check} (${renderCount(one.count, 'time')})`);
  return {
    check,
    standing: 'problem',
    says: `${renderCount(sum, 'thing does', 'things do')} not hold: ${counted.join(', ')}.`,
    todo: 'If the folder was damaged, restore it from a backup.',
  };
}
