// Function words: English words that say how others hang together, and nothing by themselves.

const functionWords: ReadonlySet<string> = new Set(
  (
    'a an the of and or but nor so yet in on at to for from by with without into onto over under up down out off as is are was were ' +
    'be been being has have had do does did will would can could shall should may might must not no it its he him his she her ' +
    'they them their we us our you your i me my this that these those who whom whose which what when where how there here ' +
    'than then also one some any all each very more most such only own same other about after before between through during'
  ).split(' '),
);

/** Whether a folded word is one. */
export function isFunctionWord(folded: string): boolean {
  return functionWords.has(folded);
}
