// The speakers command: shows who speaks in a transcript, or sets which character each of them plays.

import type { Command } from 'commander';
import type { SpeakerOptions } from '../actions/set-or-show-speakers.ts';
import { addWorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addSpeakersCommand(annotate: Command, shell: Shell): void {
  const command = annotate
    .command('speakers')
    .description('for a transcript or chat: show who speaks, or set which character each speaker plays')
    .argument('[speaker...]', '"LAURA=Jester" for each; "LAURA=" if she plays nobody')
    .option('--corpus <name>', 'which story, if the world has several');
  addWorldOptions(command, 'one JSON value').action(
    async (speakers: readonly string[], options: SpeakerOptions) => {
      const { setOrShowSpeakers } = await import('../actions/set-or-show-speakers.ts');
      await setOrShowSpeakers(shell, speakers, options);
    },
  );
}
