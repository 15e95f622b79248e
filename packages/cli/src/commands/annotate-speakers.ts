// The speakers command: who speaks in a transcript, and which character each of them plays.

import type { Command } from 'commander';
import type { SpeakerOptions } from '../actions/set-or-show-speakers.ts';
import { addWorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addSpeakersCommand(annotate: Command, shell: Shell): void {
  const command = annotate
    .command('speakers')
    .description(
      'of a transcript or chat: show who speaks, or say whom they play, so that what they say tells of that character',
    )
    .argument('[speaker...]', '"LAURA=Jester" for each; "LAURA=" where she plays nobody')
    .option('--corpus <name>', 'the story, where the world has several');
  addWorldOptions(command, 'one JSON value').action(
    async (speakers: readonly string[], options: SpeakerOptions) => {
      const { setOrShowSpeakers } = await import('../actions/set-or-show-speakers.ts');
      await setOrShowSpeakers(shell, speakers, options);
    },
  );
}
