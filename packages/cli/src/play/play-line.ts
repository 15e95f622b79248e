// Play line: what somebody typed at the table: words of their character, a choice by its number, or a command.

export type PlayLine =
  | { readonly kind: 'words'; readonly words: string }
  | { readonly kind: 'choice'; readonly number: number }
  | { readonly kind: 'command'; readonly name: string; readonly rest: string };

/** Said by nobody in a story, and typed by everybody who wants out. */
const bareCommands: ReadonlyMap<string, string> = new Map([
  ['quit', 'quit'],
  ['exit', 'quit'],
  ['help', 'help'],
  ['?', 'help'],
]);

/** A lone number picks a choice where there is one of that number; two slashes begin words with a slash. */
export function parsePlayLine(line: string, choices: number): PlayLine {
  const text = line.trim();
  const typed = /^\/(?!\/)(?<name>\S*)\s*(?<rest>.*)$/su.exec(text)?.groups;
  if (typed !== undefined) {
    return { kind: 'command', name: (typed['name'] ?? '').toLowerCase(), rest: (typed['rest'] ?? '').trim() };
  }
  const bare = bareCommands.get(text.toLowerCase());
  if (bare !== undefined) return { kind: 'command', name: bare, rest: '' };
  const number = /^\d{1,2}\.?$/u.test(text) ? Number.parseInt(text, 10) : 0;
  if (number >= 1 && number <= choices) return { kind: 'choice', number };
  return { kind: 'words', words: text.replace(/^\/\//u, '/') };
}
