// Tells from the reason given for a roll whether it is made out of turn: a reaction, an opportunity attack and the like.

const outOfTurn = /\b(?:reactions?|opportunity|legendary|ripostes?|readied|counter(?:attack|spell)s?)\b/iu;

export function isReaction(reason: unknown): boolean {
  return typeof reason === 'string' && outOfTurn.test(reason);
}
