// Insert hyphens: a very long word of a heading can break between its syllables, with a hyphen that shows only there.

const softHyphen = '\u00ad';
/** As many letters stay together at either end. */
const together = 4;
/** Shorter words fit on a phone. */
const longWord = /\p{L}{16,}/gu;
const vowel = /[aeiouyäöüáéíóúàèìòùâêîôûåæøœ]/iu;
/** Letters that are one sound together, or begin a syllable together. */
const sounds = 'sch ch ck ph sh th qu bl br dr fl fr gl gr kl kr pl pr tr'.split(' ');

export function insertHyphens(text: string): string {
  return text.replace(longWord, insertIntoWord);
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

/** A syllable begins with the last sound before a vowel. */
function isOnset(letters: readonly string[], at: number): boolean {
  const rest = joinLetters(letters, at, at + 4);
  const around = joinLetters(letters, at - 2, at + 2);
  const sound = sounds.find((one) => rest.startsWith(one)) ?? rest.slice(0, 1);
  const isInside = sounds.some((one) => around.includes(one) && !rest.startsWith(one));
  const [first = '', next = ''] = [rest[0], rest[sound.length]];
  return !isInside && !vowel.test(first) && vowel.test(next);
}

function joinLetters(letters: readonly string[], from: number, to: number): string {
  return letters.slice(from, to).join('').toLowerCase();
}
