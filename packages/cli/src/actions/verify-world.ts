// Verifies a world: proves every invariant again, from what is stored.

import { readCutScenes } from '@terrarium/annotator/read-cut-scenes';
import { verifyAnnotator, verifyCorpora } from '@terrarium/annotator/verify-annotator';
import { examineWorld } from '@terrarium/composition/annotator-world';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import type { WorldOptions } from '../shell/options.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';
import { renderCut, renderCutRemedy } from '../views/render-cut.ts';

export async function verifyWorld(shell: Shell, options: WorldOptions): Promise<void> {
  await examineWorld(shell, options.world, (annotator) => {
    const { printer } = shell;
    const verified = verifyAnnotator(annotator);
    const corpora = verifyCorpora(annotator.world);
    const checks = [...verified.checks, 'corpora'];
    const problems = [...verified.problems, ...corpora.problems];
    const cut = readCutScenes(annotator);
    const notes = [
      ...corpora.notes,
      ...(cut === undefined ? [] : [`${renderCut(cut)} ${renderCutRemedy(options.world)}`]),
    ];
    if (problems.length > 0) shell.exitCode = exitCodes.problems;
    if (options.json === true) {
      printer.writeJson('verifiedReading', { holds: problems.length === 0, checks, problems, notes });
      return;
    }
    if (problems.length === 0) {
      printer.writeLines(
        `${paint(`All ${checks.length} checks hold`, 'green', 'bold')}: ${checks.join(', ')}.`,
      );
      showNotes(printer, notes);
      return;
    }
    printer.writeLines(paint(`${renderCount(problems.length, 'problem')} found`, 'red', 'bold'));
    for (const { code, what } of problems) {
      printer.writeLines(
        ...wrapText(what, { width: printer.width, indent: '      ', first: `  ${paint(code, 'bold')}  ` }),
      );
    }
    showNotes(printer, notes);
  });
}

function showNotes(printer: Shell['printer'], notes: readonly string[]): void {
  for (const note of notes)
    printer.writeLines(...wrapText(note, { width: printer.width, indent: '  ', first: '' }));
}
