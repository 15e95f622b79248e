// The commands with which a person accepts or refuses proposals, and writes or approves fragments.

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
    .description('show the changes that maintenance proposes, and accept or refuse them')
    .option('--accept <numbers...>', 'apply these; "all" for all', parseNumbers)
    .option('--refuse <numbers...>', 'discard these; "all" for all', parseNumbers);
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
    .description('write, change, extend or approve a fragment; this can be undone')
    .argument('<key>', 'its key, such as mira')
    .option('--ambient <sentence>', 'what is always in mind about it, in a sentence')
    .option('--recognition <text>', 'what comes to mind when it is mentioned')
    .option('--inventory <lines>', 'everything known about it, one fact per line; replaces the present list')
    .option('--line <text...>', 'lines to add')
    .option('--event <numbers...>', 'moments it is based on', parseEvents)
    .option('--approve', 'approve it as it is: from then on maintenance only adds lines')
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
