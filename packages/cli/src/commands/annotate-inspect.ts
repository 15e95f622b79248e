// The inspect command: shows an entry and the words it is based on, a scene, a thread, a post, or a snapshot.

import type { Command } from 'commander';
import { addAsOfOption, addCorpusOption, addWorldOptions, type StandingOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addInspectCommand(annotate: Command, shell: Shell): Command {
  const command = annotate
    .command('inspect')
    .description(
      'show an entry, a scene, a thread, a post or a snapshot in full; or list words on hold, or text that is not read as story',
    )
    .argument(
      '[what...]',
      'TERM or "entry TERM", "scene N", "thread N", "chapter N", "post N", "snapshot N", "held" (words that may become entries), "apart" (text that is not read as story, such as notes of the author)',
    );
  return addCorpusOption(addAsOfOption(addWorldOptions(command, 'one JSON value'))).action(
    async (what: readonly string[], options: StandingOptions) => {
      const { showInspection } = await import('../actions/show-inspection.ts');
      await showInspection(shell, what, options);
    },
  );
}
