// Tells whether a message asks for everything that is known about the person, and not for a single thing.

const longestRead = 400;
const asked = [
  /\b(?:what|everything|anything|all|much)\b[^.!?]{0,30}\b(?:remember|know|recall|learnt|learned|noticed)\b[^.!?]{0,16}\b(?:about|of) me\b(?! and\b)/iu,
  /\b(?:tell me|say|list)\b[^.!?]{0,20}\b(?:about|of) me\b(?! and\b)/iu,
  /^\W{0,3}(?:so |and |well,? )?(?:who am i|do you (?:still )?(?:know|remember) (?:who i am|me))\W{0,3}$/iu,
] as const;

export function isAskingForAll(text: string): boolean {
  const read = text.slice(0, longestRead).trim();
  return asked.some((one) => one.test(read));
}
