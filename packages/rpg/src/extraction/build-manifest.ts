// Builds a manifest of what was read in a rulebook, and says what is still to be mended in it.

import { checkManifest } from '../manifest/check-manifest.ts';
import { entityTypes } from '../system/manifest.ts';
import type { ManifestProblem } from '../system/system.ts';
import type { Json, JsonObject } from '../values/json.ts';
import type { ExtractedItem, ExtractedKind } from './extracted-item.ts';
import type { SourcedItem } from './validate-items.ts';

export interface BuiltManifest {
  /** The manifest as it is to be saved, whether it loads or not. */
  readonly manifest: JsonObject;
  /** What keeps it from being loaded; empty when it loads. */
  readonly problems: readonly ManifestProblem[];
}

export interface ManifestTitle {
  readonly id: string;
  readonly name: string;
}

export function buildManifest(title: ManifestTitle, items: readonly SourcedItem[]): BuiltManifest {
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
    fields: listFields(items, undefined).map(withSources),
    rules: filterKind(items, 'rule').map(withSources),
    ...buildEntities(items),
    ...buildListed(items),
    ...buildHints(items),
  };
  const checked = checkManifest(manifest);
  return { manifest, problems: checked.ok ? [] : checked.problems };
}

function listFields(items: readonly SourcedItem[], of: string | undefined): readonly SourcedItem[] {
  return filterKind(items, 'field').filter(({ item }) => item.kind === 'field' && item.of === of);
}

/** Fields of opponents, people, things: of each type that has any. */
function buildEntities(items: readonly SourcedItem[]): JsonObject {
  const types = entityTypes.filter((type) => listFieldsOf(items, type).length > 0);
  if (types.length === 0) return {};
  const entries = types.map(
    (type) => [type, { fields: listFieldsOf(items, type).map(withSources) }] as const,
  );
  return { entities: Object.fromEntries(entries) };
}

/** A book tells of foes once: people have what creatures have, too, so that they can be fought. */
function listFieldsOf(items: readonly SourcedItem[], type: string): readonly SourcedItem[] {
  const own = listFields(items, type);
  if (type !== 'npc') return own;
  const paths = own.map(readPath);
  const isTaken = (path: string) =>
    paths.some((one) => one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`));
  return [...own, ...listFields(items, 'creature').filter((one) => !isTaken(readPath(one)))];
}

function readPath({ item }: SourcedItem): string {
  return item.kind === 'field' ? item.path : '';
}

/** Lists that a system need not have. */
function buildListed(items: readonly SourcedItem[]): JsonObject {
  const lists = {
    oracles: filterKind(items, 'oracle').map(withSources),
    creation: filterKind(items, 'creation').map(strip),
    characters: filterKind(items, 'character').map(strip),
  };
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

/** What follows from outcomes, for whoever carries it out. */
function buildHints(items: readonly SourcedItem[]): JsonObject {
  const [opponents, player] = (['opponents', 'downfall'] as const).map((kind) => filterKind(items, kind)[0]);
  const intents = groupByName(filterKind(items, 'intent'), (item) => item);
  const narrator = {
    ...(Object.keys(intents).length > 0 && { intents }),
    ...(opponents !== undefined && { opponents: strip(opponents) }),
    ...(player !== undefined && { player: strip(player) }),
  };
  return Object.keys(narrator).length === 0 ? {} : { narrator };
}

function filterKind(items: readonly SourcedItem[], kind: ExtractedKind): readonly SourcedItem[] {
  return items.filter(({ item }) => item.kind === kind);
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
