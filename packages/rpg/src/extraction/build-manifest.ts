// Builds a manifest of what was read in a rulebook, and says what is still to be mended in it.

import { checkManifest } from '../manifest/check-manifest.ts';
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
    fields: filterKind(items, 'field').map(withSources),
    rules: filterKind(items, 'rule').map(withSources),
  };
  const checked = checkManifest(manifest);
  return { manifest, problems: checked.ok ? [] : checked.problems };
}

function filterKind(items: readonly SourcedItem[], kind: ExtractedKind): readonly SourcedItem[] {
  return items.filter(({ item }) => item.kind === kind);
}

function strip({ item }: SourcedItem): JsonObject {
  const { kind, quote, ...members } = item as ExtractedItem & { readonly formula_quote?: string };
  const { formula_quote, ...rest } = members as Record<string, Json>;
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
