// Reply calls: finds what other calls of the same reply say about entries and their relations.

import type { ToolCall } from '@terrarium/kernel/language-model';
import { parseJsonRuns } from '@terrarium/kernel/parse-json-runs';
import { readArguments } from '@terrarium/kernel/read-arguments';
import type { z } from 'zod';
import type { GlossaryEntry } from '../glossary/entry.ts';
import { listLinks } from '../glossary/list-links.ts';
import { buildNameKey, normaliseName, stripSuffix } from '../glossary/term-forms.ts';
import { maxTermCharacters } from './check-names.ts';
import { entryReference, resolveEntry } from './resolve-entry.ts';
import {
  buildTolerantLine,
  buildTolerantObject,
  type SaidRelation,
  tolerantEvidence,
  tolerantList,
  tolerantRelations,
} from './tolerant-input.ts';
import type { ToolContext } from './tool-context.ts';

/** The arguments of a call that creates or changes an entry, as far as they are needed here. */
const said = buildTolerantObject(
  {
    entry_id: entryReference.optional(),
    term: buildTolerantLine(maxTermCharacters).optional(),
    aliases: tolerantList.optional(),
    evidence: tolerantEvidence.optional(),
    relations: tolerantRelations.optional(),
  },
  {
    id: 'entry_id',
    entry: 'entry_id',
    name: 'term',
    alias: 'aliases',
    quotes: 'evidence',
    quote: 'evidence',
  },
);

type Said = z.output<typeof said>;

/** The names of an entry that does not exist yet. */
export interface NewNames {
  readonly term: string;
  readonly aliases?: readonly string[] | undefined;
}

/** A relation that an earlier call has stated for its entry, with quotes. */
export interface WaitingRelation extends SaidRelation {
  /** The id or a name of the entry for which the relation was stated. */
  readonly of: string;
}

/** Whether a later call of the reply creates an entry with this name. */
export function isToCome(name: string, { others }: Pick<ToolContext, 'others'>): boolean {
  return (others?.after ?? []).some((call) => isCreating(call, name));
}

/** Whether an earlier call of the reply would have created an entry with this name, but was refused. */
export function isRefused(name: string, { others }: Pick<ToolContext, 'others'>): boolean {
  return (others?.refused ?? []).some((call) => isCreating(call, name));
}

function isCreating(call: ToolCall, name: string): boolean {
  const { term, aliases } = call.name === 'glossary_create' ? parseSaid(call) : {};
  return term !== undefined && isCalled({ term, aliases }, name);
}

/** How many other calls of the reply have a link to one of these names, such as `[[Boren]]`. */
export function countLinking(names: readonly string[], { others }: Pick<ToolContext, 'others'>): number {
  const keys = new Set(names.map(buildNameKey));
  const { before = [], refused = [], after = [] } = others ?? {};
  return [...before, ...refused, ...after].filter(({ arguments: said }) =>
    listLinks(said).some((name) => keys.has(buildNameKey(stripSuffix(name)))),
  ).length;
}

/** The names that later calls of the reply add to an entry. */
export function listNamesToCome(entry: Pick<GlossaryEntry, 'id'>, context: ToolContext): readonly string[] {
  return (context.others?.after ?? []).flatMap((call) => {
    const { entry_id: id, term, aliases = [] } = call.name === 'glossary_update' ? parseSaid(call) : {};
    const changed = id === undefined ? undefined : resolveEntry(context, id);
    if (changed?.ok !== true || changed.entry.id !== entry.id) return [];
    return [...(term === undefined ? [] : [term]), ...aliases];
  });
}

/**
 * Lists relations in earlier calls that lead to a name of an entry that is to be created or gets new names. Calls in
 * earlier scenes count only if the term is on hold; otherwise, it may mean something else now.
 */
export function listWaiting(
  names: NewNames,
  { others, glossary }: Pick<ToolContext, 'others' | 'glossary'>,
): readonly WaitingRelation[] {
  const { before = [], earlier = [] } = others ?? {};
  const calls =
    earlier.length > 0 && glossary.isHeld(stripSuffix(names.term)) ? [...earlier, ...before] : before;
  return calls.flatMap((call) => {
    if (!call.arguments.includes('relations')) return [];
    const { entry_id: id, term, relations = [], evidence = [] } = parseSaid(call);
    const of = call.name === 'glossary_create' ? term : id;
    if (of === undefined) return [];
    return relations
      .filter(({ to }) => isCalled(names, to))
      .map(({ quotes, ...relation }) => ({ ...relation, of, quotes: quotes.length > 0 ? quotes : evidence }));
  });
}

function isCalled({ term, aliases = [] }: NewNames, name: string): boolean {
  const wanted = normaliseName(stripSuffix(name));
  return wanted !== '' && [term, ...aliases].some((one) => normaliseName(stripSuffix(one)) === wanted);
}

/** Empty if the arguments cannot be read; the call itself is refused for this reason. */
function parseSaid(call: ToolCall): Partial<Said> {
  const read = readArguments(said, parseJsonRuns(call.arguments).values[0]);
  return read.ok ? read.value : {};
}
