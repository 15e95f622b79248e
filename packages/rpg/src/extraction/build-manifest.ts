// Builds a manifest from the items that were read in a rulebook, and lists its problems.

import { checkManifest } from '../manifest/check-manifest.ts';
import { baseFields } from '../system/base-entities.ts';
import { entityTypes, type Reading } from '../system/manifest.ts';
import type { ManifestProblem } from '../system/system.ts';
import type { Json, JsonObject } from '../values/json.ts';
import type { ExtractedItem, ExtractedKind } from './extracted-item.ts';
import { filterKind, listSheetFields } from './list-places.ts';
import type { SourcedItem } from './validate-items.ts';

export interface BuiltManifest {
  /** The manifest to be saved, whether it loads or not. */
  readonly manifest: JsonObject;
  /** What keeps the manifest from being loaded; empty if it can be loaded. */
  readonly problems: readonly ManifestProblem[];
}

export interface ManifestTitle {
  readonly id: string;
  readonly name: string;
}

export function buildManifest(
  title: ManifestTitle,
  items: readonly SourcedItem[],
  readings: readonly Reading[] = [],
): BuiltManifest {
  const engine = filterKind(items, 'engine')[0];
  const manifest: JsonObject = {
    ...title,
    version: '0.1.0',
    ...(engine === undefined ? {} : { engine: strip(engine) }),
    procedures: groupByName(filterKind(items, 'procedure'), (item) => item['text'] ?? ''),
    aliases: groupByName(filterKind(items, 'alias'), (item) => item['formula'] ?? ''),
    tables: groupByName(filterKind(items, 'table'), (item, sources) => ({
      rows: item['rows'] ?? [],
      sources,
    })),
    checks: filterKind(items, 'check').map(withSources),
    fields: listSheetFields(items, undefined).map(withSources),
    rules: filterKind(items, 'rule').map(withSources),
    ...buildEntities(items),
    ...buildListed(items),
    ...buildHints(items),
    ...(readings.length > 0 && { readings: JSON.parse(JSON.stringify(readings)) as Json }),
  };
  const checked = checkManifest(manifest);
  return { manifest, problems: checked.ok ? [] : checked.problems };
}

/**
 * Removes fields that every sheet has anyway, such as a name. Removes the fixed maximum of a pool if the maximum is
 * rolled, or if each person or creature has a maximum of its own.
 */
export function normaliseItems(items: readonly SourcedItem[]): readonly SourcedItem[] {
  const left = new Set<string>();
  const kept = items.filter(({ item }) => {
    const isThere = item.kind === 'field' && isGiven(item.of ?? 'character', item);
    if (isThere && item.of === undefined) left.add(item.path);
    return !isThere;
  });
  return kept.map((one) => {
    const { item } = one;
    if (item.kind === 'character') return { ...one, item: { ...item, set: removePaths(item.set, left) } };
    if (item.kind !== 'field' || item.prefab !== 'RES_POOL' || item.config?.['max'] === undefined) return one;
    const isOwn = item.roll !== undefined || item.of === 'creature' || item.of === 'npc';
    if (!isOwn) return one;
    const { max, ...config } = item.config;
    return { ...one, item: { ...item, config } };
  });
}

/**
 * A field that every sheet has anyway is recognised by its label and the last name of its path, in whatever group the
 * book puts it.
 */
function isGiven(type: string, { path, label }: { readonly path: string; readonly label: string }): boolean {
  const last = path.split('.').at(-1);
  return (baseFields.get(type) ?? []).some(
    (field) => field['path'] === last && String(field['label']).toLowerCase() === label.toLowerCase(),
  );
}

function removePaths<Value>(
  set: Readonly<Record<string, Value>>,
  paths: ReadonlySet<string>,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(set).filter(([path]) => !paths.has(path)));
}

/** The fields of each type of entity that has fields of its own. */
function buildEntities(items: readonly SourcedItem[]): JsonObject {
  const types = entityTypes.filter((type) => listSheetFields(items, type).length > 0);
  if (types.length === 0) return {};
  const entries = types.map(
    (type) => [type, { fields: listSheetFields(items, type).map(withSources) }] as const,
  );
  return { entities: Object.fromEntries(entries) };
}

/** The lists that a manifest has only if they are not empty. */
function buildListed(items: readonly SourcedItem[]): JsonObject {
  const lists = {
    oracles: filterKind(items, 'oracle').map((one) => {
      const { use, ...oracle } = withSources(one);
      return oracle;
    }),
    creation: filterKind(items, 'creation').map(strip),
    characters: filterKind(items, 'character').map(strip),
    foes: filterKind(items, 'foe').map(strip),
  };
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

/** The hints for the narrator, such as what outcomes, rests and the passing of time lead to. */
function buildHints(items: readonly SourcedItem[]): JsonObject {
  const findOne = (kind: ExtractedKind) => filterKind(items, kind).map(strip)[0];
  const groupKind = (kind: ExtractedKind) => groupByName(filterKind(items, kind), (item) => item);
  const upkeep = filterKind(items, 'upkeep').map((one) => {
    const { name, ...rest } = strip(one);
    return rest;
  });
  const hints = {
    spends: filterKind(items, 'spend').map(strip),
    order: findOne('order'),
    intents: groupKind('intent'),
    opponents: findOne('opponents'),
    player: findOne('downfall'),
    rest: groupKind('rest'),
    upkeep,
    ...listUses(items),
  };
  const narrator = Object.fromEntries(
    Object.entries(hints).flatMap(([name, hint]) =>
      hint === undefined || hint === null || Object.keys(hint).length === 0
        ? []
        : [[name, hint as Json] as const],
    ),
  );
  return Object.keys(narrator).length === 0 ? {} : { narrator };
}

/** The table that the game uses for each purpose, such as doubts and names. */
function listUses(items: readonly SourcedItem[]): JsonObject {
  const uses = filterKind(items, 'oracle').flatMap(({ item }) =>
    item.kind === 'oracle' && item.use !== undefined
      ? [[item.use === 'doubt' ? 'oracle' : item.use, item.id] as const]
      : [],
  );
  return Object.fromEntries(uses.toReversed());
}

function strip({ item }: SourcedItem): JsonObject {
  const { kind, quote, ...members } = item as ExtractedItem & { readonly formula_quote?: string };
  const { formula_quote, of, ...rest } = members as Record<string, Json>;
  return rest;
}

function withSources(one: SourcedItem): JsonObject {
  return { ...strip(one), sources: listSources(one) };
}

function listSources({ sources }: SourcedItem): Json {
  return sources.map((source) => ({ ...source }));
}

function groupByName(
  items: readonly SourcedItem[],
  value: (item: JsonObject, sources: Json) => Json,
): JsonObject {
  const entries = items.map((one) => {
    const { name, ...rest } = strip(one);
    return [String(name), value(rest, listSources(one))] as const;
  });
  return Object.fromEntries(entries);
}
