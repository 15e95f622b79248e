// Found: groups by kind what was found in a world, with the address to which each result leads.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import type { NameStory } from '../client/use-story-name.ts';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import { nameInStory } from '../parts/name-chapter.ts';
import { nameFragment } from '../parts/name-fragment.ts';
import { renderShortDay } from '../parts/time-text.ts';

export type Thing = RouteAnswer<'GET /api/worlds/{world}/found'>[number];
type Kind = Thing['kind'];

export interface Found {
  readonly to: string;
  /** The name of the thing that was found; absent if its text alone is shown. */
  readonly name?: string;
  readonly text?: FoundText;
  /** Where the thing is, or what it is. */
  readonly what?: string;
}

interface FoundText {
  readonly about: string;
  /** Where the words are in the text. */
  readonly matches: readonly { readonly start: number; readonly end: number }[];
}

export interface FoundGroup {
  readonly title: string;
  readonly rows: readonly Found[];
  /** The kind of which there may be more things; absent if there are no more to show. */
  readonly more?: Kind;
}

const titles: Readonly<Record<Kind, string>> = {
  entry: 'Entries',
  chapter: 'Chapters',
  passage: 'In the story',
  message: 'In your talk',
  fragment: 'Fragments',
  turn: 'In your games',
};

/** The titles of the groups that come before the commands even if the name of a command begins with the typed words. */
export const named: readonly string[] = [titles.entry, titles.chapter];

/** How many things of each kind are shown, unless the person wants more of this kind. */
export const shownEach = 5;
/** The server gives at most this many things of each kind. */
export const mostEach = 20;

interface Place {
  readonly world: string;
  readonly nameStory: NameStory;
}

/**
 * Groups the things by kind, in the order of `titles`. Shows all that was found of the kind `wide`, and at most
 * `shownEach` things of any other kind.
 */
export function groupFound(
  { world, nameStory }: Place,
  things: readonly Thing[],
  wide: Kind | undefined,
): readonly FoundGroup[] {
  return (Object.keys(titles) as Kind[]).flatMap((kind) => {
    const found = things.filter((thing) => thing.kind === kind);
    const shown = kind === wide ? found : found.slice(0, shownEach);
    const rows = shown.map((thing) => describeThing({ world, nameStory }, thing));
    const isFull = kind !== wide && found.length >= shownEach;
    return rows.length === 0 ? [] : [{ title: titles[kind], rows, ...(isFull ? { more: kind } : {}) }];
  });
}

function describeThing({ world, nameStory }: Place, thing: Thing): Found {
  const { name, about } = thing;
  switch (thing.kind) {
    case 'entry':
      return { to: `/${world}/glossary/${thing.entry}`, name, ...(about === '' ? {} : { what: about }) };
    case 'chapter':
      return {
        to: `/${world}/read/${thing.corpus}/${thing.thread}`,
        name: nameInStory(name, nameStory(thing.corpus)),
      };
    case 'passage':
      return {
        to: `/${world}/read/${thing.corpus}/${thing.thread}#post-${thing.post}-${thing.offset}`,
        text: { about, matches: thing.matches },
        what: insertHyphens(nameInStory(name, nameStory(thing.corpus))),
      };
    case 'message':
      return {
        to: `/${world}/remember#message-${thing.event}`,
        text: { about, matches: thing.matches },
        what: describeMoment(thing),
      };
    case 'fragment': {
      const to = `/${world}/remember/fragments/${encodeURIComponent(thing.key)}`;
      return { to, name: nameFragment(thing.key), what: about };
    }
    case 'turn':
      return {
        to: `/${world}/play/${thing.game}?turn=${thing.number}`,
        name,
        text: { about, matches: thing.matches },
      };
  }
}

/** The name that the settings give the person by default. */
const unnamed = 'User';

function describeMoment({ name, side, atMs, timeZone }: Extract<Thing, { kind: 'message' }>): string {
  const who = side === 'user' && name === unnamed ? 'You' : name;
  return atMs === null ? who : `${who}, ${renderShortDay(atMs, timeZone)}`;
}
