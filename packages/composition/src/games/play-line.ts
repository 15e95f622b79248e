// Parses a line that a player typed: words of their character, the number of a choice, or a command.

export type PlayLine =
  | { readonly kind: 'words'; readonly words: string }
  | { readonly kind: 'choice'; readonly number: number }
  | { readonly kind: 'command'; readonly name: string; readonly rest: string };

/** No character in a story says just one of these words: whoever types it means the command, as in other games. */
const plainCommands = ['undo', 'redo', 'retry', 'sheet', 'quests', 'map', 'log', 'save', 'quit', 'help'];

const bareCommands: ReadonlyMap<string, string> = new Map([
  ...plainCommands.map((name) => [name, name] as const),
  ['exit', 'quit'],
  ['?', 'help'],
]);

/**
 * A number is a choice if it is the whole line and the game offers choices. After two slashes everything counts as
 * words.
 */
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

/** Parses a word or number that counts as a command or a choice only if it is the whole line. */
function parseAlone(text: string, hasChoices: boolean): PlayLine | undefined {
  const name = bareCommands.get(text.toLowerCase());
  if (name !== undefined) return { kind: 'command', name, rest: '' };
  if (!hasChoices || !/^\d{1,9}\.?$/u.test(text)) return undefined;
  return { kind: 'choice', number: Number.parseInt(text, 10) };
}
