// Renders the manual page from the help, in the format of man pages.

import type { Command } from 'commander';
import { otherShells } from '../shell/other-shells.ts';

/** Renders the text that `man -l -` shows: a section for every command, with its options. */
export function renderManual(program: Command, version: string): string {
  const sections = listBelow(program, ['terrarium']).flatMap(([path, command]) =>
    renderCommand(path, command),
  );
  return `${[
    `.TH TERRARIUM 1 "" "Terrarium ${escapeRoff(version)}" "User Commands"`,
    '.SH NAME',
    'terrarium \\- a home for long stories',
    '.SH SYNOPSIS',
    '.B terrarium',
    '.I command',
    '[options]',
    '.SH DESCRIPTION',
    escapeRoff(program.description()),
    '.SH COMMANDS',
    ...sections,
    '.SH MORE COMMANDS',
    ...otherShells.flatMap(({ word, about }) => ['.TP', `.B terrarium ${word}`, escapeRoff(about)]),
    '.SH FILES',
    '.TP',
    '.I ./world',
    'The folder of a world, unless another is named with \\-\\-world.',
    '.TP',
    '.I ~/.config/terrarium/terrarium.yaml',
    'Your own settings; a terrarium.yaml in the folder of a world counts for that world.',
    '.SH EXIT STATUS',
    '0 done; 2 something was typed or configured wrongly; 3 finished, but scenes were skipped, there are far too few entries for the text, or the model gave nothing usable; 4 the server failed: try later; 5 a problem with the disk, a lock or a check; 70 a bug in Terrarium; 130 interrupted.',
  ].join('\n')}\n`;
}

function listBelow(
  command: Command,
  path: readonly string[],
): readonly (readonly [readonly string[], Command])[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help')
    .flatMap((one) => [[[...path, one.name()], one] as const, ...listBelow(one, [...path, one.name()])]);
}

function renderCommand(path: readonly string[], command: Command): readonly string[] {
  const help = command.createHelp();
  const wanted = command.registeredArguments.map((one) => `[${one.name()}]`).join(' ');
  return [
    `.SS ${escapeRoff([...path, wanted].join(' ').trim())}`,
    escapeRoff(command.description()),
    ...command.registeredArguments.flatMap((one) =>
      renderRow(`\\fI${escapeRoff(one.name())}\\fR`, help.argumentDescription(one)),
    ),
    ...help
      .visibleOptions(command)
      .flatMap((one) => renderRow(`\\fB${escapeRoff(one.flags)}\\fR`, help.optionDescription(one))),
  ];
}

function renderRow(term: string, about: string): readonly string[] {
  return ['.TP', term, escapeRoff(about)];
}

/** The formatter would read a line that begins with a dot or a quotation mark as a command. */
function escapeRoff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replace(/^[.]/gmu, '\\&.')
    .replace(
      /[^\t\n -~]/gu,
      (sign) => `\\[u${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
}
