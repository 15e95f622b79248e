// The inspect command: an entry and the words it stands on, a scene and what was said in it, a thread, a post, or a snapshot.

import type { Command } from 'commander';
import { addAsOfOption, addCorpusOption, addWorldOptions, type StandingOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addInspectCommand(annotate: Command, shell: Shell): Command {
  const command = annotate
    .command('inspect')
    .description(
      'show one thing in full: an entry, a scene, a thread, a post, a snapshot; or what is on hold or kept apart',
    )
    .argument(
      '[what...]',
      'TERM or "entry TERM", "scene N", "thread N", "post N", "snapshot N", held (words that may become entries), apart (what is kept apart from the story)',
    );
  return addCorpusOption(addAsOfOption(addWorldOptions(command, 'one JSON value'))).action(
    async (what: readonly string[], options: StandingOptions) => {
      const { showInspection } = await import('../actions/show-inspection.ts');
      await showInspection(shell, what, options);
    },
  );
}
