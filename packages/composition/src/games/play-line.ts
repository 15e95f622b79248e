// Play line: what somebody typed at the table: words of their character, a choice by its number, or a command.

export type PlayLine =
  | { readonly kind: 'words'; readonly words: string }
  | { readonly kind: 'choice'; readonly number: number }
  | { readonly kind: 'command'; readonly name: string; readonly rest: string };

/**
 * No character in a story says one of these words alone; whoever types it wants to leave, or is used to another
 * game.
 */
const plainCommands = ['undo', 'redo', 'retry', 'sheet', 'quests', 'map', 'log', 'save', 'quit', 'help'];

const bareCommands: ReadonlyMap<string, string> = new Map([
  ...plainCommands.map((name) => [name, name] as const),
  ['exit', 'quit'],
  ['?', 'help'],
]);

/** A lone number is a choice if there are any; after two slashes everything counts as words. */
export function parsePlayLine(line: string, hasChoices: boolean): PlayLine {
  const text = line.trim();
  const typed = /^\/(?!\/)(?<name>\S*)(?!\S)(?<rest>.*)$/su.exec(text)?.groups;
  if (typed !== undefined) {
    return { kind: 'command', name: (typed['name'] ?? '').toLowerCase(), rest: (typed['rest'] ?? '').trim() };
  }
  const alone = parseAlone(text, hasChoices);
  if (alone !== undefined) return alone;
  const escaped = text.startsWith('//') ? text.slice(2) : undefined;
  if (escaped === undefined) return { kind: 'words', words: text };
  return { kind: 'words', words: parseAlone(escaped, hasChoices) === undefined ? `/${escaped}` : escaped };
}

/** What is a command or a choice only if it is the whole line. */
function parseAlone(text: string, hasChoices: boolean): PlayLine | undefined {
  const name = bareCommands.get(text.toLowerCase());
  if (name !== undefined) return { kind: 'command', name, rest: '' };
  if (!hasChoices || !/^\d{1,9}\.?$/u.test(text)) return undefined;
  return { kind: 'choice', number: Number.parseInt(text, 10) };
}
