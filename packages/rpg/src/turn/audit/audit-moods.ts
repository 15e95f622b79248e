// Audits states of mind that take hold of the player's character, by nouns of feeling and what they do.

import type { NarrativeFlag } from './audit-flag.ts';
import { toBase } from './base-form.ts';
import { listNamed } from './find-person.ts';
import { isDenied } from './read-clauses.ts';
import { isFormOf, isOfClass } from './structure/word-classes.ts';
import { buildFlag, isOfPlayer, type Told } from './told.ts';
import { splitWords } from './turn-facts.ts';
import type { Word } from './word.ts';

const says = "This feels, thinks or decides for the player's character; the player did not write it.";

export function auditMoods(told: Told): readonly NarrativeFlag[] {
  const said = new Set(splitWords(told.words).map(toBase));
  return told.clauses.flatMap((clause, index) => {
    const isTold =
      isTakenHold(told, index, said) || isResolved(told, index, said) || isConvinced(told, index, said);
    return isTold ? [buildFlag(told, clause, { says, kind: 'voice' })] : [];
  });
}

/** "A slow dread took hold of him", "suspicion settles over you". */
function isTakenHold(told: Told, index: number, said: ReadonlySet<string>): boolean {
  const clause = told.clauses[index];
  if (clause === undefined) return false;
  const { words } = clause;
  const emotion = words.findIndex(({ text, base }) => isOfClass('emotions', text) && !said.has(base));
  if (emotion < 0 || emotion > 4 || isDenied(clause, emotion)) return false;
  const verb = words.findIndex(
    ({ base }, at) => at > emotion && at <= emotion + 3 && isFormOf('seizing', base),
  );
  return verb > 0 && words.slice(verb + 1, verb + 5).some((word) => isPlayer(told, index, word));
}

/** "You", or where the character is told of by name a pronoun that can mean nobody else. */
function isPlayer(told: Told, index: number, { text }: Word): boolean {
  if (!told.isThird) return text === 'you' || text === 'your';
  if (!/^(?:him|her|them|his|their)$/.test(text)) return false;
  const clause = told.clauses[index];
  const isAlone =
    clause !== undefined && listNamed(clause, told.facts).every(({ person }) => person.isPlayer);
  const last = told.subjects.slice(Math.max(0, index - 6), index).findLast((one) => one !== undefined);
  return isAlone && (last === undefined || last.isPlayer);
}

const resolves =
  /\b(?:ma(?:k|d)es? up (?:your|his|her|their) mind|set(?:s|tles|tled)? (?:your|his|her|their) mind|decid(?:e|es|ed) (?:that|to|on|against|not|never|then|here)|resolv(?:e|es|ed) (?:that|to|not|never)|vow(?:s|ed)? (?:that|to|not|never)|determin(?:e|es|ed) (?:that|to|not))\b/;

/** "And made up her mind to deal with them": a clause that goes on with what the character does. */
function isResolved(told: Told, index: number, said: ReadonlySet<string>): boolean {
  const clause = told.clauses[index];
  if (clause === undefined || !isGoingOn(told, index) || clause.negators.length > 0) return false;
  const texts = clause.words.map(({ text }) => text).join(' ');
  const found = resolves.exec(texts);
  return found !== null && !said.has(toBase(found[0].split(' ')[0] ?? ''));
}

/** Whether the player's character is named as who does something, in this clause or before it in the sentence. */
function isGoingOn(told: Told, index: number): boolean {
  const sentence = told.clauses[index]?.sentence;
  if (!isOfPlayer(told, index)) return false;
  return told.clauses.slice(Math.max(0, index - 3), index + 1).some((clause, offset) => {
    if (clause.sentence !== sentence || !isOfPlayer(told, Math.max(0, index - 3) + offset)) return false;
    return clause.words
      .slice(0, 2)
      .some(
        ({ text, isCapital }) =>
          text === 'you' || (told.isThird && (isCapital || /^(?:he|she|they)$/.test(text))),
      );
  });
}

const conditional = /^(?:when|once|until|if|as|before|after|unless|while|whenever)$/;
const convinced =
  /\b(?:suddenly|quite|utterly|perfectly|absolutely|almost|more|less|somehow|deeply|secretly|strangely)? ?(?:certain|sure|convinced|persuaded|determined|afraid|ashamed|glad|tempted|reluctant|resigned|unwilling|eager|terrified|frightened) (?:that|it|he|she|they|of|to|you|the|this)\b/;
const compelled =
  /\b(?:all (?:you|he|she|they) can do not to|cannot help but|can't help but|could not help but|against (?:your|his|her|their) better judgement)\b/;

/** "You are suddenly certain that it knows you", "it is all you can do not to run". */
function isConvinced(told: Told, index: number, said: ReadonlySet<string>): boolean {
  const clause = told.clauses[index];
  if (clause === undefined) return false;
  const texts = clause.words.map(({ text }) => text).join(' ');
  if (compelled.test(texts)) return isOfPlayer(told, index) || (!told.isThird && /\byou\b/.test(texts));
  if (!isOfPlayer(told, index) || clause.negators.length > 0 || conditional.test(clause.words[0]?.text ?? ''))
    return false;
  const found = convinced.exec(texts);
  if (found === null) return false;
  const isBeing =
    /\b(?:you|he|she|they)(?: are| is| was| were| feel| feels| felt| grow| grows| grew| become| becomes| became)?\b/.test(
      texts.slice(0, found.index + 1),
    );
  return (
    isBeing &&
    !texts.slice(0, found.index).includes('as ') &&
    !found[0].split(' ').some((word) => said.has(toBase(word)) && word.length > 4)
  );
}
