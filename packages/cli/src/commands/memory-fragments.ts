// The commands by which a person decides what is compiled: proposals that wait, and fragments written by hand.

import { type Command, InvalidArgumentError } from 'commander';
import type { ProposalOptions } from '../actions/apply-decisions.ts';
import type { FragmentOptions } from '../actions/write-fragment.ts';
import { addMindOptions, parseCount } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addMemoryFragments(memory: Command, shell: Shell): void {
  addProposals(memory, shell);
  addFragment(memory, shell);
}

function addProposals(memory: Command, shell: Shell): void {
  const command = memory
    .command('proposals')
    .description('show what maintenance proposes and what it would change, and accept or refuse it')
    .option('--accept <numbers...>', 'do these; "all" for all that wait', parseNumbers)
    .option('--refuse <numbers...>', 'leave these undone; "all" for all that wait', parseNumbers);
  addMindOptions(command, 'one JSON value').action(async (options: ProposalOptions) => {
    const { applyDecisions } = await import('../actions/apply-decisions.ts');
    await applyDecisions(shell, options);
  });
}

function parseNumbers(text: string, former: readonly number[] | 'all' = []): readonly number[] | 'all' {
  if (text === 'all' || former === 'all') return 'all';
  return [...former, ...text.split(',').map((one) => parseCount(one.trim()))];
}

function addFragment(memory: Command, shell: Shell): void {
  const command = memory
    .command('fragment')
    .description('write a fragment, or change, add to or approve one; a run that can be taken back')
    .argument('<key>', 'its key, such as mira')
    .option('--ambient <sentence>', 'what is always known of it, in a sentence')
    .option('--recognition <text>', 'what comes to mind when it comes up')
    .option('--inventory <lines>', 'all that is known of it, a line each, in place of what stands there')
    .option('--line <text...>', 'lines to add to what stands there')
    .option('--event <numbers...>', 'moments that it rests on', parseEvents)
    .option('--approve', 'agree to it as it stands: from then on maintenance only adds lines to it')
    .option('--release', 'let maintenance rewrite it again without asking');
  addMindOptions(command, 'one JSON value').action(async (key: string, options: FragmentOptions) => {
    const { writeFragment } = await import('../actions/write-fragment.ts');
    await writeFragment(shell, key, options);
  });
}

function parseEvents(text: string, former: readonly number[] = []): readonly number[] {
  const found = parseNumbers(text, former);
  if (found !== 'all') return found;
  throw new InvalidArgumentError('Give the numbers of the moments.');
}
