// Audits what people do to each other in a telling: blows that the dice denied, consent, company, recovery and things lost.

import type { NarrativeFlag } from './audit-flag.ts';
import { listNamed } from './find-person.ts';
import { isNamed } from './held-things.ts';
import { type Clause, isDenied } from './read-clauses.ts';
import { readDegree } from './read-degree.ts';
import { listConditionNames } from './structure/find-injury.ts';
import { isFormOf, isOfClass } from './structure/word-classes.ts';
import { buildFlag, isOfPlayer, type Told } from './told.ts';
import { splitWords } from './turn-facts.ts';
import type { Word } from './word.ts';

type Finding = Pick<NarrativeFlag, 'says' | 'kind'>;

export function auditDeeds(told: Told): readonly NarrativeFlag[] {
  const degree = readDegree(told.facts.rolls);
  return told.clauses.flatMap((clause, index) => {
    const found =
      (degree !== undefined && degree < 0
        ? (findBlow(told, index) ?? findWon(told, index) ?? findConsent(told, index))
        : undefined) ??
      findCompany(told, index) ??
      findAlone(told, index) ??
      findRecovery(told, index) ??
      findRuined(told, index) ??
      findDisposed(told, index) ??
      findForgone(told, index);
    return found === undefined ? [] : [buildFlag(told, clause, found)];
  });
}

/** "You catch him across the jaw", where the dice gave failure and he is as he was. */
function findBlow(told: Told, index: number): Finding | undefined {
  const clause = told.clauses[index];
  if (clause === undefined || !isOfPlayer(told, index)) return undefined;
  const { words } = clause;
  const verb = words.findIndex(({ base }, at) => isFormOf('striking', base) && isVerb(words, at));
  const isPassive = words[verb - 1]?.base === 'be';
  if (verb < 0 || isPassive || isDenied(clause, verb)) return undefined;
  const named = listNamed(clause, told.facts).find(
    ({ at, person }) => at > verb && at <= verb + 3 && !person.isPlayer,
  );
  const isThem = /^(?:him|her|it|them)$/.test(words[verb + 1]?.text ?? '');
  const last = told.subjects
    .slice(Math.max(0, index - 6), index)
    .findLast((one) => one !== undefined && !one.isPlayer);
  const target = named?.person ?? (isThem && !told.isThird ? last : undefined);
  if (target === undefined || target.sheets.length > 1 || target.isDown) return undefined;
  return { says: 'The dice gave failure; this tells of success.', kind: 'outcome' };
}

function isVerb(words: readonly Word[], at: number): boolean {
  return !/^(?:the|an?|your|his|her|its|their|my|of|to|in|from|at|into|no)$/.test(words[at - 1]?.text ?? '');
}

const giving = /^(?:in|way|aside|back|down|through|past|by|on)$/;

/** "You have charmed him", "she won the widow over". */
function findWon(told: Told, index: number): Finding | undefined {
  const clause = told.clauses[index];
  if (clause === undefined || !isOfPlayer(told, index)) return undefined;
  const { words } = clause;
  const verb = words.findIndex(({ base }, at) => isFormOf('winning', base) && isVerb(words, at));
  if (verb < 0 || isDenied(clause, verb) || words[verb - 1]?.base === 'be') return undefined;
  const isSomebody =
    /^(?:him|her|them)$/.test(words[verb + 1]?.text ?? '') ||
    listNamed(clause, told.facts).some(({ at, person }) => at > verb && at <= verb + 3 && !person.isPlayer);
  return isSomebody ? { says: 'The dice gave failure; this tells of success.', kind: 'outcome' } : undefined;
}

/** Somebody gives in, stands aside or believes the character, though the dice gave failure. */
function findConsent(told: Told, index: number): Finding | undefined {
  const clause = told.clauses[index];
  const subject = told.subjects[index];
  if (clause === undefined || subject === undefined || subject.isPlayer || subject.isDown) return undefined;
  const { words } = clause;
  const at = words.findIndex(({ text, base }, position) => {
    const [next, after] = [words[position + 1]?.text ?? '', words[position + 2]?.text ?? ''];
    if (isFormOf('granting', base)) return isVerb(words, position);
    if (/^(?:believes?|believed)$/.test(text)) return next === 'you';
    if (/^(?:gives?|gave|stands?|stood|steps?|stepped)$/.test(text))
      return next === 'in' ? text.startsWith('g') : next === 'aside';
    return (
      /^(?:waves?|waved|lets?|nods?|nodded|ushers?|ushered|shows?|showed)$/.test(text) &&
      next === 'you' &&
      giving.test(after)
    );
  });
  if (at < 0 || isDenied(clause, at)) return undefined;
  return { says: 'The dice gave failure; this tells of success.', kind: 'outcome' };
}

/** Somebody goes along with the character, whom no call moved. */
function findCompany(told: Told, index: number): Finding | undefined {
  const clause = told.clauses[index];
  const subject = told.subjects[index];
  if (
    clause === undefined ||
    subject === undefined ||
    subject.isPlayer ||
    subject.isPresent ||
    subject.hasCome
  )
    return undefined;
  const hasMoved = told.facts.done.some(({ tool }) => tool === 'move') && subject.isBehind;
  if (!hasMoved || !subject.isHere) return undefined;
  const { words } = clause;
  const verb = words.findIndex(({ base }, at) => isFormOf('joining', base) && isVerb(words, at));
  if (verb < 0 || isDenied(clause, verb)) return undefined;
  const rest = words.slice(verb + 1, verb + 6).map(({ text }) => text);
  const isAlong =
    rest.some(
      (text, at) =>
        (text === 'you' &&
          /^(?:with|behind|after|beside|follows?|joins?)$/.test(rest[at - 1] ?? words[verb]?.text ?? '')) ||
        /^(?:along|too)$/.test(text),
    ) ||
    (rest[0] === 'you' && /^(?:follow|join|accompan|escort)/.test(words[verb]?.base ?? ''));
  return isAlong
    ? { says: `No call moved ${subject.name}, who is where the character came from.`, kind: 'person' }
    : undefined;
}

/** "You go on alone", where somebody came along. */
function findAlone(told: Told, index: number): Finding | undefined {
  const clause = told.clauses[index];
  const companion = told.facts.people.find(
    ({ isPlayer, hasLeft, isPresent }) => !isPlayer && hasLeft && isPresent,
  );
  if (clause === undefined || companion === undefined || !isOfPlayer(told, index)) return undefined;
  const at = clause.words.findIndex(({ text }) => text === 'alone');
  if (at < 0 || isDenied(clause, at) || /^(?:leave|left|let)$/.test(clause.words[at - 2]?.text ?? ''))
    return undefined;
  return { says: `${companion.name} came along.`, kind: 'person' };
}

const risers: Readonly<Record<string, RegExp>> = {
  prone:
    /\b(?:(?:get|gets|got|scramble|scrambles|scrambled|stagger|staggers|struggle|struggles|climb|climbs|jump|jumps|spring|springs|leap|leaps) (?:back )?(?:up|to|on|onto)(?: (?:your|his|her|their|its))?(?: feet)?|(?:on|back on|find|finds|found|keep|keeps|kept) (?:your|his|her|their|its) feet)\b/,
  unconscious:
    /\b(?:up again|on one elbow|blinks at|blinking at|wakes?|woke|comes? (?:to|round|around)|came (?:to|round|around)|opens? (?:his|her|their|its|your) eyes|opened (?:his|her|their|its|your) eyes|sits? up|sat up)\b/,
  deafened:
    /\b(?:can hear|could hear|hears? (?:the|a|every|each|his|her)|hear again|hearing (?:returns|returned|comes back|came back|is back)|hear every|hear clearly)\b/,
  blinded:
    /\b(?:see again|sight (?:returns|returned|comes back|came back|clears|cleared|is back)|vision clears)\b/,
};

/** Somebody is told to be rid of what they still have: on their feet while prone, awake while senseless, an ankle sound again. */
function findRecovery(told: Told, index: number): Finding | undefined {
  const clause = told.clauses[index];
  if (clause === undefined || isOnlyPossible(clause) || clause.negators.length > 0) return undefined;
  const person = told.subjects[index] ?? told.facts.player;
  if (person === undefined) return undefined;
  const texts = clause.words.map(({ text }) => text).join(' ');
  const name = listConditionNames(person).find(
    (condition) => risers[condition.toLowerCase()]?.test(texts) === true || isWholeAgain(clause, condition),
  );
  return name === undefined
    ? undefined
    : { says: `${person.name} is ${name} still: no call ended it.`, kind: 'condition' };
}

/** "You can hear" tells of what is so. */
function isOnlyPossible({ words, doubtAt }: Clause): boolean {
  return doubtAt < words.length && !/^(?:can|could)$/.test(words[doubtAt]?.text ?? '');
}

/** "The ankle is as sound as ever": a part that the condition is called by, and a word for health. */
function isWholeAgain({ words }: Clause, condition: string): boolean {
  const parts = splitWords(condition).filter((word) => isOfClass('bodyParts', word));
  const at = words.findIndex(({ text }) => parts.includes(text));
  const rest = words
    .slice(at + 1, at + 5)
    .map(({ text }) => text)
    .join(' ');
  if (
    at >= 0 &&
    /\b(?:takes|took|bears|bore|holds|held) (?:your|his|her|their|its|all your) weight\b/.test(rest)
  )
    return true;
  return at >= 0 && words.slice(at + 1, at + 7).some(({ text }) => isOfClass('whole', text));
}

/** "The picks snap in the lock": a thing of the character's that is told to be lost, and is there still. */
function findRuined(told: Told, index: number): Finding | undefined {
  const clause = told.clauses[index];
  if (clause === undefined) return undefined;
  const { words } = clause;
  const asked = told.facts.refused
    .filter(({ tool }) => tool === 'item_remove')
    .map(({ given }) => String(given['item'] ?? ''));
  const thing = [...told.facts.kept, ...asked].find((name) => {
    const noun = splitWords(name.split(/,| of /i)[0] ?? '').at(-1) ?? '';
    const at = words.findIndex(
      ({ text }, position) =>
        text === noun &&
        words
          .slice(Math.max(0, position - 2), position)
          .some((word) => /^(?:your|the|her|his|their)$/.test(word.text)) &&
        position <= 4,
    );
    if (at < 0 || words[at - 1]?.text === 'of') return false;
    const verb = words[at + 1];
    const isOn = /^(?:your|his|her|their|the|you|it|a|an)$/.test(words[at + 2]?.text ?? '');
    return (
      verb !== undefined &&
      !isOn &&
      isFormOf('ruining', verb.base) &&
      isLost(words, at + 1) &&
      !isDenied(clause, at + 1)
    );
  });
  if (thing === undefined || isTaken(told, thing)) return undefined;
  return {
    says: `No call took ${thing} from the character.`,
    kind: asked.includes(thing) ? 'refused' : 'item',
  };
}

const outOfReach = /^(?:into|down|away|over|through|from|off|under|between|out|in|for|beyond|to)$/;

/** What breaks is gone; what falls, rolls or flies must go somewhere. */
function isLost(words: readonly Word[], at: number): boolean {
  const [next, after] = [words[at + 1]?.text ?? '', words[at + 2]?.text ?? ''];
  if (words[at]?.base === 'go')
    return next === 'out' ? after === 'of' : /^(?:over|overboard|down)$/.test(next) && after !== 'your';
  if (
    /^(?:break|snap|shatter|burn|splinter|vanish|disappear|dissolv|crumbl|melt|drown|sink|bend|warp|collaps)/.test(
      words[at]?.base ?? '',
    )
  )
    return true;
  return (
    words.slice(at + 1, at + 3).some(({ text }) => outOfReach.test(text)) &&
    !words
      .slice(at + 1)
      .some(({ text }) => /^(?:hands?|palm|sheath|pocket|pack|belt|feet|floor|ground|knee)$/.test(text))
  );
}

function isTaken({ facts }: Told, thing: string): boolean {
  const noun = splitWords(thing).at(-1) ?? '';
  return facts.done.some(({ tool, given }) => tool === 'item_remove' && isNamed(given['item'], noun));
}

/** "You trade your knife for a look at the map", "she left her spear behind": the character parts with a thing that stays on the sheet. */
function findDisposed(told: Told, index: number): Finding | undefined {
  const clause = told.clauses[index];
  if (clause === undefined || !isOfPlayer(told, index)) return undefined;
  const { words } = clause;
  const verb = words.findIndex(({ base }, at) => isFormOf('disposing', base) && isVerb(words, at));
  if (verb < 0 || isDenied(clause, verb)) return undefined;
  const isGiving = /^(?:giv|hand|pass|leav|throw|toss|drop|break|snap|burn|fling|hurl|los|stak|bet)$/.test(
    words[verb]?.base ?? '',
  );
  const rest = words.slice(verb + 1, verb + 6);
  const thing = told.facts.kept.find((name) => {
    const noun = splitWords(name.split(/,| of /i)[0] ?? '').at(-1) ?? '';
    const at = rest.findIndex(
      ({ text }, position) =>
        text === noun &&
        rest.slice(0, position).some((word) => /^(?:your|the|her|his|their)$/.test(word.text)),
    );
    if (at < 0) return false;
    const behind = rest.slice(at + 1, at + 3).map(({ text }) => text);
    return (
      !isGiving ||
      behind.some((text) => /^(?:to|behind|away|into|over|with|on|for|in)$/.test(text)) ||
      /^(?:los|break|snap|burn)$/.test(words[verb]?.base ?? '')
    );
  });
  if (thing === undefined || isTaken(told, thing)) return undefined;
  const isRefused = told.facts.refused.some(
    ({ tool, given }) => tool === 'item_remove' && isNamed(given['item'], splitWords(thing).at(-1) ?? ''),
  );
  return { says: `No call took ${thing} from the character.`, kind: isRefused ? 'refused' : 'item' };
}

/** "You leave the candles", "he keeps the flask": a thing that a call gave to the character. */
function findForgone(told: Told, index: number): Finding | undefined {
  const clause = told.clauses[index];
  const gained = told.facts.kept.filter((name) => !told.facts.held.includes(name));
  if (clause === undefined || gained.length === 0) return undefined;
  const { words } = clause;
  const isPlayer = isOfPlayer(told, index);
  const isOther = told.subjects[index] !== undefined && !isPlayer;
  const verb = words.findIndex(({ text }) =>
    (isPlayer
      ? /^(?:leaves?|left|refuses?|refused|declines?|declined)$/
      : /^(?:keeps?|kept|pockets?|pocketed|withholds?|withheld)$/
    ).test(text),
  );
  if (verb < 0 || !(isPlayer || isOther) || isDenied(clause, verb)) return undefined;
  const object = words.slice(verb + 1, verb + 5).map(({ text }) => text);
  const thing = gained.find((name) =>
    object.some(
      (word) => word.length > 3 && splitWords(name).some((part) => part === word || `${part}s` === word),
    ),
  );
  return thing === undefined ? undefined : { says: `A call gave ${thing} to the character.`, kind: 'item' };
}
