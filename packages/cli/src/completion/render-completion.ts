// Renders the script with which a shell completes commands and options; it reads nothing from a world, so it is fast.

import type { CompletedCommand } from './list-commands.ts';

export type CompletedShell = 'bash' | 'zsh' | 'fish' | 'powershell';

/** If no command or option fits, the script completes file names. */
export function renderCompletion(shell: CompletedShell, commands: readonly CompletedCommand[]): string {
  return renderers[shell](commands);
}

const renderers: Readonly<Record<CompletedShell, (commands: readonly CompletedCommand[]) => string>> = {
  bash: renderBash,
  zsh: renderZsh,
  fish: renderFish,
  powershell: renderPowerShell,
};

function renderBash(commands: readonly CompletedCommand[]): string {
  return `# terrarium: completion for bash
_terrarium() {
  local word path=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
      ${renderPaths(commands)}) path="$path $word" ;;
    esac
  done
  local words=''
  case "$path" in
${commands.map((one) => `    ${quote(renderPath(one))}) words=${quote(one.words.map(({ word }) => word).join(' '))} ;;`).join('\n')}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _terrarium terrarium
`;
}

function renderZsh(commands: readonly CompletedCommand[]): string {
  return `#compdef terrarium
# terrarium: completion for zsh
_terrarium() {
  local word place=''
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$place $word" in
      (${renderPaths(commands)}) place="$place $word" ;;
    esac
  done
  case "$place" in
${commands.map((one) => `    (${quote(renderPath(one))}) found=(${one.words.map(({ word, about }) => quote(`${word}:${about.replaceAll(':', '\\:')}`)).join(' ')}) ;;`).join('\n')}
  esac
  _describe terrarium found || _files
}
if [[ "\${funcstack[1]}" = _terrarium ]]; then _terrarium "$@"; else compdef _terrarium terrarium; fi
`;
}

function renderFish(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap((one) =>
    one.words.map(({ word, about }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
      return `complete -c terrarium -n ${quote(`__terrarium_at ${quote(renderPath(one))}`)} ${what} -d ${quote(about)}`;
    }),
  );
  const paths = commands
    .slice(1)
    .map((one) => quote(renderPath(one)))
    .join(' ');
  const place = [
    '# terrarium: completion for fish',
    'function __terrarium_at',
    "    set -l place ''",
    '    for word in (commandline -opc)[2..]',
    '        switch "$place $word"',
    `            case ${paths}`,
    '                set place "$place $word"',
    '        end',
    '    end',
    '    test "$place" = "$argv[1]"',
    'end',
  ];
  return `${[...place, ...lines].join('\n')}\n`;
}

function renderPowerShell(commands: readonly CompletedCommand[]): string {
  const rows = commands.map(
    (one) =>
      `    ${quoteForPowerShell(renderPath(one))} = @(${one.words.map(({ word, about }) => `@(${quoteForPowerShell(word)}, ${quoteForPowerShell(about === '' ? word : about)})`).join(', ')}, $null)`,
  );
  return `# terrarium: completion for PowerShell
Register-ArgumentCompleter -Native -CommandName terrarium -ScriptBlock {
  param($typed, $line, $cursor)
  $known = @{
${rows.join('\n')}
  }
  $place = ''
  foreach ($element in $line.CommandElements | Select-Object -Skip 1) {
    if ($element.Extent.EndOffset -ge $cursor) { break }
    if ($known.ContainsKey("$place $element")) { $place = "$place $element" }
  }
  foreach ($word in $known[$place]) {
    if ($null -ne $word -and $word[0] -like "$typed*") {
      [System.Management.Automation.CompletionResult]::new($word[0], $word[0], 'ParameterValue', $word[1])
    }
  }
}
`;
}

/** The path as the scripts build it: a space before each word. */
function renderPath({ path }: CompletedCommand): string {
  return path.map((word) => ` ${word}`).join('');
}

function renderPaths(commands: readonly CompletedCommand[]): string {
  return commands
    .slice(1)
    .map((one) => quote(renderPath(one)))
    .join(' | ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function quoteForPowerShell(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
