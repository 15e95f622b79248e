// Verifies all of a world: a line for each file, and below it the problems.

import { openWorld } from '@terrarium/annotator/open-world';
import { removeGoneStores } from '@terrarium/annotator/stores-file';
import { toWidth, wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import type { WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import type { VerifiedPart } from '../verify/verified-part.ts';
import { verifyParts } from '../verify/verify-parts.ts';

export interface VerifyOptions extends WorldOptions {
  readonly forgetGone?: boolean;
}

/** At most this many problems of one file are shown. */
const told = 40;

/** Sets the exit code that belongs to the first problem found. */
export async function verifyAll(shell: Shell, options: VerifyOptions): Promise<void> {
  const { printer } = shell;
  const isJson = options.json === true;
  const world = openWorld(options.world);
  shell.logsDir = world.logsDir;
  if (options.forgetGone === true) {
    const forgotten = removeGoneStores(world);
    const said =
      forgotten.length === 0
        ? 'No database is missing.'
        : `No longer expected here: ${forgotten.join(', ')}.`;
    if (!isJson) printer.writeLines(said, '');
  }
  const parts: VerifiedPart[] = [];
  for await (const part of verifyParts(shell, world)) {
    if (shell.exitCode === 0) shell.exitCode = part.exitCode;
    parts.push(part);
    if (!isJson) printer.writeLines(...renderPart(part, printer.width));
  }
  const count = parts.reduce((sum, { problems }) => sum + problems.length, 0);
  if (isJson) {
    const shown = parts.map(({ exitCode: _exitCode, ...part }) => part);
    printer.writeJson('verifiedWorld', { holds: count === 0, parts: shown, exitCode: shell.exitCode });
    return;
  }
  printer.writeLines('', renderSum(count, parts.filter(({ standing }) => standing === 'warning').length));
}

/** A warning is not damage, but a person should still deal with it. */
function renderSum(problems: number, warnings: number): string {
  const parts = [
    ...(problems > 0 ? [paint(renderCount(problems, 'problem'), 'red', 'bold')] : []),
    ...(warnings > 0 ? [paint(renderCount(warnings, 'warning'), 'yellow', 'bold')] : []),
  ];
  const [first] = parts;
  if (first === undefined) return paint('All is well.', 'green', 'bold');
  return problems > 0 ? parts.join(', ') : `Nothing is damaged; ${first}.`;
}

const colours = { ok: 'green', warning: 'yellow', problem: 'red' } as const;
const indent = ' '.repeat(11);

function renderPart(verified: VerifiedPart, width: number): readonly string[] {
  const { part, standing, says, problems, todo, code } = verified;
  const head = `  ${paint(toWidth(standing, 9), colours[standing])}${paint(part, 'bold')}`;
  // If the part could not be checked at all, its line already says everything about the error.
  const list = code === undefined ? problems : [];
  const lines = list
    .slice(0, told)
    .flatMap(({ code: broken, what }) =>
      wrapText(what, { width, indent: `${indent}  `, first: `${indent}${paint(broken, 'bold')}  ` }),
    );
  const left = list.length - told;
  const more = left > 0 ? [`${indent}and ${left} more; --json has all.`] : [];
  const advice = code === undefined ? todo : `${todo} ${paint(`[${code}]`, 'dim')}`;
  const next =
    todo === undefined ? [] : wrapText(advice ?? '', { width, indent: `${indent}  `, first: `${indent}→ ` });
  return [head, ...wrapText(says, { width, indent }), ...lines, ...more, ...next];
}
