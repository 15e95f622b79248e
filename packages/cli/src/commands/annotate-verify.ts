// The verify command: proves every invariant of a world again, from what is stored.

import type { Command } from 'commander';
import { lookAtWorld } from '../compose.ts';
import { addWorldOptions, type WorldOptions } from '../options.ts';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import { exitCodes, type Shell } from '../shell.ts';

export function addVerifyCommand(annotate: Command, shell: Shell): void {
  const command = annotate
    .command('verify')
    .description('check every invariant again: quotes in their posts, revisions, journal, scenes');
  addWorldOptions(command, 'one JSON value').action(async (options: WorldOptions) => {
    const { verifyAnnotator } = await import('@terrarium/annotator/verify-annotator');
    await lookAtWorld(shell, options.world, (annotator) => {
      const { printer } = shell;
      const { checks, problems } = verifyAnnotator(annotator);
      if (problems.length > 0) shell.exitCode = exitCodes.problems;
      if (options.json === true) {
        printer.sayJson({ holds: problems.length === 0, checks, problems });
        return;
      }
      if (problems.length === 0) {
        printer.say(`${paint(`All ${checks.length} checks hold`, 'green', 'bold')}: ${checks.join(', ')}.`);
        return;
      }
      printer.say(paint(`${renderCount(problems.length, 'problem')} found`, 'red', 'bold'));
      for (const { code, what } of problems) {
        printer.say(
          ...wrapText(what, { width: printer.width, indent: '      ', first: `  ${paint(code, 'bold')}  ` }),
        );
      }
    });
  });
}
