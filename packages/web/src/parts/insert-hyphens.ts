// Inserts soft hyphens, so that a very long word can break between its syllables.

const softHyphen = '\u00ad';
/** At least this many letters stay together at either end of a word and between two hyphens. */
const together = 4;
/** Words of at least this length get hyphens in a heading; shorter words fit on a phone. */
const longInHeading = 16;
/** Words of at least this length get hyphens in running text; shorter words fit on a phone. */
const longInText = 24;
const longWord = /\p{L}{16,}/gu;
const vowel = /[aeiouyäöüáéíóúàèìòùâêîôûåæøœ]/iu;
/** Groups of letters that are one sound, or that begin a syllable together. */
const sounds = 'sch str ch ck ph sh th qu bl br dr fl fr gl gr kl kr pl pr tr'.split(' ');

/** Endings after which the next word of a compound begins, whatever its first letter. */
const joints = 'ungs heits keits schafts tions'.split(' ');
/** A word that begins with a vowel and often follows another word in a compound. */
const vowelWord = 'über';

export function insertHyphens(text: string, longest = longInHeading): string {
  return text.replace(longWord, (word) => (word.length < longest ? word : insertIntoWord(word)));
}

/** Inserts soft hyphens in text that is set smaller than a heading. */
export function insertTextHyphens(text: string): string {
  return insertHyphens(text, longInText);
}

function insertIntoWord(word: string): string {
  const letters = [...word];
  let since = 0;
  return letters
    .map((letter, at) => {
      since += 1;
      const isBreak = since > together && letters.length - at >= together && isOnset(letters, at);
      if (isBreak) since = 1;
      return isBreak ? `${softHyphen}${letter}` : letter;
    })
    .join('');
}

/**
 * Whether a hyphen may stand before this letter: at the beginning of a word in a compound or, if no such word begins
 * nearby, before the last sound that precedes a vowel.
 */
function isOnset(letters: readonly string[], at: number): boolean {
  const before = joinLetters(letters, Math.max(0, at - 7), at);
  const rest = joinLetters(letters, at, at + 8);
  if (isAfterJoint(before) || rest.startsWith(vowelWord)) return true;
  const around = joinLetters(letters, at - 2, at + 2);
  const sound = sounds.find((one) => rest.startsWith(one)) ?? rest.slice(0, 1);
  const isInside = sounds.some((one) => around.includes(one) && !rest.startsWith(one));
  const next = rest.slice(sound.length);
  if (isInside || isAfterJoint(`${before}${rest[0]}`) || isNearVowelWord(before, rest)) return false;
  return !vowel.test(rest[0] ?? '') && vowel.test(next[0] ?? '');
}

/**
 * Whether `vowelWord` begins one letter before this position or shortly after it: a break here would prevent the better
 * one before the word.
 */
function isNearVowelWord(before: string, rest: string): boolean {
  const at = `${before.slice(-1)}${rest}`.indexOf(vowelWord);
  return at >= 0 && at <= together;
}

function isAfterJoint(text: string): boolean {
  return joints.some((joint) => text.endsWith(joint));
}

function joinLetters(letters: readonly string[], from: number, to: number): string {
  return letters.slice(from, to).join('').toLowerCase();
}
