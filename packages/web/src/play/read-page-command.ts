// Reads the commands that a page carries out itself, such as `/quit`, which leads to the list of games.

export type PageCommand =
  | { readonly kind: 'leave' }
  /** Without a number, the turn that was told last is edited. */
  | { readonly kind: 'edit'; readonly number: number | undefined };

/** Undefined for a line that the page does not carry out itself, such as an edit with the new words in the line. */
export function readPageCommand(line: string): PageCommand | undefined {
  const text = line.trim().toLowerCase();
  if (/^\/?(?:quit|exit)$/u.test(text)) return { kind: 'leave' };
  const edit = /^\/edit(?:\s+(?<number>\d{1,6}))?$/u.exec(text)?.groups;
  if (edit === undefined) return undefined;
  return { kind: 'edit', number: edit['number'] === undefined ? undefined : Number(edit['number']) };
}
