// Audits who comes, goes and dies in a narrative: people who are elsewhere, whom no call made, or whom none moved or killed.

import type { NarrativeFlag } from './audit-flag.ts';
import { listNamed } from './find-person.ts';
import { type Clause, isDenied, type Word } from './read-clauses.ts';
import { buildFlag, type Told } from './told.ts';
import type { Person } from './turn-facts.ts';

const dying = new Set('dead dies died slain'.split(' '));
const leaving = new Set(
  'leaves left departs departed vanishes vanished disappears disappeared flees fled goes went walks walked storms stormed slips slipped strides strode runs ran'.split(
    ' ',
  ),
);
const away = new Set('out away off outside'.split(' '));
/** Behind these a name is only spoken of. */
const speaking = new Set(
  'that what which who whom when where why how because about of for from to by than like as whether since though while if says said until till see sees ask find hear'.split(
    ' ',
  ),
);
const present =
  /^(?:is|was|has|had|does|did|stands?|stood|sits?|sat|comes?|came|leans?|steps?|[a-z]{3,}(?:s|ed))$/;
/** What only somebody does. */
const personal =
  /^(?:sits|stands|says|looks|nods|turns|leans|walks|smiles|steps|comes|grins|waits|watches|asks|calls|laughs|shakes|has|holds|enters|sat|stood|said|looked|nodded|turned|leaned|walked|smiled|stepped|came|grinned|waited|watched|asked|laughed)$/;
const ranks = new Set(
  'captain sergeant lieutenant lord lady sir dame brother sister father mother doctor master mistress corporal constable inspector professor baron count king queen prince princess widow old mr mrs miss uncle aunt'.split(
    ' ',
  ),
);
const naming = new Set(['named', 'called']);

export function auditPeople(told: Told): readonly NarrativeFlag[] {
  return told.clauses.flatMap((clause, index) => {
    if (isDenied(clause, 2)) return [];
    const subject = told.subjects[index];
    return [
      ...auditDeath(told, clause, subject),
      ...auditLeaving(told, clause, subject),
      ...auditComing(told, clause, index),
      ...auditStranger(told, clause),
    ].slice(0, 1);
  });
}

function auditDeath(told: Told, clause: Clause, subject: Person | undefined): readonly NarrativeFlag[] {
  const { words } = clause;
  const at = words.findIndex(({ text }) => dying.has(text));
  if (at < 0 || subject === undefined || subject.isPlayer || subject.isDown) return [];
  const isVerb =
    words[at]?.text !== 'dead' || /^(?:is|was|are|lies|falls|drops|stone)$/.test(words[at - 1]?.text ?? '');
  if (!isVerb) return [];
  return [buildFlag(told, clause, { says: `No call says that ${subject.name} is dead.`, kind: 'person' })];
}

function auditLeaving(told: Told, clause: Clause, subject: Person | undefined): readonly NarrativeFlag[] {
  const { words } = clause;
  if (subject === undefined || subject.isPlayer || subject.hasLeft || subject.isDown || !subject.isHere)
    return [];
  const at = words.findIndex(({ text }) => leaving.has(text));
  const verb = words[at]?.text ?? '';
  const isAlone = /^(?:depart|vanish|disappear|flee|fled)/.test(verb);
  const isOut =
    words.slice(at + 1, at + 4).some(({ text }) => away.has(text)) ||
    (verb === 'leaves' && at === words.length - 1);
  if (at < 0 || words[0]?.text === 'it' || !(isAlone || isOut) || !isActing(words, at)) return [];
  return [buildFlag(told, clause, { says: `No call moved ${subject.name} away.`, kind: 'person' })];
}

/** In "the light goes out" somebody else may be the subject: the verb stands right behind the person or begins the clause. */
function isActing(words: readonly Word[], at: number): boolean {
  return words
    .slice(0, at)
    .every(
      ({ text, isCapital }) =>
        isCapital || /^(?:he|she|they|it|the|and|then|[a-z]+(?:s|ed|ly)|up|his|her|on|coat)$/.test(text),
    );
}

/** Somebody who is known to be elsewhere stands, sits or speaks here. */
function auditComing(told: Told, clause: Clause, index: number): readonly NarrativeFlag[] {
  const { words } = clause;
  const hasArrived = told.clauses.slice(0, index).some((before) => isArrival(told, before));
  const found = listNamed(clause, told.facts).find(({ person, at, length }) => {
    const isThere = person.isHere && !(hasArrived && person.isBehind);
    if (person.isPlayer || isThere || person.hasCome) return false;
    const isWhole = length > 1 || words[at]?.isCapital === true;
    const isSpokenOf = words.slice(0, at).some(({ text }) => speaking.has(text));
    const next = words[at + length]?.text ?? '';
    return isWhole && !isSpokenOf && present.test(next) && !next.endsWith("'s");
  });
  if (found === undefined) return [];
  const says = `${found.person.name} is elsewhere, and no call brought them here.`;
  return [buildFlag(told, clause, { says, kind: 'person' })];
}

/** Somebody who is only where the player came to: from there on, those who were left behind are elsewhere. */
function isArrival({ facts }: Told, clause: Clause): boolean {
  return listNamed(clause, facts).some(({ person }) => !person.isPlayer && person.isHere && !person.isBehind);
}

/** Somebody with a name of whom nothing is known. */
function auditStranger(told: Told, clause: Clause): readonly NarrativeFlag[] {
  const { words } = clause;
  const at = words.findIndex((_, index) => isFullName(words, index) || isNamedSo(words, index));
  if (at < 0) return [];
  const name = readName(words, at);
  const isKnown = name.some((part) => told.known.has(part));
  if (isKnown || !isThereAtOnce(words, at, name.length)) return [];
  const says = `No call made anybody of this name; npc_create makes somebody.`;
  return [buildFlag(told, clause, { says, kind: 'person' })];
}

/** A rank and a name, or two names in a row, in the midst of a clause. */
function isFullName(words: readonly Word[], at: number): boolean {
  const [one, two] = [words[at], words[at + 1]];
  if (one === undefined || two === undefined || !one.isCapital || !two.isCapital) return false;
  return two.start === one.end + 1 && (ranks.has(one.text) || at > 0);
}

/** "A lad named Wilkin". */
function isNamedSo(words: readonly Word[], at: number): boolean {
  return words[at]?.isCapital === true && naming.has(words[at - 1]?.text ?? '');
}

function readName(words: readonly Word[], at: number): readonly string[] {
  const name: string[] = [];
  for (let index = at; words[index]?.isCapital === true; index += 1) name.push(words[index]?.text ?? '');
  return name;
}

/** Whether the name acts in this clause or is presented by it. */
function isThereAtOnce(words: readonly Word[], at: number, length: number): boolean {
  const ahead = words.slice(0, at).map(({ text }) => text);
  const isPresented =
    naming.has(ahead.at(-1) ?? '') ||
    ahead.some((text) => /^(?:sits|stands|waits|comes|is|enters)$/.test(text));
  if (ahead.some((text) => speaking.has(text)) && !isPresented) return false;
  return isPresented || personal.test(words[at + length]?.text ?? '');
}
