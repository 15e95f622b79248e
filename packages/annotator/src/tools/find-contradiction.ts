// Finds the relations of two entries that cannot be true together with a further relation between them.

import type { EntryId, GlossaryEntry, Relation } from '../glossary/entry.ts';
import { isContrary, renderInverse } from '../reader/relation-kinds.ts';
import { resolveEntry } from './resolve-entry.ts';
import type { SaidRemoval } from './tolerant-input.ts';
import type { ToolContext } from './tool-context.ts';

/** The entry that a call is about. If it has no id, it does not exist yet, so it has no relations. */
interface CalledEntry {
  readonly id?: EntryId;
  readonly term: string;
  readonly relations?: readonly Relation[] | undefined;
}

interface SaidBetween {
  readonly entry: CalledEntry;
  readonly other: GlossaryEntry;
  /** The new relation: what the entry is to the other one. */
  readonly wording: string;
  /** Relations that the same call removes. */
  readonly removed: readonly SaidRemoval[] | undefined;
}

/**
 * Says why a relation contradicts an existing one, and how the model can remove the existing one. Undefined if there is
 * no contradiction, or if the same call removes a relation between the two entries.
 */
export function findContradiction(
  { entry, other, wording, removed = [] }: SaidBetween,
  context: ToolContext,
): string | undefined {
  const isRemoved = removed.some(({ to }) => {
    const target = resolveEntry(context, to);
    return target.ok && target.entry.id === other.id;
  });
  if (isRemoved) return undefined;
  const standing = listBetween(entry, other, context).find((one) => isContrary(one, wording));
  if (standing === undefined) return undefined;
  const removal = `{"kind": "${standing}", "to": ${other.id}, "reason": "…"}`;
  return `the glossary has the relation "${entry.term}" ${standing} "${other.term}", so "${wording}" cannot be true as well. If the glossary is wrong, remove that relation in the same call: "remove_relations": [${removal}].`;
}

/** Lists the relations between two entries, whichever of the two has them, in words that `remove_relations` accepts. */
export function listBetween(
  entry: CalledEntry,
  other: GlossaryEntry,
  { glossary }: ToolContext,
): readonly string[] {
  const isTo = ({ to }: Relation, id: EntryId | undefined) => id !== undefined && glossary.resolve(to) === id;
  const own = (entry.relations ?? []).filter((one) => isTo(one, other.id)).map(({ kind }) => kind);
  const others = (other.relations ?? [])
    .filter((one) => isTo(one, entry.id))
    .map(({ kind }) => renderInverse(kind));
  return [...new Set([...own, ...others])];
}
