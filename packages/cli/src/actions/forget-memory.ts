// Forgets something for good: says what would be removed, asks once, and removes it.

import { buildForgotten } from '@terrarium/composition/build-memory';
import { type Hearer, listHearers } from '@terrarium/composition/list-hearers';
import { requireMemoryWorld, withPlainCompanion } from '@terrarium/composition/memory-world';
import { addShownWords, type Forgotten } from '@terrarium/memory/forget';
import type { MindOptions } from '../shell/options.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';
import { askYes, isAtTerminal } from '../trust/ask-yes.ts';
import type { ForgottenScreen } from '../views/render-forgotten.ts';
import { renderForgotten } from '../views/render-forgotten.ts';
import { renderHearers } from '../views/render-hearers.ts';

export interface ForgetOptions extends MindOptions {
  readonly yes?: boolean;
  readonly all?: boolean;
  readonly withCopies?: boolean;
}

export async function forgetMemory(
  shell: Shell,
  words: readonly string[],
  options: ForgetOptions,
): Promise<void> {
  const world = await requireMemoryWorld(shell, options);
  await withPlainCompanion(shell, world, async (companion) => {
    const targets = listWhats(words).flatMap((what) =>
      options.all === true
        ? companion.findAll(what).map(({ target }) => target)
        : [companion.find(what, { advice: 'or add --all to forget them all together', isHiddenToo: true })],
    );
    const wouldGo = companion.forget(targets, { isPreview: true });
    const hearers = await listHearers(shell, world, wouldGo);
    if (options.yes !== true) {
      show(shell, options, { forgotten: wouldGo, hearers, isForgotten: false, areCopiesRemoved: false });
      if (!isAtTerminal(shell)) return explainYes(shell, options);
      if (!(await askYes(shell, 'Forget it? This cannot be undone. [y/N] '))) return;
    }
    const isWithCopies = options.withCopies === true || (await askCopies(shell, wouldGo, options));
    const forgotten = companion.forget(addShownWords(targets, wouldGo), { isWithCopies });
    show(shell, options, { forgotten, hearers, isForgotten: true, areCopiesRemoved: isWithCopies });
  });
}

/** Names such as `12 13 "moment 4"` mean three things; other words, such as `lamp oil`, mean one. */
function listWhats(words: readonly string[]): readonly string[] {
  const isNamed = (word: string) => /^(?:[a-z]+\s+)?#?\d+$|^\[[\p{L}\p{M}0-9-]+\]$/iu.test(word);
  return words.every(isNamed) ? words : [words.join(' ')];
}

async function askCopies(shell: Shell, { removable }: Forgotten, { yes }: ForgetOptions): Promise<boolean> {
  if (removable.length === 0 || yes === true || !isAtTerminal(shell)) return false;
  return await askYes(shell, `Remove the ${removable.length === 1 ? 'copy' : 'copies'} of it too? [y/N] `);
}

function explainYes(shell: Shell, { json }: ForgetOptions): void {
  shell.exitCode = exitCodes.problems;
  if (json !== true) shell.printer.writeLines('Nothing was changed. With --yes it is forgotten, for good.');
}

interface Told extends Omit<ForgottenScreen, 'width'> {
  readonly forgotten: Forgotten;
  readonly hearers: readonly Hearer[];
}

function show(
  { printer }: Shell,
  { json, world }: ForgetOptions,
  { forgotten, hearers, ...deed }: Told,
): void {
  if (json === true) {
    printer.writeJson('forgottenMemory', buildForgotten(forgotten, { ...deed, hearers }));
    return;
  }
  printer.writeLines(...renderForgotten(forgotten, { ...deed, width: printer.width }));
  printer.writeLines(...renderHearers(hearers, world, printer.width));
}
