// Intent kinds: the moves for which a system may give hints to the narrator.

/**
 * Intents that a manifest may give hints for. Those for `talk` and `look` also serve similar intents that have none,
 * and `risk` stands for every deed without an entry of its own.
 */
export const intentKinds = [
  'attack',
  'cast',
  'flee',
  'force',
  'go',
  'help',
  'know',
  'look',
  'persuade',
  'risk',
  'search',
  'sneak',
  'steal',
  'talk',
  'threaten',
  'use',
] as const;
