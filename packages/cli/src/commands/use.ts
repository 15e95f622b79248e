// The use command: sets the model once, for every world.

import { chooseDefaultWorld } from '@terrarium/kernel/choose-default-world';
import type { Command } from 'commander';
import type { UseOptions } from '../actions/use-model.ts';
import type { Shell } from '../shell/shell.ts';

export function addUseCommand(program: Command, shell: Shell): void {
  program
    .command('use')
    .description('set your model for all worlds; without a name, show which model is used')
    .summary('set your model for all worlds, or show which is used')
    .argument('[model]', 'openai:<name> for any OpenAI-compatible server, <provider>:<name>, or builtin')
    .option('--base-url <url>', 'address of the server, such as http://localhost:8080/v1')
    .option('--api-key <key>', 'the key of the server, sent to this address only')
    .option('--world <dir>', 'also look at the settings of this world', chooseDefaultWorld())
    .option('--json', 'print one JSON value instead of text')
    .action(async (model: string | undefined, options: UseOptions) => {
      const { useModel } = await import('../actions/use-model.ts');
      useModel(shell, model, options);
    });
}
