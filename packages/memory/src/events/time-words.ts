// Time words: fragments of patterns for English times of day, and what may follow them.

const hours = 'one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve'.split(',');
export const hourWords = hours.join('|');

/** Returns the hour that a word or a number means; 24 for midnight. */
export function parseHour(said: string): number {
  const name = said.toLowerCase();
  if (name === 'midnight') return 24;
  if (name === 'noon' || name === 'midday') return 12;
  return hours.indexOf(name) + 1 || Number(said);
}

export const partOfDay = String.raw`(?:\s(?<part>in\sthe\s(?:early\s|late\s)?(?:morning|afternoon|evening)|at\snight)\b)?`;
const weekdays = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const onward = `and|or|but|on|tomorrow|today|tonight|this|next|every|each|to|for|about|because|so|if|when|then|please|from|i|we|you|he|she|they|${weekdays}`;
/** What may follow the hour, so that "at two places" is not read as a time, nor "at one with the world". */
export const timeEnd = String.raw`(?!\s(?:or|and|to)\s(?:${hourWords})\b)(?=\s*(?:$|[.,;:!?)–—]|(?:${onward})\b|(?<!\bone\s)with\b))`;
/** Matches a word in the plural, but not a name such as James, nor words such as "as" and "perhaps". */
const pluralWord = String.raw`(?!(?:does|this|thus|perhaps|always|unless|besides|afterwards|yes)\b)(?:people|children|men|women|(?-i:\p{Ll}{3,}(?<![su])s))\b(?!['’])`;
/** What follows a number that counts things or gives a share of them, as in "3 houses" and "9 of us". */
const countEnd = String.raw`(?:%|\s(?:(?:of|per|percent)\b|${pluralWord}))`;
/** What may not follow an hour that comes after a word for a day: in "on Monday 9 houses", 9 is not an hour. */
export const timeWide = String.raw`(?!${countEnd}|\s(?:or|and|with)\b)`;
/** Matches the words right after a number that show that the number counts things and is not an hour. */
export const counted = new RegExp(`^${countEnd}`, 'iu');
