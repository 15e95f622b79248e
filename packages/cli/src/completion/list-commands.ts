// Lists the commands for shell completion, with what may follow each.

import type { Command } from 'commander';
import { type CompletedWord, otherShells } from '../shell/other-shells.ts';

export interface CompletedCommand {
  /** The words after `terrarium`: empty for the program itself. */
  readonly path: readonly string[];
  readonly words: readonly CompletedWord[];
}

/** Lists the program first, and each command before its subcommands. */
export function listCommands(program: Command): readonly CompletedCommand[] {
  const [own, ...below] = visit(program, []);
  return own === undefined ? [] : [{ ...own, words: [...own.words, ...otherShells] }, ...below];
}

function visit(command: Command, path: readonly string[]): readonly CompletedCommand[] {
  const help = command.createHelp();
  const below = help
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help' && one.name() !== 'options');
  const words = [
    ...below.map((one) => ({ word: one.name(), about: readLine(one.summary() || one.description()) })),
    ...help.visibleOptions(command).map(({ flags, description }) => ({
      word: /--[\w-]+/u.exec(flags)?.[0] ?? flags,
      about: readLine(description),
    })),
  ];
  return [{ path, words }, ...below.flatMap((one) => visit(one, [...path, one.name()]))];
}

/** The text up to its first semicolon, colon or parenthesis, because shells show it on one line. */
function readLine(text: string): string {
  return (text.split(/\n|; | \(|: /u, 1)[0] ?? '').trim();
}
