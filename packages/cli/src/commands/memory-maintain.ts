// Command `memory maintain`: its options, read into the kind of run that is wished.

import type { RunKind } from '@terrarium/memory/run-store';
import { Argument, type Command } from 'commander';
import type { MaintainOptions } from '../actions/run-memory-maintenance.ts';
import { addModelOptions, addWorldOptions, buildCountOption } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

const kinds = ['light', 'deep', 'manual'] as const satisfies readonly RunKind[];

export function addMemoryMaintainCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('maintain')
    .description('compile what was said into fragments; without a model by extraction alone')
    .addArgument(
      new Argument('[kind]', 'light: what is new; deep: all fragments too; manual: with --request').choices(
        kinds,
      ),
    )
    .option('--dry-run', 'show what would be done, and write nothing')
    .option('--due', 'only what is due: a light run each week, a deep one each month')
    .option('--request <words>', 'what a manual run should mind')
    .option('--propose-tags', 'have the model tag the newest replies that bear no tag')
    .option('--flags', 'what maintenance asks you to look at')
    .addOption(buildCountOption('--settle <flag>', 'that flag is settled'))
    .addOption(buildCountOption('--revert <run>', 'take that run back, exactly'));
  addModelOptions(addWorldOptions(command, 'one JSON value')).action(
    async (kind: RunKind | undefined, options: MaintainOptions) => {
      const { runMemoryMaintenance } = await import('../actions/run-memory-maintenance.ts');
      await runMemoryMaintenance(shell, kind, options);
    },
  );
}
