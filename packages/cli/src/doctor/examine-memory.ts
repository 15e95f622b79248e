// Examines a memory: whose file it is, whether it is sound and can be written; of what is remembered not a word is told.

import type { World } from '@terrarium/annotator/world';
import type { Finding } from '@terrarium/kernel/finding';
import type { MemoryVerification } from '@terrarium/memory/verify-memory';
import { lookAtMemory } from '../compose-memory.ts';
import { renderCount } from '../screen/quantities.ts';
import { exitCodes, type Shell } from '../shell.ts';
import { type Examined, judge, judgeFailure } from './examined.ts';

const check = 'memory';

/** Undefined where the world has none. */
export async function examineMemory(shell: Shell, world: World): Promise<Examined | undefined> {
  const { verifyMemory } = await import('@terrarium/memory/verify-memory');
  try {
    const verified = await lookAtMemory(shell, world, verifyMemory);
    return verified === undefined ? undefined : judge(report(verified), exitCodes.problems);
  } catch (error) {
    return judgeFailure(check, error);
  }
}

function report({ checks, problems }: MemoryVerification): Finding {
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
