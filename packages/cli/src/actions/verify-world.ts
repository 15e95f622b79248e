// Verifies a world: proves every invariant again, from what is stored.

import type { Annotator } from '@terrarium/annotator/open-annotator';
import { readCutScenes } from '@terrarium/annotator/read-cut-scenes';
import { verifyAnnotator, verifyCorpora } from '@terrarium/annotator/verify-annotator';
import { examineWorld } from '@terrarium/composition/annotator-world';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import type { WorldOptions } from '../shell/options.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';
import { suggestRun } from '../verify/suggest-run.ts';
import { renderCut, renderCutRemedy } from '../views/render-cut.ts';

type Problems = ReturnType<typeof verifyAnnotator>['problems'];

interface Verified {
  readonly checks: readonly string[];
  readonly problems: Problems;
  readonly notes: readonly string[];
}

export async function verifyWorld(shell: Shell, options: WorldOptions): Promise<void> {
  await examineWorld(shell, options.world, (annotator) => {
    const { printer } = shell;
    const verified = verifyReading(annotator, options.world);
    const { checks, problems, notes } = verified;
    const holds = problems.length === 0;
    if (!holds) shell.exitCode = exitCodes.problems;
    if (options.json === true) {
      printer.writeJson('verifiedReading', { holds, checks, problems, notes });
      return;
    }
    if (holds) {
      printer.writeLines(
        `${paint(`All ${checks.length} checks hold`, 'green', 'bold')}: ${checks.join(', ')}.`,
      );
    } else {
      showProblems(printer, problems);
    }
    showNotes(printer, notes);
  });
}

function verifyReading(annotator: Annotator, dir: WorldOptions['world']): Verified {
  const verified = verifyAnnotator(annotator);
  const corpora = verifyCorpora(annotator.world);
  const found = [...verified.problems, ...corpora.problems];
  // A story that was imported again is not damage. It counts as a problem only if there is damage too.
  const isOnlyStale = found.every(({ isStale }) => isStale);
  const cut = readCutScenes(annotator);
  const notes = [
    ...corpora.notes,
    ...(isOnlyStale ? found.map(({ what }) => `${what} ${suggestRun(annotator.world)}`) : []),
    ...(cut === undefined ? [] : [`${renderCut(cut)} ${renderCutRemedy(dir)}`]),
  ];
  return { checks: [...verified.checks, 'corpora'], problems: isOnlyStale ? [] : found, notes };
}

function showProblems(printer: Shell['printer'], problems: Problems): void {
  printer.writeLines(paint(`${renderCount(problems.length, 'problem')} found`, 'red', 'bold'));
  for (const { code, what } of problems) {
    printer.writeLines(
      ...wrapText(what, { width: printer.width, indent: '      ', first: `  ${paint(code, 'bold')}  ` }),
    );
  }
}

function showNotes(printer: Shell['printer'], notes: readonly string[]): void {
  for (const note of notes)
    printer.writeLines(...wrapText(note, { width: printer.width, indent: '  ', first: '' }));
}
