// Renders what has been made of a rulebook so far, one line for each item, for the model that reads on.

import type { ExtractedItem } from './extracted-item.ts';
import { nameItem } from './merge-items.ts';
import type { SourcedItem } from './validate-items.ts';

/** Fields come first, since most other items refer to them. Lists as many lines as there is room for. */
export function renderKnown(
  items: readonly SourcedItem[],
  room: { readonly tokens: number; readonly count: (text: string) => number },
): string {
  const sorted = items.toSorted((one, other) => rankKind(one.item) - rankKind(other.item));
  const lines: string[] = [];
  let left = room.tokens;
  for (const { item } of sorted) {
    const line = describeItem(item);
    left -= room.count(line) + 1;
    if (left < 0) break;
    lines.push(line);
  }
  return lines.join('\n');
}

function rankKind({ kind }: ExtractedItem): number {
  const place = ['field', 'alias', 'check', 'table', 'engine', 'oracle'].indexOf(kind);
  return place < 0 ? 6 : place;
}

function describeItem(item: ExtractedItem): string {
  const name = nameItem(item);
  if (item.kind === 'field') return `${name} (${item.label}, ${item.prefab})`;
  if (item.kind === 'alias') return `${name} = ${item.formula}`;
  if (item.kind === 'check') return `${name} (${item.dice})`;
  return item.kind === 'opponents' ? `${name} (${Object.keys(item.threats ?? {}).join(', ')})` : name;
}
