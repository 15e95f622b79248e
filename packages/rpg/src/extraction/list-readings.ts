// Lists the contradictions of a rulebook: both versions, the chapter of each, and which one the manifest contains.

import type { Reading } from '../system/manifest.ts';
import type { ExtractedItem } from './extracted-item.ts';
import { type ItemPlace, listPlaces, type PlacedItem, renderPointer } from './list-places.ts';
import { type Contradiction, nameItem } from './merge-items.ts';
import type { Rulebook } from './rulebook.ts';
import type { SourcedItem } from './validate-items.ts';

const mostReadings = 100;

/**
 * Leaves out a contradiction if the manifest no longer has the version that was taken, because that version was mended.
 */
export function listReadings(
  book: Rulebook,
  items: readonly SourcedItem[],
  contradictions: readonly Contradiction[],
): readonly Reading[] {
  const placed = listPlaces(items);
  const headings = [...book.text.matchAll(heading)];
  const readings = contradictions.flatMap(({ about, member, versions, taken }): readonly Reading[] => {
    const found = placed.find(({ one }) => nameItem(one.item) === about);
    const [stands, other] = taken === 0 ? versions : versions.toReversed();
    if (found === undefined || stands === undefined || other === undefined) return [];
    const now = member.reduce<unknown>(
      (inner, name) => (inner as Record<string, unknown> | undefined)?.[name],
      found.one.item,
    );
    if (JSON.stringify(now) !== JSON.stringify(stands.says)) return [];
    const render = ({ says, source }: (typeof versions)[number]) => ({
      says: says as Reading['taken']['says'],
      where: findChapter(headings, source.start) ?? book.file,
      quote: source.quote,
    });
    return [
      {
        at: renderPointer(resolvePlace(found, member)),
        about:
          `${describeItem(found.one.item)}: ${member.map((name) => name.replaceAll('_', ' ')).join(', ')}`.slice(
            0,
            300,
          ),
        taken: render(stands),
        other: render(other),
      },
    ];
  });
  return readings.slice(0, mostReadings);
}

/**
 * The place of a member in the manifest. An alias is only a formula in the manifest, so its members have the place of
 * the alias itself. A procedure is only a text, and is never listed, since texts are not compared.
 */
function resolvePlace({ one, place }: PlacedItem, member: readonly string[]): ItemPlace {
  return one.item.kind === 'alias' ? place : [...place, ...member];
}

function describeItem(item: ExtractedItem): string {
  if (item.kind === 'field') return `${item.label}${item.of === undefined ? '' : ` of a ${item.of}`}`;
  if ('label' in item && typeof item.label === 'string') return item.label;
  if ('title' in item) return item.title;
  return nameItem(item).replaceAll('_', ' ');
}

const heading = /^#{1,6}[ \t]+(\S.*)$/gmu;

/** The heading above a place in the book or, if the place is in a heading, that heading. */
function findChapter(headings: readonly RegExpExecArray[], at: number): string | undefined {
  return headings
    .findLast(({ index }) => index <= at)?.[1]
    ?.replace(/(?<!\s)\s+#*$/u, '')
    .replace(/[*_]/gu, '')
    .slice(0, 120);
}
