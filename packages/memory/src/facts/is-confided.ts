// Tells whether somebody asked that what they told be kept secret: in the same sentence, or in one right before or after it.
import lists from './confiding-words.json' with { type: 'json' };

const asking = `(?:${lists.confiding.join('|')})(?![\\p{L}\\p{N}])`;
const within = new RegExp(`(?<![\\p{L}\\p{N}])${asking}`, 'iu');
const alone = `(?:(?:but|and|so|please|bitte|mais)[\\s,]\\s?)?${asking}`;
/**
 * A request for secrecy is about the sentence next to it only if it is a sentence of its own; otherwise, it
 * is about what its own sentence tells.
 */
const before = new RegExp(`(?:^|[.!?…]\\s?)${alone}[.!:…]?\\s?$`, 'iu');
const behind = new RegExp(`^[.!…]?\\s?${alone}(?=\\s?(?:[.!…)]|$))`, 'iu');
/** This many characters before and after the told words are searched. */
const reach = 90;

/** Whether a message asks, anywhere in it, to keep something secret. */
export function hasConfided(message: string): boolean {
  return within.test(message.replaceAll('’', "'"));
}

export function isConfided(told: string, message = told): boolean {
  const [words = '', text = ''] = [told, message].map((one) => one.replaceAll('’', "'"));
  if (within.test(words)) return true;
  const at = text.indexOf(words);
  const end = at + words.length;
  const [former, later] = [
    text.slice(Math.max(0, at - reach), Math.max(0, at)),
    text.slice(end, end + reach),
  ];
  return at >= 0 && (before.test(former) || behind.test(later));
}
