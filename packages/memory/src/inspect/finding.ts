// A finding of an audit: something that is wrong or wasteful in a memory, how much of it, and what to do.

export type FindingName = 'duplicates' | 'loops' | 'ungrounded' | 'stale' | 'never-recalled' | 'oversized';

export interface MemoryFinding {
  readonly name: FindingName;
  /** How many of the things that were looked at. */
  readonly count: number;
  readonly of: number;
  /** Cut to a line each; never of a secret. */
  readonly examples: readonly string[];
  /** What it means, in words. */
  readonly say: string;
  readonly todo: string;
}

/** What a memory holds, and the bytes of its database. */
export interface MemorySize {
  readonly events: number;
  readonly activeItems: number;
  readonly fragments: number;
  readonly bytes: number;
}

export interface MemoryAudit {
  /** Texts that were looked at. */
  readonly records: number;
  readonly characters: number;
  /** What the store holds; undefined for a list of another tool. */
  readonly size?: MemorySize;
  /** Only what was found; in the order of severity. */
  readonly findings: readonly MemoryFinding[];
  /** What could not be judged, and why. */
  readonly unjudged: readonly string[];
}

/** A text of a memory, ours or another tool's. */
export interface AuditedRecord {
  /** As it is named in the report, such as `item 12` or `line 3`. */
  readonly name: string;
  readonly text: string;
}

export const shownExamples = 5;
const exampleCharacters = 140;

/** A line for the report. */
export function renderExample({ name, text }: AuditedRecord): string {
  const line = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return `${name}: ${line.length <= exampleCharacters ? line : `${line.slice(0, exampleCharacters - 1).toWellFormed()}…`}`;
}
