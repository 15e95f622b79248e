// Tells whether the reason of a roll says that it is made out of turn, such as a reaction or an opportunity attack.

const outOfTurn = /\b(?:reactions?|opportunity|legendary|ripostes?|readied|counter(?:attack|spell)s?)\b/iu;

export function isReaction(reason: unknown): boolean {
  return typeof reason === 'string' && outOfTurn.test(reason);
}
