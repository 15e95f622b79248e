// Adds, to the calls that record a scene, the relations that the scene states between its names.

import type { GatheredScene } from './collect-candidates.ts';
import type { SceneRelation } from './list-scene-relations.ts';
import type { ReaderCall, RelateCall, RelationCall } from './reader-call.ts';
import { parseRelationKind, type RelationKind, renderInverse } from './relation-kinds.ts';

/** One end of a relation: an existing entry, by its id, or an entry that a call of the scene creates, by its term. */
export type End = { readonly id: number } | { readonly term: string };

interface Placed {
  readonly from: End;
  readonly kind: RelationKind;
  readonly to: End;
  readonly relation: Omit<RelationCall, 'kind' | 'to'>;
}

/**
 * `findEnd` returns the entry to which the candidate with this key belongs, even if a call is yet to create it;
 * undefined if there is none.
 */
export function addRelations(
  calls: readonly ReaderCall[],
  said: readonly SceneRelation[],
  { scene, findEnd }: { readonly scene: GatheredScene; findEnd(key: string): End | undefined },
): readonly (ReaderCall | RelateCall)[] {
  const created = listCreated(calls);
  const placed = said.flatMap(({ from, kind, to, sentence }): readonly Placed[] => {
    const [one, other, source] = [findEnd(from), findEnd(to), scene.sentences[sentence]];
    if (one === undefined || other === undefined || source === undefined || isSame(one, other)) return [];
    const relation = { evidence: [{ post_id: source.postId, label: source.label }] };
    return [settleLater({ from: one, kind, to: other, relation }, created)];
  });
  const unique = placed.filter(
    (one, at) => placed.findIndex((other) => buildKey(other) === buildKey(one)) === at,
  );
  const own = new Map<string, readonly Placed[]>(Map.groupBy(unique, ({ from }) => JSON.stringify(from)));
  const withOwn = calls.map((call, at) => {
    const key = JSON.stringify(readEnd(call));
    const isThere = ({ to }: Placed) => 'id' in to || listCreated(calls.slice(0, at)).includes(to.term);
    const fit = (own.get(key) ?? []).filter(isThere);
    own.set(
      key,
      (own.get(key) ?? []).filter((one) => !isThere(one)),
    );
    return fit.length === 0 ? call : withRelations(call, fit);
  });
  return [...withOwn, ...[...own.values()].flatMap(buildUpdates)];
}

function listCreated(calls: readonly ReaderCall[]): readonly string[] {
  return calls.flatMap((call) => (call.name === 'glossary_create' ? [call.arguments.term] : []));
}

function readEnd(call: ReaderCall): End {
  return call.name === 'glossary_create' ? { term: call.arguments.term } : { id: call.arguments.entry_id };
}

function isSame(one: End, other: End): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function buildKey({ from, kind, to }: Placed): string {
  return JSON.stringify([from, kind, to]);
}

/**
 * Turns a relation round if the entry to which it leads is created later, so that both entries exist when it is
 * recorded: `N is a parent of M` becomes `M is a child of N`. A relation such as `N rules M` stays as it is, since no
 * kind is the inverse of `rules`.
 */
function settleLater(placed: Placed, created: readonly string[]): Placed {
  const { from, kind, to, relation } = placed;
  const rank = (end: End): number => ('id' in end ? -1 : created.indexOf(end.term));
  const inverse = parseRelationKind(renderInverse(kind));
  const isTurned = rank(to) > rank(from) && inverse !== undefined && !inverse.isInverse;
  return isTurned ? { from: to, kind: inverse.kind, to: from, relation } : placed;
}

function toCalls(placed: readonly Placed[]): readonly RelationCall[] {
  return placed.map(({ kind, to, relation }) => ({ kind, to: 'id' in to ? to.id : to.term, ...relation }));
}

function withRelations(call: ReaderCall, placed: readonly Placed[]): ReaderCall {
  const relations = toCalls(placed);
  return call.name === 'glossary_create'
    ? { name: call.name, arguments: { ...call.arguments, relations } }
    : { name: call.name, arguments: { ...call.arguments, relations } };
}

/**
 * Makes a call for those relations of one entry that fit into none of the calls before; empty if there are none. This
 * call comes last, when all entries exist.
 */
function buildUpdates(placed: readonly Placed[]): readonly RelateCall[] {
  const [first] = placed;
  if (first === undefined) return [];
  const entry_id = 'id' in first.from ? first.from.id : first.from.term;
  return [{ name: 'glossary_update', arguments: { entry_id, relations: toCalls(placed) } }];
}
