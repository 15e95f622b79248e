// Sorts fields so that each comes after the fields that it reads, and finds fields that read each other in a circle.

import type { FieldKind } from '../prefabs/build-bound-prefab.ts';
import type { Formula } from '../system/formula.ts';
import { type FoundName, findName, type NamedField } from './find-name.ts';
import { listNearestPaths, listPaths } from './list-paths.ts';

/** More circles than this are not recorded: they would have the same cause. */
const mostCycles = 50;

/** The members of a field on which its place in the order depends. */
export interface OrderedField extends NamedField {
  readonly kind: Pick<FieldKind, 'derives'>;
  readonly formula?: Formula | undefined;
  readonly maxFormula?: Formula | undefined;
  readonly defaultFormula?: Formula | undefined;
}

export interface UnknownName {
  /** Path of the field, or name of the alias, whose formula reads the name. */
  readonly at: string;
  readonly formula: 'formula' | 'max_formula' | 'default_formula' | 'alias';
  readonly name: string;
  /** The nearest names, likeliest first; computed when this is read. */
  readonly nearest: readonly string[];
}

export interface FieldOrder {
  /** Every path once; each field comes after the fields that its formulas read, unless they form a circle. */
  readonly inOrder: readonly string[];
  /** Which fields read a field, directly or through aliases, sorted. */
  readonly readers: ReadonlyMap<string, readonly string[]>;
  /**
   * Circles of names; each begins and ends with the same name: `['a', 'b', 'a']`. Aliases appear among the paths. Fifty
   * at the most.
   */
  readonly cycles: readonly (readonly string[])[];
  readonly unknown: readonly UnknownName[];
}

/**
 * The result, except the order of `unknown`, does not depend on the order in which fields and aliases are written.
 * Never throws.
 */
export function sortFields(
  fields: readonly OrderedField[],
  aliases: ReadonlyMap<string, Formula>,
): FieldOrder {
  const graph = buildGraph(fields, aliases);
  const walk: Walk = { graph, done: new Set(), open: [], cycles: new Map(), inOrder: [] };
  for (const name of [...graph.edges.keys()].sort()) visit(name, walk);
  return {
    inOrder: walk.inOrder.filter((name) => graph.byPath.has(name)),
    readers: collectReaders(graph),
    cycles: [...walk.cycles.values()],
    unknown: graph.unknown,
  };
}

interface Graph {
  readonly byPath: ReadonlyMap<string, OrderedField>;
  readonly aliases: ReadonlyMap<string, Formula>;
  /** For the name of each field or alias, the names that it reads. */
  readonly edges: Map<string, Set<string>>;
  /** For each alias, the parts of fields that it reads, directly or through other aliases. */
  readonly leaves: Map<string, readonly FoundName<OrderedField>[]>;
  readonly unknown: UnknownName[];
}

function buildGraph(fields: readonly OrderedField[], aliases: ReadonlyMap<string, Formula>): Graph {
  const byPath = new Map(fields.map((field) => [field.path, field]));
  const graph: Graph = { byPath, aliases, edges: new Map(), leaves: new Map(), unknown: [] };
  for (const [name, formula] of aliases) addEdges(graph, { at: name, kind: 'alias' }, formula);
  for (const field of fields) {
    addEdges(graph, { at: field.path, kind: 'formula', field }, field.formula);
    addEdges(graph, { at: field.path, kind: 'max_formula', field }, field.maxFormula);
    addEdges(graph, { at: field.path, kind: 'default_formula', field }, field.defaultFormula);
  }
  return graph;
}

interface Reading {
  readonly at: string;
  readonly kind: UnknownName['formula'];
  readonly field?: OrderedField;
}

function addEdges(graph: Graph, reading: Reading, formula: Formula | undefined): void {
  const edges = graph.edges.get(reading.at) ?? new Set();
  graph.edges.set(reading.at, edges);
  for (const name of formula?.reads ?? []) addEdge(graph, { ...reading, edges }, name);
}

function addEdge(graph: Graph, reading: Reading & { edges: Set<string> }, name: string): void {
  const { at, kind, field, edges } = reading;
  const found = findName(name, graph.byPath);
  if (found !== undefined) {
    if (found.field !== field || !canReadOwn(field, kind, found.part)) edges.add(found.field.path);
  } else if (graph.aliases.has(name)) {
    for (const each of skipOwn(graph, reading, name)) edges.add(each);
  } else {
    graph.unknown.push({
      at,
      formula: kind,
      name,
      get nearest() {
        return listMeant(graph, name);
      },
    });
  }
}

function listMeant(graph: Graph, name: string): readonly string[] {
  return listNearestPaths(name, [...listPaths(graph.byPath.values()), ...graph.aliases.keys()]);
}

/**
 * Whether a formula may read a part of its own field: a modifier may be computed from the score beside it, and a
 * default from any part, but no part from itself.
 */
function canReadOwn(field: OrderedField, kind: UnknownName['formula'], part: string): boolean {
  if (kind === 'default_formula') return true;
  const derived = field.kind.derives.value;
  return kind === 'formula' && derived !== undefined && derived !== '' && part !== '' && part !== derived;
}

/**
 * The names that determine the order if a formula reads this alias: usually the alias itself. If the alias reads only
 * allowed parts of the field whose formula reads it, the other fields that the alias reads count instead.
 */
function skipOwn(graph: Graph, { field, kind }: Reading, alias: string): readonly string[] {
  if (field === undefined) return [alias];
  const leaves = listLeaves(graph, alias);
  const own = leaves.filter((leaf) => leaf.field === field);
  if (own.length === 0 || !own.every((leaf) => canReadOwn(field, kind, leaf.part))) return [alias];
  return leaves.filter((leaf) => leaf.field !== field).map((leaf) => leaf.field.path);
}

function listLeaves(graph: Graph, alias: string): readonly FoundName<OrderedField>[] {
  const known = graph.leaves.get(alias);
  if (known !== undefined) return known;
  const leaves: FoundName<OrderedField>[] = [];
  graph.leaves.set(alias, leaves);
  const seen = new Set<string>();
  const open = [alias];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const found = findName(name, graph.byPath);
    if (found === undefined) open.push(...(graph.aliases.get(name)?.reads ?? []));
    else leaves.push(found);
  }
  return leaves;
}

interface Walk {
  readonly graph: Graph;
  readonly done: Set<string>;
  readonly open: string[];
  readonly cycles: Map<string, readonly string[]>;
  readonly inOrder: string[];
}

function visit(name: string, walk: Walk): void {
  if (walk.done.has(name)) return;
  const begun = walk.open.indexOf(name);
  if (begun >= 0) {
    if (walk.cycles.size < mostCycles) recordCycle(walk.open.slice(begun), walk);
    return;
  }
  walk.open.push(name);
  for (const read of [...(walk.graph.edges.get(name) ?? [])].sort()) visit(read, walk);
  walk.open.pop();
  walk.done.add(name);
  walk.inOrder.push(name);
}

/**
 * Begins a cycle with its alphabetically first name, so that it is recorded only once, whatever name it was found from.
 */
function recordCycle(names: readonly string[], walk: Walk): void {
  const first = names.indexOf([...names].sort()[0] ?? '');
  const turned = [...names.slice(first), ...names.slice(0, first)];
  walk.cycles.set(turned.join(' '), [...turned, ...turned.slice(0, 1)]);
}

function collectReaders(graph: Graph): Map<string, readonly string[]> {
  const readers = new Map<string, Set<string>>([...graph.byPath.keys()].map((path) => [path, new Set()]));
  for (const path of graph.byPath.keys())
    for (const read of collectFieldsRead(graph, path)) readers.get(read)?.add(path);
  return new Map([...readers].map(([path, names]) => [path, [...names].sort()]));
}

function collectFieldsRead(graph: Graph, path: string): Set<string> {
  const fields = new Set<string>();
  const seen = new Set<string>();
  const open = [...(graph.edges.get(path) ?? [])];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (graph.byPath.has(name)) fields.add(name);
    else if (!seen.has(name)) {
      seen.add(name);
      open.push(...(graph.edges.get(name) ?? []));
    }
  }
  return fields;
}
