// Audits where a telling says that somebody is who is spoken of a clause before or after, and who is said to be gone.

import type { NarrativeFlag } from './audit-flag.ts';
import { listFalsePlaces } from './audit-places.ts';
import { listBases } from './base-form.ts';
import { listNamed } from './find-person.ts';
import { type Clause, findPhrase, isDenied } from './read-clauses.ts';
import { buildFlag, isOfPlayer, type Told } from './told.ts';
import type { Word } from './word.ts';

const staying = listBases('be stand sit lie wait find kneel crouch stop rest linger pace walk');
const going = listBases(
  'go walk step stride storm march run hurry slip head move take climb wander drift trudge limp ride sail cross retreat withdraw return come',
);
const parts = new Set(
  'floor roof eaves shore edge bank foot top head middle heart threshold doorway door steps stones cobbles boards mouth end side midst depths shadow walls centre center yard gate entrance sand mud ice'.split(
    ' ',
  ),
);
const links = /^(?:in|at|on|inside|within|under|beneath|upon|by|beside|along|among|into|onto|to)$/;

export function auditWhereabouts(told: Told): readonly NarrativeFlag[] {
  const places = listFalsePlaces(told.facts);
  return told.clauses.flatMap((clause, index) => {
    const says =
      places.map((place) => findPlaced(told, index, place)).find((found) => found !== undefined) ??
      findGone(told, index) ??
      findStayed(told, index);
    return says === undefined ? [] : [buildFlag(told, clause, { says, kind: 'place' })];
  });
}

type FalsePlace = ReturnType<typeof listFalsePlaces>[number];

function findPlaced(told: Told, index: number, { words: names, name }: FalsePlace): string | undefined {
  const clause = told.clauses[index];
  if (clause === undefined) return undefined;
  const at = findPhrase(clause.words, names[0] ?? []);
  if (at < 0 || isDenied(clause, at)) return undefined;
  const isThere = isAtPart(told, index, at) || isPointedAt(told, index) || isOthers(told, index, at);
  return isThere ? `No call moved anybody to ${name}.` : undefined;
}

/** "She stood under the roof of the market", "on the floor of the shed". */
function isAtPart(told: Told, index: number, at: number): boolean {
  const words = told.clauses[index]?.words ?? [];
  const of = words.slice(0, at).findLastIndex(({ text }) => text === 'of');
  const part = words[of - 1]?.text ?? '';
  if (of < at - 2 || !parts.has(part) || !isOfPlayer(told, index)) return false;
  const link = words.slice(Math.max(0, of - 4), of - 1).findLast(({ text }) => links.test(text));
  return link !== undefined && words.slice(0, of).some(({ base }) => staying.has(base) || going.has(base));
}

/** "That of the ropewalk, where she is standing": a clause behind says that the player's character is there. */
function isPointedAt(told: Told, index: number): boolean {
  const { clauses } = told;
  const own = clauses[index];
  return clauses.slice(index + 1, index + 3).some((clause, offset) => {
    if (own === undefined || clause.sentence !== own.sentence || !isOfPlayer(told, index + 1 + offset))
      return false;
    const texts = clause.words.map(({ text }) => text);
    const isThere =
      texts[0] === 'where' ||
      (texts.at(-1) === 'there' && texts.at(-2) !== 'from') ||
      /\b(?:of|on|in|at|by) it$/.test(texts.join(' '));
    return isThere && !isDenied(clause, 1) && clause.words.some(({ base }) => staying.has(base));
  });
}

/** Somebody who is here is told to go, or to have gone, to another place. */
function isOthers(told: Told, index: number, at: number): boolean {
  const subject = told.subjects[index];
  const words = told.clauses[index]?.words ?? [];
  if (subject === undefined || subject.isPlayer || !subject.isHere || subject.hasLeft) return false;
  const link = words.slice(Math.max(0, at - 3), at).findLast(({ text }) => /^(?:to|into|at|in)$/.test(text));
  if (link === undefined) return false;
  const verb = words.slice(0, at).findIndex(({ base }) => going.has(base));
  return verb >= 0 && verb <= 4 && !isPastPerfect(words, verb, told.isPast);
}

/** In a telling of the past "had gone" may be long ago. */
function isPastPerfect(words: readonly Word[], verb: number, isPast: boolean): boolean {
  return isPast && words.slice(Math.max(0, verb - 2), verb).some(({ text }) => text === 'had');
}

/** "You never leave the yard", where a call moved the character from there. */
function findStayed(told: Told, index: number): string | undefined {
  const clause = told.clauses[index];
  const hasMoved = told.facts.done.some(({ tool, given }) => tool === 'move' && given['who'] === undefined);
  if (clause === undefined || !hasMoved || !isOfPlayer(told, index)) return undefined;
  const texts = clause.words.map(({ text }) => text).join(' ');
  return /\b(?:never|not|n't) (?:\w+ )?(?:leave|left|set out|set foot outside|stir from|go anywhere|get any further)\b/.test(
    texts,
  ) && clause.doubtAt >= clause.words.length
    ? 'A call moved the character.'
    : undefined;
}

const absent = /^(?:gone|missing|elsewhere|absent|away|vanished|fled|departed)$/;

/** "Hesper is not here", "Hesper has gone", "there is no sign of Hesper", where she is here. */
function findGone(told: Told, index: number): string | undefined {
  const clause = told.clauses[index];
  if (clause === undefined || clause.doubtAt < clause.words.length) return undefined;
  const named = listNamed(clause, told.facts).find(
    ({ person }) =>
      !person.isPlayer && person.isHere && !person.isBehind && !person.hasLeft && !person.isDown,
  );
  if (named === undefined) return undefined;
  const { words } = clause;
  const rest = words.slice(named.at + named.length);
  return isAway(clause, rest, named.at + named.length) || isMissed(words, named.at)
    ? `${named.person.name} is here, and no call moved them.`
    : undefined;
}

function isAway({ negators }: Clause, rest: readonly Word[], behind: number): boolean {
  const [verb, next, after] = rest.map(({ text }) => text);
  if (!/^(?:is|was|has|are|were)$/.test(verb ?? '')) return false;
  const isNot = negators.includes(behind) || negators.includes(behind + 1);
  if (isNot) return isHereAtEnd(rest, next === 'not' ? after : next);
  const state = /^(?:already|now|long|just)$/.test(next ?? '') ? 2 : 1;
  return next === 'nowhere' || (absent.test(rest[state]?.text ?? '') && isWhole(rest[state + 1]?.text ?? ''));
}

function isHereAtEnd(rest: readonly Word[], place: string | undefined): boolean {
  return /^(?:here|there|in|at)$/.test(place ?? '') && rest.length <= 4;
}

/** "Gone quiet" is here. */
function isWhole(behind: string): boolean {
  return /^(?:from|away|off|out|to|now|back|up|down|home|in|inside|on|ahead|upstairs|downstairs|under|for|again|too|and|then|)$/.test(
    behind,
  );
}

/** "No sign of Hesper", "without Hesper there". */
function isMissed(words: readonly Word[], at: number): boolean {
  const ahead = words
    .slice(Math.max(0, at - 3), at)
    .map(({ text }) => text)
    .join(' ');
  return /\b(?:no|not a) (?:sign|trace|glimpse) of$/.test(ahead);
}
