// Strips words that only lead up to what is meant: "no, wait, …", "oh, …", "well, …".

const small =
  /^(?:no|yes|yeah|oh|ah|aha|er|um|hmm|hm|actually|right|okay|ok|well|so|please|brr+|hey(?=,)|fine(?=,)|look(?=,))[\s,.!…-]+/i;
/** Words that can also be deeds, so that they are stripped only before a punctuation mark, a person's name, or "I". */
const halting =
  /^(?:[Ss]top(?=,)|[Cc]areful(?=,)|[Ww]ait|[Hh]ang on|[Hh]old on|[Hh]old it|[Oo]ne moment|[Jj]ust a moment|[Ll]isten|[Ll]ook here)(?:[,.!…-]+\s+|\s+(?=[A-Z][a-z]+,|I\b))/;
const joined = /^(?:and|then|until|for|till)\b/i;
const mostStripped = 4;

export function stripInterjections(raw: string): string {
  let text = raw.trimStart();
  for (let step = 0; step < mostStripped; step++) {
    const rest = text.replace(small, '').replace(halting, '');
    if (rest === text || !/[\p{L}\p{N}]/u.test(rest) || joined.test(rest)) break;
    text = rest;
  }
  return text.replace(/,? please(?=[.!?]*$)/i, '');
}
