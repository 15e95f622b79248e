// Audits injuries, illnesses and recoveries that a telling gives to somebody, by parts of the body and what befalls them.

import type { NarrativeFlag } from './audit-flag.ts';
import { listBases, toBase } from './base-form.ts';
import { listNamed } from './find-person.ts';
import { isDenied } from './read-clauses.ts';
import { isBorneOut, isHurt, listConditionNames, listConditionWords } from './structure/find-injury.ts';
import { isFormOf, isOfClass } from './structure/word-classes.ts';
import { buildFlag, isOfPlayer, type Told } from './told.ts';
import { type Person, splitWords } from './turn-facts.ts';
import type { Word } from './word.ts';

const reach = 6;
const lastSubjects = 6;

export function auditInjuries(told: Told): readonly NarrativeFlag[] {
  return told.clauses.flatMap((clause, index) => {
    const says =
      findInjured(told, index) ??
      findFailingPart(told, index) ??
      findIll(told, index) ??
      findLostSense(told, index) ??
      findEnded(told, index) ??
      findGoingOn(told, index);
    return says === undefined ? [] : [buildFlag(told, clause, { says, kind: 'condition' })];
  });
}

/** "Her ankle turned", "your wrist is broken", "you crack two ribs", "his fingers have gone dead". */
function findInjured(told: Told, index: number): string | undefined {
  const clause = told.clauses[index];
  if (clause === undefined) return undefined;
  const { words } = clause;
  const part = words.findIndex(({ text }, at) => isOfClass('bodyParts', text) && !isIdiom(words, at));
  if (part < 0) return findPointedInjury(told, index);
  const harm = words.findIndex((_, at) => Math.abs(at - part) <= reach && isHarm(words, at, part));
  if (harm < 0 || isDenied(clause, harm)) return undefined;
  const person = findOwner(told, index, part);
  if (person === undefined || isBorneOut(told, person, [words[harm]?.text ?? '', words[part]?.text ?? '']))
    return undefined;
  if (!person.isPlayer && isHurt(person)) return undefined;
  return `Nothing in the record bears this injury out for ${person.name}.`;
}

/** "The fingers will not close", "you are coughing blood". */
function findFailingPart(told: Told, index: number): string | undefined {
  const clause = told.clauses[index];
  const { player } = told.facts;
  if (clause === undefined || player === undefined) return undefined;
  const { words, negators } = clause;
  const texts = words.map(({ text }) => text).join(' ');
  const isBlood =
    /\b(?:cough|coughs|coughing|coughed|spit|spits|spitting|spat|vomit|vomits|vomiting|retch|retches|retching) (?:up )?blood\b|\bsomething (?:goes|gives|tears|snaps|pops|cracks|went|gave|tore|snapped|popped|cracked) in your \w+\b/.test(
      texts,
    );
  if (isBlood && isAboutPlayer(told, index) && negators.length === 0 && !isHurt(player))
    return `Nothing in the record bears this out for ${player.name}.`;
  const part = words.findIndex(
    ({ text }, at) =>
      isOfClass('bodyParts', text) && /^(?:your|the|her|his|their)$/.test(words[at - 1]?.text ?? ''),
  );
  const verb = words.findIndex(
    ({ base }, at) => at > part && at <= part + 5 && isFormOf('failingParts', base),
  );
  const isNot = negators.some((at) => at > part && at < verb);
  if (part < 0 || part > 3 || verb < 0 || !isNot || clause.doubtAt <= part) return undefined;
  const person = findOwner(told, index, part) ?? findLastSubject(told, index) ?? player;
  const isKnown = isBorneOut(told, player, [words[part]?.text ?? '']);
  return !person.isPlayer || isKnown ? undefined : `Nothing in the record bears this out for ${player.name}.`;
}

/** "Your wrist is bent under you, and it is broken": a pronoun for the part that the clause before names. */
function findPointedInjury(told: Told, index: number): string | undefined {
  const [clause, before] = [told.clauses[index], told.clauses[index - 1]];
  if (clause === undefined || before === undefined || clause.sentence !== before.sentence) return undefined;
  const at = clause.words.findIndex(({ text }) => isOfClass('injured', text));
  const isPointed = clause.words
    .slice(0, Math.max(0, at))
    .some(({ text }) => text === 'it' || text === 'they');
  const part = before.words.findIndex(
    ({ text }, position) => isOfClass('bodyParts', text) && !isIdiom(before.words, position),
  );
  if (at < 0 || part < 0 || !isPointed || isDenied(clause, at)) return undefined;
  const person = findOwner(told, index - 1, part);
  const isKnown =
    person === undefined ||
    isBorneOut(told, person, [clause.words[at]?.text ?? '', before.words[part]?.text ?? '']);
  return isKnown || (!person.isPlayer && isHurt(person))
    ? undefined
    : `Nothing in the record bears this injury out for ${person.name}.`;
}

/** "At hand", "on foot", "in the face of", "behind your back" are no parts that anything befalls. */
function isIdiom(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]?.text ?? '';
  return /^(?:at|on|by|of|to|and|in|from)$/.test(before) || words[at + 1]?.text === 'of';
}

function isHarm(words: readonly Word[], at: number, part: number): boolean {
  return at > part ? isHarmBehind(words, at, part) : isHarmAhead(words, at, part);
}

/** "Your wrist is broken", "her ankle turned", "his fingers have gone dead", "the collarbone in two pieces". */
function isHarmBehind(words: readonly Word[], at: number, part: number): boolean {
  const { text, base } = words[at] ?? { text: '', base: '' };
  const before = words[at - 1]?.text ?? '';
  if (/^(?:two|pieces|splinters)$/.test(text)) return before === 'in';
  if (isOfClass('injured', text)) return hasLink(words, part, at);
  if (isOfClass('numbing', text)) return words.slice(part, at).some((word) => changing.has(word.base));
  const isBegun = before === 'to' && /^(?:begins?|began|starts?|started)$/.test(words[at - 2]?.text ?? '');
  return isFormOf('injuring', base) && at - part <= 4 && (before !== 'to' || isBegun);
}

const changing = listBases('go turn');

/** "A broken wrist", "you crack two ribs". */
function isHarmAhead(words: readonly Word[], at: number, part: number): boolean {
  const { text, base } = words[at] ?? { text: '', base: '' };
  if (isOfClass('injured', text))
    return /^(?:an?|the|your|his|her|their|with|two|three|one|is|are|was|were)$/.test(
      words[at - 1]?.text ?? '',
    );
  const isOn = /^(?:your|his|her|their|an?|two|three|the)$/.test(words[at + 1]?.text ?? '');
  return isFormOf('injuring', base) && part - at <= 4 && isOn;
}

const links =
  /^(?:is|are|was|were|be|been|hangs?|hung|lies?|lay|feels?|felt|left|comes?|came|has|have|had|got|bent|and|now|badly)$/;

function hasLink(words: readonly Word[], part: number, at: number): boolean {
  const between = words.slice(part + 1, at);
  return between.length === 0 || between.some(({ text }) => links.test(text));
}

/** Whose body it is: by "your", a name, or a pronoun that points at who was spoken of. */
function findOwner(told: Told, index: number, part: number): Person | undefined {
  const clause = told.clauses[index];
  if (clause === undefined) return undefined;
  const ahead = clause.words.slice(Math.max(0, part - 4), part).map(({ text }) => text);
  const { player } = told.facts;
  if (ahead.includes('your')) return player;
  const named = listNamed(clause, told.facts).find(
    ({ at, length }) => at < part && /'s?$/.test(clause.words[at + length - 1]?.text ?? ''),
  );
  if (named !== undefined) return named.person;
  const subject = told.subjects[index] ?? findLastSubject(told, index);
  const isTheirs = ahead.some((text) => /^(?:his|her|their)$/.test(text));
  if (isTheirs) return isOther(told, subject) ? undefined : subject;
  return isOfPlayer(told, index) ? player : undefined;
}

/** Where the player is spoken to, "her arm" is somebody's of whom more may be meant than was named. */
function isOther({ isThird, facts }: Told, subject: Person | undefined): boolean {
  return subject === undefined || (subject === facts.player && !isThird);
}

function findLastSubject({ subjects }: Told, index: number): Person | undefined {
  return subjects.slice(Math.max(0, index - lastSubjects), index).findLast((one) => one !== undefined);
}

/** "There was fever on top of that", "you are sick with vertigo"; "a gash opens on your arm" where nobody was hurt. */
function findIll(told: Told, index: number): string | undefined {
  const clause = told.clauses[index];
  const { player } = told.facts;
  if (clause === undefined || player === undefined) return undefined;
  const { words } = clause;
  const isMine = isAboutPlayer(told, index);
  const ill = words.findIndex(({ text }) => isOfClass('illnesses', text));
  if (
    ill >= 0 &&
    isMine &&
    !isDenied(clause, ill) &&
    !isLikened(words, ill) &&
    !isBorneOut(told, player, [words[ill]?.text ?? ''])
  )
    return `Nothing in the record bears this illness out for ${player.name}.`;
  const wound = words.findIndex(
    ({ text }, at) =>
      isOfClass('wounds', text) &&
      words.slice(Math.max(0, at - 2), at).some((word) => /^(?:an?|the)$/.test(word.text)),
  );
  const isOpen = words.some(({ base }) => isFormOf('bleeding', base));
  const isYours = words.some(({ text }) => /^(?:you|your)$/.test(text));
  if (
    wound >= 0 &&
    isOpen &&
    isYours &&
    !isDenied(clause, wound) &&
    !isHurt(player) &&
    !isBorneOut(told, player, [words[wound]?.text ?? ''])
  )
    return `Nothing in the record bears this wound out for ${player.name}.`;
  return undefined;
}

function isLikened(words: readonly Word[], at: number): boolean {
  return words.slice(0, at).some(({ text }) => text === 'like' || text === 'of' || text === 'than');
}

/** Whether the clause or its sentence speaks of the player's character, and of nobody else. */
function isAboutPlayer(told: Told, index: number): boolean {
  const clause = told.clauses[index];
  if (clause === undefined) return false;
  const others = listNamed(clause, told.facts).filter(({ person }) => !person.isPlayer);
  if (others.length > 0) return false;
  if (isOfPlayer(told, index)) return true;
  const near = told.clauses.filter(({ sentence }) => Math.abs(sentence - clause.sentence) <= 1);
  const isSpokenTo = near.some(({ words }) => words.some(({ text }) => /^your?$/.test(text)));
  return told.isThird ? findLastSubject(told, index) === told.facts.player : isSpokenTo;
}

/** "You lose the sight of your eyes", "she lost two fingers". */
function findLostSense(told: Told, index: number): string | undefined {
  const clause = told.clauses[index];
  const { player } = told.facts;
  if (clause === undefined || player === undefined || !isOfPlayer(told, index)) return undefined;
  const { words } = clause;
  const verb = words.findIndex(({ base }) => base === toBase('lose'));
  if (verb < 0 || isDenied(clause, verb)) return undefined;
  const at = words.findIndex(
    ({ text }, position) => position > verb && position <= verb + 4 && isOfClass('senses', text),
  );
  if (
    at < 0 ||
    (words[at + 1]?.text === 'of' && !/^(?:your|his|her|their|one|both)$/.test(words[at + 2]?.text ?? ''))
  )
    return undefined;
  return isBorneOut(told, player, [words[at]?.text ?? ''])
    ? undefined
    : `Nothing in the record bears this injury out for ${player.name}.`;
}

/** "The ankle is no better", where a call ended it. */
function findGoingOn(told: Told, index: number): string | undefined {
  const clause = told.clauses[index];
  const { player } = told.facts;
  if (clause === undefined || player === undefined || clause.doubtAt < clause.words.length) return undefined;
  const [before, after] = [listConditionNames(player, player.sheets[0]), listConditionNames(player)];
  const ended = before.filter((name) => !after.includes(name)).flatMap(splitWords);
  const at = clause.words.findIndex(({ text }) => ended.includes(text));
  const texts = clause.words.map(({ text }) => text).join(' ');
  const isStill =
    /\b(?:no better|not better|not healed|as bad|worse|still (?:hurts?|aches?|swollen|lame|sprained|bad|useless|throbs?|numb|sore|dead|frozen|stiff)|(?:is|are) still)\b/.test(
      texts,
    );
  return at >= 0 && isStill ? `A call ended this for ${player.name}.` : undefined;
}

/** A condition that lasts is said to be over: "there was no more bleeding", "the poison has passed". */
function findEnded(told: Told, index: number): string | undefined {
  const clause = told.clauses[index];
  const { player } = told.facts;
  if (clause === undefined || player === undefined) return undefined;
  const { words } = clause;
  const lasting = listConditionWords(player);
  const at = words.findIndex(({ base }) => lasting.has(base));
  if (at < 0 || clause.doubtAt <= at) return undefined;
  const isGone = words[at - 1]?.text === 'more' && words[at - 2]?.text === 'no';
  const rest = words.slice(at + 1, at + 5);
  const isOver = rest.some(({ base }) => isFormOf('easing', base)) && clause.negators.length === 0;
  return isGone || isOver ? `${player.name} is so still: no call ended it.` : undefined;
}
