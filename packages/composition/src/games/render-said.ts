// Renders what somebody did beside the story as a sentence, where the log has the line of a terminal.

const sayings: Readonly<Record<string, (rest: string) => string>> = {
  ask: renderQuestion,
  table: (rest) => `Rolled on a table: ${rest.replaceAll('_', ' ')}`,
  set: (rest) => `Set by hand: ${nameField(rest)}`,
  roll: (rest) => `Rolled: ${rest}`,
  spend: (rest) => `Spent: ${nameField(rest)}`,
  remember: (rest) => `To be remembered: ${rest}`,
  forget: () => 'Something was taken out of what is remembered',
  give: (rest) => `Given by hand: ${rest}`,
  take: (rest) => `Taken away by hand: ${rest}`,
  time: (rest) => `Time passes: ${rest}`,
};

/** The words as they are, where they are no such line. */
export function renderSaid(words: string): string {
  const { name = '', rest = '' } = /^\/(?<name>[a-z]+) (?<rest>.+)$/su.exec(words)?.groups ?? {};
  return sayings[name]?.(rest) ?? words;
}

function renderQuestion(rest: string): string {
  const { odds, question = rest } =
    /^(?<odds>likely|unlikely|even) (?<question>.+)$/su.exec(rest)?.groups ?? {};
  const chance = odds === undefined || odds === 'even' ? '' : ` (a yes is ${odds})`;
  return `Asked of the oracle: ${question}${chance}`;
}

/** Of a path, the name at its end. */
function nameField(rest: string): string {
  return rest.replace(/(?<![\w.])(?:\w+\.)+(?=[a-z])/gu, '').replaceAll('_', ' ');
}
