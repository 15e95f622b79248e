// Audits where a narrative puts the player's character: at places of this turn, and at no other.

import type { NarrativeFlag } from './audit-flag.ts';
import { listBases } from './base-form.ts';
import { listNamed } from './find-person.ts';
import { findPhrase, isDenied } from './read-clauses.ts';
import { buildFlag, isOfPlayer, type Told } from './told.ts';
import { splitWords, type TurnFacts } from './turn-facts.ts';
import type { Word } from './word.ts';

const being = listBases('be stand sit lie wait wake find kneel crouch stop rest pause');
/** Verbs with which a clause may name a place although the character is not there. */
const minding = listBases(
  'see look watch hear think point speak ask talk tell know remember say name mention study eye face want mean hope wish plan consider listen glance stare gaze peer nod imagine believe call sell belong describe promise owe learn',
);
/** Verbs by which something else goes to a place. */
const sending = listBases('throw toss hurl fling lob shoot fire pour spit shine send call shout lower');
/** After these verbs, "to" only gives a direction. */
const aiming = listBases('head set start make turn aim wave show nod');
/** Verbs by which somebody or something takes the character along. */
const carrying = listBases(
  'take lead bring drive carry walk drag pull draw push follow march chase guide steer haul',
);
const within = new Set(
  'in at on inside into onto within under beneath outside up down along among upon amid'.split(' '),
);
const toward = new Set(['to', 'far']);
/** A place after one of these words is mostly not where the character is, but a direction or a place near by. */
const elsewhere = new Set(
  'from toward towards through for near past off behind beyond than before across about over above below like against with'.split(
    ' ',
  ),
);
const entering = listBases('enter reach cross gain leave');

export function auditPlaces(told: Told): readonly NarrativeFlag[] {
  const places = listFalsePlaces(told.facts);
  return told.clauses.flatMap((clause, index) => {
    const place = places.find((one) => isThere(told, index, one));
    if (place === undefined) return [];
    const { name, isRefused } = place;
    return [
      isRefused
        ? buildFlag(told, clause, { says: `The way to ${name} was refused.`, kind: 'refused' })
        : buildFlag(told, clause, { says: `Nothing in this turn led to ${name}.`, kind: 'place' }),
    ];
  });
}

interface FalsePlace {
  readonly name: string;
  readonly words: readonly string[];
  readonly isRefused: boolean;
}

/**
 * The places where the character was not in this turn; `isRefused` marks those to which the way was refused. Only whole
 * names of places are looked for.
 */
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
  const others = places.map(({ name }) => name).filter((name) => !wanted.includes(name));
  return [
    ...wanted.map((name) => ({ name, isRefused: true })),
    ...others.map((name) => ({ name, isRefused: false })),
  ]
    .filter(({ name }) => isFree(name))
    .map(({ name, isRefused }) => ({
      name,
      isRefused,
      words: splitWords(name).filter((word, index) => index > 0 || !/^(?:the|an?)$/.test(word)),
    }));
}

/** Whether the clause says that the player's character is at this place, or comes to it. */
function isThere(told: Told, index: number, { words: name, isRefused }: FalsePlace): boolean {
  const clause = told.clauses[index];
  if (clause === undefined) return false;
  const { words } = clause;
  const at = findPhrase(words, name);
  const behind = at + name.length;
  if (at < 0 || isDenied(clause, at) || /'s$/.test(words[behind - 1]?.text ?? '')) return false;
  if (listNamed(clause, told.facts).some((one) => one.at <= at && at < one.at + one.length)) return false;
  if (isTakenAlong(words, at)) return true;
  return isPlayerClause(told, index) && isPut(words, at, isRefused) && !isPastOf(words, { at, behind });
}

/** Whether the place is only one where the character was before, as in "the box you filled at the office is clear". */
function isPastOf(words: readonly Word[], { at, behind }: { at: number; behind: number }): boolean {
  const you = words.slice(0, at).findIndex(({ text }) => text === 'you');
  return you > 1 && /^(?:is|are|was|were|has|have)$/.test(words[behind]?.text ?? '');
}

/**
 * Whether a clause is about the player's character, or continues such a clause with a word such as "down": "down under
 * the wall of the Toll House".
 */
function isPlayerClause(told: Told, index: number): boolean {
  if (isOfPlayer(told, index)) return true;
  const [clause, before] = [told.clauses[index], told.clauses[index - 1]];
  const first = clause?.words[0]?.text ?? '';
  const isGoingOn = /^(?:in|at|on|inside|under|beneath|down|up|out|into|outside)$/.test(first);
  const isMeant = before !== undefined && before.doubtAt >= before.words.length;
  return isGoingOn && isMeant && clause?.sentence === before.sentence && isPlayerClause(told, index - 1);
}

function isPut(words: readonly Word[], at: number, isRefused: boolean): boolean {
  const ahead = words.slice(0, at);
  if (ahead.some(({ base }) => minding.has(base) || sending.has(base))) return false;
  const link = ahead.findLast(
    ({ text }) => within.has(text) || elsewhere.has(text) || toward.has(text),
  )?.text;
  if (link === undefined) return ahead.some(({ base }) => entering.has(base));
  if (isRefused && /^(?:before|outside)$/.test(link)) return ahead.some(({ base }) => being.has(base));
  if (toward.has(link) && ahead.some(({ base }) => aiming.has(base))) return false;
  if (toward.has(link))
    return !ahead.some(({ base }) => being.has(base)) || ahead.some(({ text }) => text === 'back');
  return within.has(link);
}

/** Whether somebody takes the character along: "she leads you down into the cellar". */
function isTakenAlong(words: readonly Word[], at: number): boolean {
  const ahead = words.slice(0, at);
  const you = ahead.findIndex(({ text }) => text === 'you');
  if (you < 0 || ahead.some(({ base, text }) => minding.has(base) || text === 'from')) return false;
  if (!ahead.slice(Math.max(0, you - 2), you).some(({ base }) => carrying.has(base))) return false;
  const link = ahead.findLast(
    ({ text }) => within.has(text) || elsewhere.has(text) || toward.has(text),
  )?.text;
  return link !== undefined && (toward.has(link) || within.has(link) || link === 'across');
}
