// Audits a narrative for feelings, thoughts and resolves that it gives to the player's character.

import type { NarrativeFlag } from './audit-flag.ts';
import { type Clause, isDenied, type Word } from './read-clauses.ts';
import { buildFlag, type Told } from './told.ts';
import { splitWords } from './turn-facts.ts';
import feelings from './words/feelings.json' with { type: 'json' };

const feeling = new Set(feelings.filter((word) => !word.includes(' ')));
const emotions = new Set(
  'dread fear anger rage guilt shame relief joy sorrow grief hope despair pride envy hatred love pity panic terror unease regret remorse longing disgust contempt curiosity satisfaction sadness loneliness excitement dismay'.split(
    ' ',
  ),
);
const minding = new Set(
  'hate hated love loved despise despised loathe loathed fear feared envy envied pity pitied regret regretted resent resented adore trust distrust admire'.split(
    ' ',
  ),
);
const thinking = /^(?:wonder|long|wish|hope|vow|swear|resolve|decide|promise|intend|yearn|regret)$/;

export function auditFeelings(told: Told): readonly NarrativeFlag[] {
  const said = new Set(splitWords(told.words));
  return told.clauses.flatMap((clause, index) => {
    const isPlayer = told.subjects[index] !== undefined && told.subjects[index] === told.facts.player;
    if (isDenied(clause, 1) || !isFelt(clause, isPlayer, said)) return [];
    const says = "This feels, thinks or decides for the player's character; the player did not write it.";
    return [buildFlag(told, clause, { says, kind: 'voice' })];
  });
}

function isFelt({ words }: Clause, isPlayer: boolean, said: ReadonlySet<string>): boolean {
  const texts = words.map(({ text }) => text);
  const isNew = (word: string) => !said.has(word);
  const you = findSubject(words);
  if (you >= 0 || isPlayer) {
    const behind = texts.slice(you + 1);
    if (isInMood(behind, isNew) || isResolved(behind, isNew) || isMinding(behind, isNew)) return true;
  }
  return isStirred(texts, isNew);
}

function findSubject(words: readonly Word[]): number {
  return words.findIndex(
    ({ text }, index) =>
      text === 'you' &&
      !/^(?:to|at|for|with|of|past|behind|before|around|over|on|like)$/.test(words[index - 1]?.text ?? ''),
  );
}

/** "You are relieved", "you feel a cold dread". */
function isInMood(behind: readonly string[], isNew: (word: string) => boolean): boolean {
  const verb = behind.findIndex((text) => /^(?:are|feel|felt|were|grow|become|find|remain)$/.test(text));
  if (verb < 0 || verb > 2) return false;
  const near = behind.slice(verb + 1, verb + 6);
  if (near.some((text) => feeling.has(text) && isNew(text))) return true;
  return /^(?:feel|felt)$/.test(behind[verb] ?? '') && near.some((text) => emotions.has(text) && isNew(text));
}

/** "You make up your mind", "you swear to yourself". */
function isResolved(behind: readonly string[], isNew: (word: string) => boolean): boolean {
  const text = behind.slice(0, 5).join(' ');
  if (/^(?:make|made) up your mind|^(?:swear|tell|promise|think) (?:to )?yourself/.test(text))
    return isNew('mind');
  return (
    thinking.test(behind[0] ?? '') &&
    !/^(?:that )?(?:the|a) way/.test(behind.slice(1, 3).join(' ')) &&
    isNew(behind[0] ?? '')
  );
}

/** "You have always despised guards". */
function isMinding(behind: readonly string[], isNew: (word: string) => boolean): boolean {
  const verb = behind.findIndex((text) => minding.has(text));
  return (
    verb >= 0 &&
    verb <= 2 &&
    behind[verb + 1] !== 'yourself' &&
    isNew(behind[verb] ?? '') &&
    behind.slice(0, verb).every((text) => /^(?:have|had|always|never|really|deeply|secretly)$/.test(text))
  );
}

/** "Dread settles in you", "it makes you homesick". */
function isStirred(texts: readonly string[], isNew: (word: string) => boolean): boolean {
  const makes = texts.findIndex(
    (text, index) => /^(?:makes|leaves|made|left)$/.test(text) && texts[index + 1] === 'you',
  );
  if (makes >= 0 && texts.slice(makes + 2, makes + 6).some((text) => feeling.has(text) && isNew(text)))
    return true;
  const stirs = texts.findIndex((text) =>
    /^(?:wash|washes|floods?|fills?|grips?|settles?|rises?|overcomes?|seizes?|stirs?)$/.test(text),
  );
  return (
    stirs >= 0 &&
    texts.slice(0, stirs).some((text) => emotions.has(text) && isNew(text)) &&
    texts.slice(stirs).some((text) => /^your?$/.test(text))
  );
}
