// Damage advice: what a person can do about a store that is damaged, the same wherever it is met.

export const damageAdvice =
  'See what else is with "terrarium verify", and restore the folder of the world from a backup. Without one, "export --salvage" (of annotate, memory or play) writes what is sound. Nothing was changed.';
