// Finding: a fault or waste that an audit found in a memory, how often it occurs, and what to do.

export type FindingName =
  | 'duplicates'
  | 'loops'
  | 'ungrounded'
  | 'wrong-speaker'
  | 'doubled-lines'
  | 'stale'
  | 'outdated'
  | 'never-recalled'
  | 'oversized';

export interface MemoryFinding {
  readonly name: FindingName;
  /** How many things have this fault. */
  readonly count: number;
  readonly of: number;
  /** Each example is cut to one line; none is from a secret. */
  readonly examples: readonly string[];
  /** What the finding means, in words. */
  readonly say: string;
  readonly todo: string;
}

/** How much a memory holds, and the bytes of its database. */
export interface MemorySize {
  readonly events: number;
  readonly activeItems: number;
  readonly fragments: number;
  readonly bytes: number;
}

export interface MemoryAudit {
  /** How many texts were looked at. */
  readonly records: number;
  readonly characters: number;
  /** The size of the memory; undefined for another tool's list. */
  readonly size?: MemorySize;
  /** Only faults that were found, in the order in which they were looked for. */
  readonly findings: readonly MemoryFinding[];
  /** What could not be judged, and the reason. */
  readonly unjudged: readonly string[];
}

/** A text of a memory, ours or another tool's. */
export interface AuditedRecord {
  /** The text's name in the report, such as `plan 12` or `entry 3`. */
  readonly name: string;
  readonly text: string;
}

export const shownExamples = 5;
const exampleCharacters = 140;

/** The text as one line of the report. */
export function renderExample({ name, text }: AuditedRecord): string {
  const line = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return `${name}: ${line.length <= exampleCharacters ? line : `${line.slice(0, exampleCharacters - 1).toWellFormed()}…`}`;
}
