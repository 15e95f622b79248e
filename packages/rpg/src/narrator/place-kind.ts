// Detects from the scenario or a place's text whether the place is a street, indoors, underground or in the wild.

import type { Entity } from '../values/entity.ts';
import type { ScenarioPlace } from './scenario.ts';
import { nameOf, readText } from './world.ts';

export type PlaceKind = 'street' | 'inside' | 'underground' | 'wild' | 'anywhere';

const kindWords: readonly (readonly [PlaceKind, RegExp])[] = [
  [
    'underground',
    /cellar|\bcaves?\b|cavern|\bmines?\b|crypt|\bdrain|tunnel|vault|underground|undercroft|\bunder the\b|cistern|ossuary|sewer|conduit|gallery|sluice/i,
  ],
  [
    'inside',
    /\binns?\b|houses?\b|\bhouse|\brooms?\b|(?<!mush)rooms?\b|\bhalls?\b|hallway|[a-z]{3}hall\b|(?<!bi)shops?\b|tavern|\boffices?\b|chapel|\bloft\b|hayloft|kitchen|\btower|library|temple\b|workshop|\bstores?\b|observatory|museum|theatre|hospital|station\b|archive/i,
  ],
  [
    'wild',
    /\bwoods?\b|woodland|forest|\bhills?\b|hillside|foothill|\bmoors?\b|moorland|marsh|\bfens?\b|\brivers?\b|riverbank|\bcoast|\bfield|fields?\b|\bpaths?\b|footpath|towpath|\broads?\b|crossroad|mountain|valley|\bfords?\b|\btor\b|copse|\bstrand\b|\bridge/i,
  ],
  [
    'street',
    /street|\brows?\b|\blanes?\b|\balley|market|square|\byards?\b|yards?\b|\bcourt(?:s|yards?)?\b|\bquays?\b|\bdock|harbou?r|wharf|\bbridges?\b|(?<!i)gates?\b|\bgate|\bcit(?:y|ies)\b|town|village|\bquarters?\b|\bwards?\b|\bstair|\bsteps\b/i,
  ],
];

interface Knowing {
  findPlace(place: Entity | undefined): ScenarioPlace | undefined;
}

export function detectPlaceKind(knowing: Knowing, place: Entity | undefined): PlaceKind {
  const known = knowing.findPlace(place)?.kind;
  if (known !== undefined) return known;
  if (place === undefined) return 'anywhere';
  // The name comes first, since it says what the place is; the text about it may also name what is near: a bridge over
  // a river.
  const name = nameOf(place);
  const read = [readHead(name), name, ...listTelling(name, readText(place, 'about'))];
  return (
    read.flatMap((words) => kindWords.find(([, pattern]) => pattern.test(words))?.[0] ?? [])[0] ?? 'anywhere'
  );
}

/** The last word of a name or, as in "bridge of shops", the last word before "of", "with" or the like. */
function readHead(name: string): string {
  const [head = name] = name.split(/(?<=\S) (?:of|that|which|who|with|without|where) /u, 1);
  return head.split(' ').at(-1) ?? head;
}

/**
 * Lists the words of a text that say what the place is. If the text mentions the place by name, only words right beside
 * the name count, as in "the city of Meung" or "Meung was a town".
 */
function listTelling(name: string, about: string): readonly string[] {
  const parts = about.split(name);
  if (parts.length === 1) return [about];
  return parts.flatMap((part, at) => [
    ...(at < parts.length - 1 ? [beforeName.exec(part)?.[1] ?? ''] : []),
    ...(at > 0 ? [behindName.exec(part)?.[1] ?? ''] : []),
  ]);
}

const beforeName = /([\p{L}-]{1,40}) (?:of|called|named) $/u;
const behindName = /^,? (?:(?:is|was) )?(?:an?|the) ((?:[\p{L}-]{1,40} ){0,2}[\p{L}-]{1,40})/u;
