// The memory graph command: how what is in mind fades, and plans sink and rise, as a chart or a picture.

import type { Command } from 'commander';
import type { GraphOptions } from '../actions/draw-decay.ts';
import { addWorldOptions, buildCountOption, buildDecayOption } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addMemoryGraphCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('graph')
    .description('how what is in mind fades, and plans sink and rise, if nobody speaks')
    .addOption(buildCountOption('--days <days>', 'how far to look').default(7))
    .addOption(buildCountOption('--limit <items>', 'the strongest, so many').default(20))
    .option('--svg <file>', 'as a picture')
    .addOption(buildDecayOption())
    .option('--with-secrets', 'with what the companion keeps secret');
  addWorldOptions(command, 'the scores as one JSON value').action(async (options: GraphOptions) => {
    const { drawDecay } = await import('../actions/draw-decay.ts');
    await drawDecay(shell, options);
  });
}
