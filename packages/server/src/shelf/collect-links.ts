// Collects links between entries that are named in the same posts, or that the story relates to each other.

import { listRelations } from '@terrarium/annotator/list-relations';
import type { WorldView } from '@terrarium/annotator/open-world-view';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import type { EntryList, ListedEntry } from './build-entry-list.ts';

type Links = Pick<RouteAnswer<'GET /api/worlds/{world}/links'>, 'entries' | 'links'>;
type Link = Links['links'][number];
type EntryId = Parameters<WorldView['stores']['glossary']['find']>[0];

/** Nobody could read a picture with more entries than this. */
const drawnEntries = 32;
/** How many neighbours of each entry are considered, the nearest first. */
const nearest = 24;
/**
 * How many links to entries in the same posts are drawn from each entry, the strongest first. The entry around which
 * the others are drawn has all of its links. Relations come in addition.
 */
const linksEach = 3;

/**
 * Collects the entries around one entry, or those with the greatest weight, and their links. `rows` must be sorted by
 * weight.
 */
export function collectLinks(view: WorldView, rows: EntryList, around: number | undefined): Links {
  const { glossary } = view.stores;
  const together = glossary.openTogether();
  const near = new Map<number, ReadonlyMap<number, number>>();
  const readNear = (id: number): ReadonlyMap<number, number> => {
    const known =
      near.get(id) ??
      new Map(together.list(id as EntryId, nearest).map(({ entryId, posts }) => [entryId, posts]));
    near.set(id, known);
    return known;
  };
  const related = listRelations(glossary);
  const chosen = chooseEntries(rows, around, (id) => [
    ...(related.get(id as EntryId) ?? []).map(({ to }) => to),
    ...readNear(id).keys(),
  ]);
  const ids = new Set(chosen.map(({ id }) => id));
  const links = new Map<string, Link>();
  const add = (link: Link): void => {
    if (!ids.has(link.to)) return;
    const key = [link.from, link.to].toSorted((one, other) => one - other).join(' ');
    links.set(key, { ...links.get(key), ...link });
  };
  for (const from of ids) {
    const others = [...readNear(from)].filter(([to]) => ids.has(to));
    const drawn = from === around ? others : others.slice(0, linksEach);
    for (const [to, posts] of drawn) add({ from, to, posts });
  }
  for (const from of ids) {
    const own = related.get(from as EntryId)?.filter(({ isInverse }) => !isInverse) ?? [];
    for (const { to, wording } of own) add({ from, to, wording, posts: readNear(from).get(to) ?? 0 });
  }
  return {
    entries: chosen.map(({ id, term, kind, mentions }) => ({ id, term, kind, mentions })),
    links: [...links.values()],
  };
}

function chooseEntries(
  rows: EntryList,
  around: number | undefined,
  listNear: (id: number) => readonly number[],
): readonly ListedEntry[] {
  if (around === undefined) return rows.slice(0, drawnEntries);
  const wanted = new Set([around, ...listNear(around)].slice(0, drawnEntries));
  return rows.filter(({ id }) => wanted.has(id));
}
