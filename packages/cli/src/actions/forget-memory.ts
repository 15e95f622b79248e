// Forgets something for good: says what would be removed, asks once, and removes it.

import { buildForgotten } from '@terrarium/composition/build-memory';
import {
  type Hearer,
  listHearers,
  requireMemoryWorld,
  withPlainCompanion,
} from '@terrarium/composition/memory-world';
import { renderCommand } from '@terrarium/composition/render-command';
import type { Forgotten } from '@terrarium/memory/forget';
import { wrapText } from '../screen/layout.ts';
import type { MindOptions } from '../shell/options.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';
import { askYes, isAtTerminal } from '../trust/ask-yes.ts';
import type { ForgottenScreen } from '../views/render-forgotten.ts';
import { renderForgotten } from '../views/render-forgotten.ts';

export interface ForgetOptions extends MindOptions {
  readonly yes?: boolean;
  readonly withCopies?: boolean;
}

export async function forgetMemory(
  shell: Shell,
  words: readonly string[],
  options: ForgetOptions,
): Promise<void> {
  const world = await requireMemoryWorld(shell, options);
  await withPlainCompanion(shell, world, async (companion) => {
    const targets = listWhats(words).map((what) => companion.find(what));
    const wouldGo = companion.forget(targets, { isPreview: true });
    const hearers = await listHearers(shell, world, listTexts(wouldGo));
    if (options.yes !== true) {
      show(shell, options, { forgotten: wouldGo, hearers, isForgotten: false, areCopiesRemoved: false });
      if (!isAtTerminal(shell)) return explainYes(shell, options);
      if (!(await askYes(shell, 'Forget it? This cannot be undone. [y/N] '))) return;
    }
    const isWithCopies = options.withCopies === true || (await askCopies(shell, wouldGo, options));
    const forgotten = companion.forget(targets, { isWithCopies });
    show(shell, options, { forgotten, hearers, isForgotten: true, areCopiesRemoved: isWithCopies });
  });
}

/** `12 13 "moment 4"` are three things, `lamp oil` is one. */
function listWhats(words: readonly string[]): readonly string[] {
  const isNamed = (word: string) => /^(?:[a-z]+\s+)?#?\d+$|^\[[a-z0-9-]+\]$/iu.test(word);
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

function listTexts({ moments, items }: Forgotten): readonly string[] {
  return [
    ...moments.filter(({ isWhole }) => isWhole).map(({ event }) => event.text),
    ...items.map(({ content }) => content),
  ];
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
  const heardBy = hearers.map(({ of, moments }) => ({ of: of ?? null, moments }));
  if (json === true) {
    printer.writeJson('forgottenMemory', { ...buildForgotten(forgotten, deed), heardBy });
    return;
  }
  printer.writeLines(...renderForgotten(forgotten, { ...deed, width: printer.width }));
  for (const { of, moments } of hearers)
    printer.writeLines(
      ...wrapText(describeHearer(of, moments, world), { width: printer.width, indent: '    ', first: '  ' }),
    );
}

function describeHearer(of: string | undefined, moments: readonly number[], dir: string): string {
  const there = renderCommand(
    `memory forget "moment ${moments[0]}"`,
    dir,
    of === undefined ? [] : ['--of', of],
  );
  const listed = `${moments.length === 1 ? 'moment' : 'moments'} ${moments.join(', ')}`;
  return `${of === undefined ? 'The memory of the world' : `The memory of ${of}`} holds much the same (${listed}). To forget it there:  ${there}`;
}
