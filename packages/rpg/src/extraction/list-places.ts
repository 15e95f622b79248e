// Maps the items of a rulebook to their places in the manifest that is built from them, and back.

import { entityTypes } from '../system/manifest.ts';
import type { ExtractedItem, ExtractedKind } from './extracted-item.ts';
import type { SourcedItem } from './validate-items.ts';

/** The names of the members on the way to an item, as in a JSON pointer. */
export type ItemPlace = readonly string[];

export interface PlacedItem {
  readonly one: SourcedItem;
  readonly place: ItemPlace;
}

/**
 * The fields of a sheet, in the order of the manifest. The sheet of people also gets the fields of foes that it lacks.
 */
export function listSheetFields(
  items: readonly SourcedItem[],
  type: string | undefined,
): readonly SourcedItem[] {
  const own = items.filter(({ item }) => item.kind === 'field' && item.of === type);
  if (type !== 'npc') return own;
  const paths = own.map(readPath);
  const isTaken = (path: string) =>
    paths.some((one) => one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`));
  return [...own, ...listSheetFields(items, 'creature').filter((one) => !isTaken(readPath(one)))];
}

function readPath({ item }: SourcedItem): string {
  return item.kind === 'field' ? item.path : '';
}

export function filterKind(items: readonly SourcedItem[], kind: ExtractedKind): readonly SourcedItem[] {
  return items.filter(({ item }) => item.kind === kind);
}

const lists: readonly (readonly [ExtractedKind, ItemPlace])[] = [
  ['check', ['checks']],
  ['rule', ['rules']],
  ['oracle', ['oracles']],
  ['creation', ['creation']],
  ['character', ['characters']],
  ['foe', ['foes']],
  ['upkeep', ['narrator', 'upkeep']],
  ['spend', ['narrator', 'spends']],
];

const records: readonly (readonly [ExtractedKind, ItemPlace])[] = [
  ['alias', ['aliases']],
  ['table', ['tables']],
  ['procedure', ['procedures']],
  ['intent', ['narrator', 'intents']],
  ['rest', ['narrator', 'rest']],
];

const singles: readonly (readonly [ExtractedKind, ItemPlace])[] = [
  ['engine', ['engine']],
  ['opponents', ['narrator', 'opponents']],
  ['downfall', ['narrator', 'player']],
  ['order', ['narrator', 'order']],
];

export function listPlaces(items: readonly SourcedItem[]): readonly PlacedItem[] {
  const listNumbered = (list: readonly SourcedItem[], at: ItemPlace) =>
    list.map((one, index): PlacedItem => ({ one, place: [...at, String(index)] }));
  return [
    ...listNumbered(listSheetFields(items, undefined), ['fields']),
    ...entityTypes.flatMap((type) =>
      listNumbered(listSheetFields(items, type), ['entities', type, 'fields']),
    ),
    ...lists.flatMap(([kind, at]) => listNumbered(filterKind(items, kind), at)),
    ...records.flatMap(([kind, at]) =>
      filterKind(items, kind).map((one): PlacedItem => ({ one, place: [...at, readName(one.item)] })),
    ),
    ...singles.flatMap(([kind, place]) =>
      filterKind(items, kind)
        .slice(0, 1)
        .map((one): PlacedItem => ({ one, place })),
    ),
  ];
}

function readName(item: ExtractedItem): string {
  return 'name' in item ? item.name : '';
}

/**
 * The item to which a place of the manifest belongs, and the place within that item; undefined if the place belongs to
 * no single item.
 */
export function findItemAt(
  placed: readonly PlacedItem[],
  pointer: string,
): { readonly one: SourcedItem; readonly within: ItemPlace } | undefined {
  const parts = pointer.split('/').slice(1).map(decodePart);
  const found = placed.find(({ place }) => place.every((part, index) => parts[index] === part));
  return found === undefined ? undefined : { one: found.one, within: parts.slice(found.place.length) };
}

function decodePart(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

export function renderPointer(place: ItemPlace): string {
  return place.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
