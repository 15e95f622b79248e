// Accepts or refuses what maintenance proposes, as a person decides, and shows the proposals that still wait.

import { buildProposals } from '@terrarium/composition/build-memory';
import { UsageError } from '@terrarium/kernel/errors';
import type { MindOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { renderWaiting } from '../views/render-waiting.ts';
import { showFromMemory } from './show-from-memory.ts';

export interface ProposalOptions extends MindOptions {
  readonly accept?: readonly number[] | 'all';
  readonly refuse?: readonly number[] | 'all';
}

export async function applyDecisions(shell: Shell, options: ProposalOptions): Promise<void> {
  const { accept, refuse } = options;
  if (accept === 'all' && refuse === 'all') throw refuseBoth();
  await showFromMemory(shell, { ...options, shape: 'memoryProposals' }, (companion, { timeZone }) => {
    const ids = companion.proposals().map(({ id }) => id);
    const list = (wish: readonly number[] | 'all' = [], other: readonly number[] | 'all' = []) =>
      wish === 'all' ? ids.filter((id) => !other.includes(id as never)) : wish;
    const wanted = { accept: list(accept, refuse), refuse: list(refuse, accept) };
    if (wanted.accept.some((id) => wanted.refuse.includes(id))) throw refuseBoth();
    const decided = { ...companion.applyDecisions(wanted), refused: wanted.refuse };
    const proposals = companion.proposals();
    const screen = { width: shell.printer.width, dir: options.world, timeZone };
    return {
      value: buildProposals(decided, proposals),
      renderLines: () => renderWaiting(decided, proposals, screen),
    };
  });
}

function refuseBoth(): UsageError {
  return new UsageError({
    code: 'memory.mixed-decisions',
    happened: 'The same proposal was both accepted and refused.',
    todo: 'Use either --accept or --refuse for each. Nothing was changed.',
  });
}
