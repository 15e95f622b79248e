// Other shells: open, serve and mcp, for which the launcher starts a program other than the command line.

export interface CompletedWord {
  readonly word: string;
  /** What the word is for, in one line. */
  readonly about: string;
}

/** Commands that the launcher hands to other packages (`server`, `mcp`): the command line itself does not have them. */
export const otherShells: readonly CompletedWord[] = [
  { word: 'open', about: 'show worlds in a browser on this machine' },
  { word: 'serve', about: 'show worlds in a browser, and print the address' },
  { word: 'mcp', about: 'serve the memory of a world to an MCP client' },
];
