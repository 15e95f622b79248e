// Audits a narrative for feelings, thoughts and decisions that it gives to the player's character.

import type { NarrativeFlag } from './audit-flag.ts';
import { toBase } from './base-form.ts';
import type { Clause } from './read-clauses.ts';
import { buildFlag, buildSpeaker, isOfPlayer, type Told } from './told.ts';
import { splitWords } from './turn-facts.ts';
import type { Word } from './word.ts';
import { compilePattern, matchPattern, type Speaker } from './word-pattern.ts';
import feelingPhrases from './words/feeling-phrases.json' with { type: 'json' };
import feelings from './words/feelings.json' with { type: 'json' };

const feeling = new Set(feelings.filter((word) => !word.includes(' ')));
const emotions = new Set(
  'dread fear anger rage guilt shame relief joy sorrow grief hope despair pride envy hatred love pity panic terror unease regret remorse longing disgust contempt curiosity satisfaction sadness loneliness excitement dismay horror misgiving homesickness gratitude tenderness jealousy fury bitterness foreboding apprehension'.split(
    ' ',
  ),
);
const patterns = feelingPhrases.map(compilePattern);

export function auditFeelings(told: Told): readonly NarrativeFlag[] {
  const said = new Set(splitWords(told.words).map(toBase));
  return told.clauses.flatMap((clause, index) => {
    const speaker = buildSpeaker(told, isOfPlayer(told, index));
    const isTold =
      isPhrased(clause, speaker, said) ||
      isInMood(clause, { speaker, said }) ||
      isStirred(clause, { speaker, said });
    if (!isTold) return [];
    const says = "This feels, thinks or decides for the player's character; the player did not write it.";
    return [buildFlag(told, clause, { says, kind: 'voice' })];
  });
}

/**
 * Whether a phrase gives the character a decision or an opinion that the player did not write, as in "you swear to
 * yourself" or "you do not like it".
 */
function isPhrased(clause: Clause, speaker: Speaker, said: ReadonlySet<string>): boolean {
  const { words, doubtAt } = clause;
  return patterns.some((pattern) => {
    const found = matchPattern(words, pattern, speaker);
    if (found === undefined || doubtAt < found.behind - 1 || isObject(words[found.at - 1])) return false;
    // "You promise yourself" has patterns of its own, and "you begin to cry out" is no weeping.
    if (/(?:self|^out)$/.test(words[found.behind]?.text ?? '')) return false;
    return !words.slice(found.at, found.behind).some(({ base, text }) => text.length > 3 && said.has(base));
  });
}

interface Felt {
  readonly speaker: Speaker;
  readonly said: ReadonlySet<string>;
}

const nearMood = 5;

/**
 * Whether the clause gives the character a mood that the player did not write, as in "you are relieved" or "you feel a
 * cold dread".
 */
function isInMood({ words, doubtAt, negators }: Clause, { speaker, said }: Felt): boolean {
  const you = words.findIndex((word, index) => speaker.isYou(word, index) && !isObject(words[index - 1]));
  const verb = words.findIndex(({ base }, index) => index > you && moods.has(base));
  if (you < 0 || verb < 0 || verb > you + 2 || doubtAt <= verb || negators.some((at) => at <= verb + 1))
    return false;
  if (words[verb]?.base === toBase('find') && !oneself.test(words[verb + 1]?.text ?? '')) return false;
  const near = words.slice(verb + 1, verb + 1 + nearMood).filter(({ base }) => !said.has(base));
  const isFelt = words[verb]?.base === toBase('feel');
  return near.some(
    ({ text }, index) =>
      isMood(near, index) &&
      ((feeling.has(text) && !isAttribute(near, index)) || (isFelt && emotions.has(text))),
  );
}

/** In "you find the bread bitter" the mood is not the character's. */
const oneself = /^(?:your|him|her|them)sel(?:f|ves)$/;
const moods = new Set(['be', 'feel', 'grow', 'become', 'find', 'remain'].map(toBase));

/**
 * After "as", "who", another subject or a preposition, the word is not a mood of the subject: it is part of a
 * comparison, or belongs to something else.
 */
function isMood(words: readonly Word[], index: number): boolean {
  return words.slice(0, index).every(({ text }) => !belongsToOther.test(text));
}

const belongsToOther =
  /^(?:in|on|at|by|with|from|who|that|as|of|near|beside|behind|under|over|among|between|like|he|she|it|they|we|i)$/;

/** "An angry man", "the curious crowd": right behind an article the word says what somebody or something else is. */
function isAttribute(words: readonly Word[], index: number): boolean {
  return /^(?:an?|the|his|her|its|their|some|any|this|that)$/.test(words[index - 1]?.text ?? '');
}

function isObject(before: Word | undefined): boolean {
  return /^(?:to|at|for|with|of|in|past|behind|before|around|over|on|upon|from|by|like|some(?:one|body|thing)|any(?:one|body|thing)|every(?:one|body|thing)|people|those|man|woman|things?)$/.test(
    before?.text ?? '',
  );
}

const stirring =
  /^(?:wash|washes|washed|floods?|flooded|fills?|filled|grips?|gripped|settles?|settled|rises?|rose|overcomes?|overcame|seizes?|seized|stirs?|stirred|runs?|ran|crawls?|crawled|creeps?|crept|takes?|took|comes?|came|burns?|burned|swells?|swelled|surges?|surged|tightens?|catches|twists?|sweeps?|swept)$/;

/** Whether something moves the character's feelings, as in "dread settles in you" or "it makes you homesick". */
function isStirred({ words }: Clause, { speaker, said }: Felt): boolean {
  const isNew = (word: Word) => !said.has(word.base);
  const makes = words.findIndex(
    ({ text }, index) =>
      /^(?:makes|leaves|made|left)$/.test(text) &&
      words[index + 1] !== undefined &&
      speaker.isYou(words[index + 1] as Word, index + 1),
  );
  if (makes >= 0 && words.slice(makes + 2, makes + 6).some((word) => feeling.has(word.text) && isNew(word)))
    return true;
  const emotion = words.findIndex((word) => emotions.has(word.text) && isNew(word));
  if (emotion < 0) return false;
  const verb = words.findIndex(({ text }, index) => index > emotion && stirring.test(text));
  return verb >= 0 && isTowardYou(words.slice(verb + 1), verb + 1, speaker);
}

/** How many words may stand between the verb and the character: "twists in the pit of your stomach". */
const farthestYou = 6;

/** Whether the character is what is moved, and not only somewhere near: "the fear runs through the crowd around you". */
function isTowardYou(behind: readonly Word[], from: number, speaker: Speaker): boolean {
  const you = behind.findIndex((word, at) => speaker.isYour(word) || speaker.isYou(word, from + at));
  if (you < 0 || you > farthestYou) return false;
  return behind.slice(0, you).every(({ text }) => !aside.test(text));
}

const aside =
  /^(?:he|she|it|they|we|i|his|her|its|their|him|them|as|when|while|and|but|that|who|which|around|beside|near|behind|past|before|with|at|for)$/;
