// Audits where a narrative puts the player's character: at places where they were in this turn, and at no other.

import type { NarrativeFlag } from './audit-flag.ts';
import { type Clause, findPhrase, isDenied, type Word } from './read-clauses.ts';
import { buildFlag, type Told } from './told.ts';
import { splitWords, type TurnFacts } from './turn-facts.ts';

const being = new Set(
  'are stand sit lie wait wake find stood sat lay standing sitting lying kneel kneeling'.split(' '),
);
const coming = new Set(
  'step climb walk go come run cross slip enter reach arrive stumble ride sail descend ascend emerge push duck let pass went came ran walked stepped climbed crossed entered reached arrived slipped drop dropped crawl squeeze jump return'.split(
    ' ',
  ),
);
const within = new Set('in at on inside into onto to through within'.split(' '));
/** Behind these a place is only a direction, or where somebody comes from. */
const elsewhere = new Set(
  'from toward towards for near outside past off behind beyond than before across about over above below of'.split(
    ' ',
  ),
);
const opening = new Set('lies lie opens spreads stretches waits closes takes goes'.split(' '));

export function auditPlaces(told: Told): readonly NarrativeFlag[] {
  const places = listFalsePlaces(told.facts);
  if (places.length === 0) return [];
  return told.clauses.flatMap((clause, index) => {
    const isPlayer = told.subjects[index] !== undefined && told.subjects[index] === told.facts.player;
    const place = places.find(({ words }) => isThere(clause, { words, isPlayer }));
    if (place === undefined) return [];
    const says = place.isRefused
      ? `The move to ${place.name} was refused.`
      : `No call moved the character to ${place.name}.`;
    return [buildFlag(told, clause, { says, kind: place.isRefused ? 'refused' : 'place' })];
  });
}

interface FalsePlace {
  readonly name: string;
  readonly words: readonly (readonly string[])[];
  readonly isRefused: boolean;
}

/** The places where the character was not, and those to which a move was refused. */
function listFalsePlaces({ places, refused }: TurnFacts): readonly FalsePlace[] {
  const visited = new Set(places.filter(({ isVisited }) => isVisited).map(({ name }) => name.toLowerCase()));
  const wanted = refused
    .filter(({ tool }) => tool === 'move' || tool === 'place_create')
    .map(({ given }) =>
      String(given['destination'] ?? given['name'] ?? '')
        .replace(/^location:/, '')
        .replaceAll('-', ' '),
    );
  const isFree = (name: string) => name !== '' && !visited.has(name.toLowerCase());
  const elsewhereNames = places
    .map(({ name }) => name)
    .filter((name) => isFree(name) && !wanted.includes(name));
  const names = [...wanted.filter(isFree).map((name) => ({ name, isRefused: true }))];
  return [...names, ...elsewhereNames.map((name) => ({ name, isRefused: false }))].map(
    ({ name, isRefused }) => {
      const words = splitWords(name).filter((word, index) => index > 0 || !/^(?:the|an?)$/.test(word));
      return { name, isRefused, words: words.length > 1 ? [words, words.slice(-1)] : [words] };
    },
  );
}

/** Whether the clause says that the player's character is at this place, or comes there. */
function isThere(
  clause: Clause,
  { words: names, isPlayer }: { words: FalsePlace['words']; isPlayer: boolean },
): boolean {
  const { words } = clause;
  return names.some((name, index) => {
    const at = findPhrase(words, name);
    if (at < 0 || (index > 0 && !isCapital(words, at))) return false;
    if (isDenied(clause, at)) return false;
    return isPlayer ? isPut(words, at) : isAround(words, at);
  });
}

/** The last word alone names a place where it is written with a capital within the clause. */
function isCapital(words: readonly Word[], at: number): boolean {
  return at > 0 && words[at]?.isCapital === true && !(words[at - 1]?.isCapital ?? false);
}

function isPut(words: readonly Word[], at: number): boolean {
  const ahead = words.slice(0, at).map(({ text }) => text);
  const isComing = ahead.some((text) => coming.has(text));
  const isBeing = ahead.some((text) => being.has(text));
  const link = ahead.findLast((text) => within.has(text) || elsewhere.has(text));
  if (isBeing && ahead.some((text) => within.has(text)))
    return link === 'of' || (link !== undefined && within.has(link));
  if (!isComing) return false;
  const isEntered = ahead.some((text) => /^(?:enter|entered|reach|reached|cross|crossed)$/.test(text));
  return link === undefined ? isEntered : within.has(link) && !(link === 'at' && ahead.includes('look'));
}

/** "The market lies before you", "around you the kettle", "the inn takes you in". */
function isAround(words: readonly Word[], at: number): boolean {
  const texts = words.map(({ text }) => text);
  const around = texts.findIndex(
    (text, index) => text === 'you' && /^(?:around|round|before|about)$/.test(texts[index - 1] ?? ''),
  );
  if (around >= 0 && around < at) return at - around <= 3;
  if (around >= 0) return texts.slice(at + 1, at + 4).some((text) => opening.has(text));
  return texts.slice(at).includes('takes') && texts.slice(at).includes('you');
}
