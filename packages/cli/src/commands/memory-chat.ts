// The memory chat command: a talk with a companion who remembers; without a model, a look at what it would wake to.

import type { Command } from 'commander';
import type { ChatOptions } from '../actions/chat.ts';
import { addModelOptions, addWorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addMemoryChatCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('chat')
    .description('talk with a companion who remembers; without a model, see what it would wake to')
    .argument('[message...]', 'one message (default: a talk; lines from a pipe are messages too)')
    .option('--voice <id>', 'which of your voices speaks (default: the first of memory.voices.user)');
  addModelOptions(addWorldOptions(command, 'one JSON value a turn')).action(
    async (words: readonly string[], options: ChatOptions) => {
      const { runChat } = await import('../actions/chat.ts');
      await runChat(shell, words.join(' ').trim(), options);
    },
  );
}
