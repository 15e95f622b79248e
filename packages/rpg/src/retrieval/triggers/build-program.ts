// Builds a program from a regular expression: steps that are all tried side by side, so that a text is read only once.

import type { CharacterSet, PatternNode, Place } from './pattern-node.ts';

export type BuiltProgram =
  | { readonly ok: true; readonly program: Program }
  | { readonly ok: false; readonly say: string };

export interface Program {
  readonly steps: readonly Step[];
  readonly isFolded: boolean;
  readonly isMultiline: boolean;
}

export type Step =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'place'; readonly at: Place }
  /** Continues at both steps; `other` is undefined if there is only one way. */
  | { kind: 'fork'; to: number; other: number | undefined }
  | { readonly kind: 'end' };

interface ProgramOptions {
  readonly isFolded: boolean;
  readonly isMultiline: boolean;
}

const mostSteps = 600;

export function buildProgram(node: PatternNode, options: ProgramOptions): BuiltProgram {
  const steps: Step[] = [];
  if (!addSteps(steps, node))
    return { ok: false, say: `it is too large when its repetitions are written out` };
  steps.push({ kind: 'end' });
  return { ok: true, program: { steps, ...options } };
}

/** Adds the steps of a node; false if there are too many. */
function addSteps(steps: Step[], node: PatternNode): boolean {
  if (steps.length > mostSteps) return false;
  if (node.kind === 'set') steps.push({ kind: 'set', set: node });
  else if (node.kind === 'place') steps.push({ kind: 'place', at: node.at });
  else if (node.kind === 'sequence') return node.parts.every((part) => addSteps(steps, part));
  else if (node.kind === 'repeat') return addRepeat(steps, node);
  else return addAlternatives(steps, node.options);
  return true;
}

function addAlternatives(steps: Step[], options: readonly PatternNode[]): boolean {
  const ends: (Step & { kind: 'fork' })[] = [];
  for (const [at, option] of options.entries()) {
    const isLast = at === options.length - 1;
    const fork = { kind: 'fork' as const, to: steps.length + 1, other: undefined as number | undefined };
    if (!isLast) steps.push(fork);
    if (!addSteps(steps, option)) return false;
    if (isLast) continue;
    const end = { kind: 'fork' as const, to: 0, other: undefined };
    steps.push(end);
    ends.push(end);
    fork.other = steps.length;
  }
  for (const end of ends) end.to = steps.length;
  return true;
}

function addRepeat(steps: Step[], { node, least, most }: PatternNode & { kind: 'repeat' }): boolean {
  for (let done = 0; done < least; done += 1) if (!addSteps(steps, node)) return false;
  if (most === undefined) return addLoop(steps, node);
  const forks: (Step & { kind: 'fork' })[] = [];
  for (let done = least; done < most; done += 1) {
    const fork = { kind: 'fork' as const, to: steps.length + 1, other: undefined as number | undefined };
    steps.push(fork);
    forks.push(fork);
    if (!addSteps(steps, node)) return false;
  }
  for (const fork of forks) fork.other = steps.length;
  return true;
}

function addLoop(steps: Step[], node: PatternNode): boolean {
  const start = steps.length;
  const fork = { kind: 'fork' as const, to: start + 1, other: undefined as number | undefined };
  steps.push(fork);
  if (!addSteps(steps, node)) return false;
  steps.push({ kind: 'fork', to: start, other: undefined });
  fork.other = steps.length;
  return true;
}
