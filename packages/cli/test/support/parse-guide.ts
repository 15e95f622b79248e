// Parses a guide: its commands, and what the page shows of their output.

export interface GuideCommand {
  readonly line: string;
  /** What follows `terrarium`. */
  readonly argv: readonly string[];
  /** Whether the page says that it is refused. */
  readonly fails: boolean;
  /** Lines that its output has. */
  readonly shows: readonly string[];
}

/**
 * Commands stand in blocks of `sh`, one a line (`sh fails` where each is refused); a block of `text` after them shows
 * lines of what the last one says.
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

/** As every shell that the guides name takes them: words, and words within quotation marks; a comment ends the line. */
function splitWords(line: string): readonly string[] {
  return [...line.matchAll(/(?<=^|\s)#.*$|(?:"[^"]*"|'[^']*'(?=\s|$)|\S)+/gu)]
    .map(([word]) => word)
    .filter((word) => !word.startsWith('#'))
    .map((word) => word.replace(/^"(.*)"$/u, '$1').replace(/^'(.*)'$/u, '$1'));
}
