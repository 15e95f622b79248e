// The inspect command: an entry and the words it stands on, a scene and what was said in it, a thread, a post, or a snapshot.

import type { Command } from 'commander';
import { addAsOfOption, addCorpusOption, addWorldOptions, type StandingOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addInspectCommand(annotate: Command, shell: Shell): Command {
  const command = annotate
    .command('inspect')
    .description(
      'look closer: "entry TERM" (or just TERM), "scene N", "thread N", "post N", "snapshot N", "held", "apart"',
    )
    .argument(
      '[what...]',
      'entry TERM or its number, scene NUMBER, thread NUMBER, post NUMBER, snapshot NUMBER, held (words on hold), apart (what stands beside the story)',
    );
  return addCorpusOption(addAsOfOption(addWorldOptions(command, 'one JSON value'))).action(
    async (what: readonly string[], options: StandingOptions) => {
      const { showInspection } = await import('../actions/show-inspection.ts');
      await showInspection(shell, what, options);
    },
  );
}
