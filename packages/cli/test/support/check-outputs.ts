// Checks outputs: every value that a command prints with --json has one of the shapes listed for this command.

import { commandOutputs } from '@terrarium/protocol/command-outputs';
import { type ShapeName, shapes } from '@terrarium/protocol/shapes';

/**
 * The shapes of each line; none at all for a command that prints no JSON. Throws if a line has none of the command's
 * shapes, or has a key that no shape names.
 */
export function checkOutputs(argv: readonly string[], out: string): readonly (readonly ShapeName[])[] {
  const names = findShapes(argv);
  if (names === undefined || !argv.includes('--json') || isOther(argv)) return [];
  const lines = out.split('\n').filter((one) => one !== '');
  return lines.map((line) => checkLine(line, { argv, names }));
}

/** Whether the command prints something other than JSON values, such as help, a text or a report. */
function isOther(argv: readonly string[]): boolean {
  return ['--help', '-', '--report'].some((word) => argv.includes(word));
}

/** Returns the name below `annotate` for the short name of a command about a story. */
export function readLongName(name: string): string {
  const long = `annotate ${name === 'read' ? 'run' : name}`;
  return name !== 'verify' && Object.hasOwn(commandOutputs, long) ? long : name;
}

/** Finds the shapes of the typed command; the longest command name that matches counts. */
function findShapes(argv: readonly string[]): readonly ShapeName[] | undefined {
  const typed = [3, 2, 1].map((count) => readLongName(argv.slice(0, count).join(' ')));
  const command = typed.find((name) => Object.hasOwn(commandOutputs, name));
  return command === undefined ? undefined : commandOutputs[command];
}

interface Expected {
  readonly argv: readonly string[];
  readonly names: readonly ShapeName[];
}

function checkLine(line: string, { argv, names }: Expected): readonly ShapeName[] {
  const value: unknown = JSON.parse(line);
  const tried = ['failure' as const, ...names].map((name) => ({ name, read: shapes[name].safeParse(value) }));
  const fitting = tried.filter(({ read }) => read.success).map(({ name }) => name);
  if (fitting.length > 0) return fitting;
  const why = tried.map(({ name, read }) => `${name}: ${read.error?.message.slice(0, 300) ?? ''}`);
  throw new Error(`terrarium ${argv.join(' ')} printed ${line}\n${why.join('\n')}`);
}
