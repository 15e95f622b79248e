// Unsaved: reads and writes the text in which a browser keeps what was typed into a field and is not saved yet.

/** Empty if the text is what is saved, so that there is nothing to keep. */
export function writeUnsaved(text: string, saved: string): string {
  return text === saved ? '' : JSON.stringify([saved, text]);
}

/** Undefined if nothing is kept, or if something else was saved since. */
export function readUnsaved(kept: string, saved: string): string | undefined {
  try {
    const [before, text]: readonly unknown[] = JSON.parse(kept);
    return before === saved && typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}
