// The commands completion and man: print the manual page and scripts for shell completion, both made from the commands.

import { Argument, type Command } from 'commander';
import type { CompletedShell } from '../completion/render-completion.ts';
import type { Shell } from '../shell/shell.ts';

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const satisfies readonly CompletedShell[];

export function addCompletionCommands(program: Command, shell: Shell): void {
  program
    .command('completion')
    .description(
      'print a completion script for your shell. To load it, type in bash: source <(terrarium completion bash). In zsh: source <(terrarium completion zsh). In fish: terrarium completion fish | source. In PowerShell: terrarium completion powershell | Out-String | Invoke-Expression',
    )
    .summary('print a completion script for bash, zsh, fish or PowerShell')
    .addArgument(new Argument('<shell>', 'which one').choices(shells))
    .action(async (name: CompletedShell) => {
      const { listCommands } = await import('../completion/list-commands.ts');
      const { renderCompletion } = await import('../completion/render-completion.ts');
      shell.printer.writeText(renderCompletion(name, listCommands(program)));
    });
  program
    .command('man')
    .description('print the manual page; read it with: terrarium man | man -l -')
    .summary('print the manual page')
    .action(async () => {
      const { renderManual } = await import('../completion/render-manual.ts');
      shell.printer.writeText(renderManual(program, program.version() ?? ''));
    });
}
