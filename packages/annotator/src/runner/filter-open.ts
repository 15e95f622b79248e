// Filters the refused calls of a scene: keeps those that no later call replaced.

import type { ToolCall } from '@terrarium/kernel/language-model';
import { parseJsonRuns } from '@terrarium/kernel/parse-json-runs';
import { readArguments } from '@terrarium/kernel/read-arguments';
import { z } from 'zod';
import type { EntryId } from '../glossary/entry.ts';
import type { GlossaryStore } from '../glossary/glossary-store.ts';
import { normaliseName } from '../glossary/term-forms.ts';
import { entryReference } from '../tools/resolve-entry.ts';
import { buildTolerantObject } from '../tools/tolerant-input.ts';

export interface AnsweredCall {
  readonly call: ToolCall;
  readonly isRefused: boolean;
}

/**
 * Returns the refused calls that no later call replaced. A later call replaces a refused one if it says as much about
 * the same entry, even if it was refused too.
 */
export function filterOpen<Call extends AnsweredCall>(
  calls: readonly Call[],
  glossary: Pick<GlossaryStore, 'findByTerm' | 'listByName' | 'resolve'>,
): readonly Call[] {
  const described = calls.map((made) => ({ made, ...describeCall(made.call, glossary) }));
  return described
    .filter((one, at) => one.made.isRefused && !described.slice(at + 1).some((later) => isAsMuch(later, one)))
    .map(({ made }) => made);
}

interface DescribedCall {
  readonly made: AnsweredCall;
  /** The entry's id; the name, if no entry has it; undefined if the call is not about an entry. */
  readonly about: EntryId | string | undefined;
  readonly says: readonly string[];
}

function isAsMuch(later: DescribedCall, { made, about, says }: DescribedCall): boolean {
  if (about === undefined || later.about !== about) return false;
  return says.length === 0
    ? later.made.call.name === made.call.name
    : says.every((key) => later.says.includes(key));
}

/**
 * The fields with which a call says something about its entry. The fields in `names` count only if the call has none
 * of the `statements`.
 */
const statements = ['definition', 'relations', 'remove_relations', 'same_as'] as const;
const names = ['aliases', 'remove_aliases', 'tags', 'status', 'evidence'] as const;

const said = buildTolerantObject(
  {
    entry_id: entryReference.optional(),
    term: z.coerce.string().optional(),
    ...Object.fromEntries([...statements, ...names].map((key) => [key, z.unknown().optional()])),
  },
  { id: 'entry_id', entry: 'entry_id', name: 'term', alias: 'aliases', tag: 'tags', quote: 'evidence' },
);

function describeCall(
  call: ToolCall,
  glossary: Pick<GlossaryStore, 'findByTerm' | 'listByName' | 'resolve'>,
): Omit<DescribedCall, 'made'> {
  const read = readArguments(said, parseJsonRuns(call.arguments).values[0]);
  if (!read.ok) return { about: undefined, says: [] };
  const { entry_id: id, term } = read.value;
  const given = new Set(Object.keys(read.value));
  const stated = statements.filter((key) => given.has(key));
  const says = stated.length > 0 ? stated : names.filter((key) => given.has(key));
  return { about: findSubject(id ?? term, glossary), says };
}

function findSubject(
  reference: string | undefined,
  glossary: Pick<GlossaryStore, 'findByTerm' | 'listByName' | 'resolve'>,
): EntryId | string | undefined {
  if (reference === undefined) return undefined;
  const id = /^\d{1,15}$/u.test(reference) ? (Number(reference) as EntryId) : undefined;
  if (id !== undefined) return glossary.resolve(id) ?? id;
  const [only, other] = glossary.listByName(reference);
  const entry = glossary.findByTerm(reference) ?? (other === undefined ? only : undefined);
  return entry?.id ?? normaliseName(reference);
}
