// Parses a guide: its commands, and what the page shows of their output.

export interface GuideCommand {
  readonly line: string;
  readonly argv: readonly string[];
  /** Whether the page says that the command is refused. */
  readonly fails: boolean;
  /** Lines that the command's output must contain. */
  readonly shows: readonly string[];
}

/**
 * Commands are in code blocks of `sh`, one on each line. In blocks of `sh fails`, every command is refused. A
 * block of `text` after commands shows lines of the last command's output.
 */
export function parseGuide(text: string): {
  readonly text: string;
  readonly commands: readonly GuideCommand[];
} {
  const commands: GuideCommand[] = [];
  for (const { groups } of text.matchAll(/^```(?<kind>\w+)(?<more>[^\n]*)\n(?<body>.*?)^```$/gmsu)) {
    const lines = (groups?.['body'] ?? '').split('\n').filter((line) => line !== '');
    if (groups?.['kind'] === 'sh')
      commands.push(...lines.map((line) => parseLine(line, groups['more'] === ' fails')));
    const last = commands.at(-1);
    if (groups?.['kind'] === 'text' && last !== undefined)
      commands[commands.length - 1] = { ...last, shows: lines };
  }
  return { text, commands };
}

function parseLine(line: string, fails: boolean): GuideCommand {
  const [program = '', ...argv] = splitWords(line);
  if (program !== 'terrarium') throw new Error(`A block of sh has a command of another program: ${line}`);
  return { line, argv, fails, shows: [] };
}

/** Splits a line as every shell named in the guides does: into words and quoted words. A comment ends the line. */
function splitWords(line: string): readonly string[] {
  return [...line.matchAll(/(?<=^|\s)#.*$|(?:"[^"]*"|'[^']*'(?=\s|$)|\S)+/gu)]
    .map(([word]) => word)
    .filter((word) => !word.startsWith('#'))
    .map((word) => word.replace(/^"(.*)"$/u, '$1').replace(/^'(.*)'$/u, '$1'));
}
