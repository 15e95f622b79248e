// Runs a transcript: commands that a person types in one folder, and their output word for word.

import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import type { Said } from './run-in-process.ts';
import { runTerrarium } from './run-terrarium.ts';

/** A part of a file in `transcripts`: words for its reader, or a command with the lines that are typed into it. */
type Part =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'command'; readonly line: string; readonly typed: string[] };

export interface Stage {
  readonly folder: string;
  /** The current folder, relative to `folder`. */
  place: string;
  /** Values that commands can use as `$NAME`, such as the address of a server. */
  readonly names: Readonly<Record<string, string>>;
}

/** Lines of output are left out, because the test makes and compares them. */
export function parseTranscript(text: string): readonly Part[] {
  const parts: Part[] = [];
  for (const line of text.split('\n')) {
    const last = parts.at(-1);
    if (line.startsWith('$ ')) parts.push({ kind: 'command', line: line.slice(2), typed: [] });
    else if (line.startsWith('< ') && last?.kind === 'command') last.typed.push(line.slice(2));
    else if (/^\S/u.test(line) && !/^[!=] /u.test(line)) parts.push({ kind: 'words', text: line });
  }
  return parts;
}

/** Runs the commands, and returns the transcript with their present output. */
export async function runTranscript(parts: readonly Part[], stage: Stage): Promise<string> {
  const lines: string[] = [];
  let count = 0;
  for (const part of parts) {
    if (part.kind === 'words') {
      if (part.text.startsWith('#') && lines.length > 0) lines.push('');
      lines.push(part.text);
      continue;
    }
    count += 1;
    const said = await runLine(part.line, part.typed, { stage, count });
    lines.push(`$ ${part.line}`, ...part.typed.map((line) => `< ${line}`), ...renderSaid(said, stage));
  }
  return `${lines.join('\n')}\n`;
}

interface Turn {
  readonly stage: Stage;
  readonly count: number;
}

const minuteMs = 60_000;

async function runLine(line: string, typed: readonly string[], { stage, count }: Turn): Promise<Said> {
  const [name = '', ...words] = splitWords(line, stage.names);
  if (name !== 'terrarium') return { exitCode: 0, out: runTool(name, words, { stage, typed }), error: '' };
  // Each command has a fixed time, one minute later than the command before.
  const { clock } = buildFakeEnvironment({ startMs: Date.parse('2026-03-01T12:00:00Z') + count * minuteMs });
  return await runTerrarium(words, {
    cwd: join(stage.folder, stage.place),
    input: joinLines(typed),
    fixed: { clock, seed: count },
  });
}

const joinLines = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

/** Splits a line into words at blanks; quoted words may contain blanks. */
function splitWords(line: string, names: Stage['names']): readonly string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/gu)].map(([, single, double, bare = '']) => {
    return single ?? double ?? bare.replace(/^\$(\w+)$/u, (all, name: string) => names[name] ?? all);
  });
}

interface Hand {
  readonly stage: Stage;
  readonly typed: readonly string[];
}

/** Does other things that a person does between two commands. */
function runTool(name: string, [first = '', second = '', third = '']: readonly string[], hand: Hand): string {
  const { stage, typed } = hand;
  const locate = (path: string) => join(stage.folder, stage.place, path);
  const read = (path: string) => readFileSync(locate(path), 'utf8');
  const tools: Readonly<Record<string, () => unknown>> = {
    write: () => writeFileSync(locate(first), joinLines(typed)),
    append: () => appendFileSync(locate(first), joinLines(typed)),
    replace: () => {
      if (!read(first).includes(second)) throw new Error(`${first} does not hold "${second}".`);
      writeFileSync(locate(first), read(first).replace(second, third));
    },
    cat: () => read(first),
    grep: () =>
      joinLines(
        read(second)
          .split('\n')
          .filter((line) => line.includes(first)),
      ),
    cmp: () => (read(first) === read(second) ? '' : 'they differ\n'),
    ls: () => joinLines(readdirSync(locate(first)).toSorted()),
    mkdir: () => mkdirSync(locate(first)),
    rm: () => rmSync(locate(first), { recursive: true }),
    cd: () => {
      stage.place = join(stage.place, first);
    },
  };
  const tool = tools[name];
  if (tool === undefined) throw new Error(`A transcript knows no command "${name}".`);
  return String(tool() ?? '');
}

const longest = 300;

/** Parts of the output that differ between machines, or change whenever the words of a prompt change. */
const changing: readonly (readonly [RegExp, string])[] = [
  [/127\.0\.0\.1:\d+/gu, '127.0.0.1:PORT'],
  [/(?<=\bversion |^ +)[0-9a-f]{12}\b/gu, 'HASH'],
  [/(?<=^ *Tokens +)[\d,]+ in\b/gu, 'N in'],
  [/(?<="promptVersion":")[0-9a-f]+/gu, 'HASH'],
  [/(?<="seconds":)\[[^\]]*\]/gu, '[N, N]'],
  [/(?<=entries make up )\d+/gu, 'N'],
  [/[\d,]+(?= tokens?\b)/gu, 'N'],
  [/(?<=[Tt]okens":)\d+/gu, 'N'],
  [/(?<=\()[\d,]+(?= cached\))/gu, 'N'],
  [/[\d,]+ cached, \d+ %\), [\d,]+ out|\d+ % cached\), [\d,]+ out/gu, 'N)'],
];

/**
 * Marks the lines of standard output with two blanks, of standard error with `!`, and an exit code other than
 * 0 with `=`.
 */
function renderSaid({ exitCode, out, error }: Said, stage: Stage): readonly string[] {
  return [
    ...renderLines(out, ' ', stage),
    ...renderLines(error, '!', stage),
    ...(exitCode === 0 ? [] : [`= ${exitCode}`]),
  ];
}

function renderLines(text: string, mark: string, { folder, names }: Stage): readonly string[] {
  if (text === '') return [];
  const known = Object.entries(names).map(([name, value]) => [value, `$${name}`] as const);
  return text
    .replace(/\n$/u, '')
    .split('\n')
    .map((line) => {
      const placed = known.reduce((hidden, [value, name]) => hidden.replaceAll(value, name), line);
      const whole = changing.reduce(
        (hidden, [pattern, word]) => hidden.replaceAll(pattern, word),
        placed.replaceAll(folder, '…'),
      );
      const marked = `${mark} ${whole}`.trimEnd();
      return marked.length > longest ? `${marked.slice(0, longest)}…` : marked;
    });
}
