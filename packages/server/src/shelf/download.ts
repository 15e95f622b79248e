// Download: a file that is sent to a browser.

export interface Download {
  /** The name of the file without its ending. */
  readonly title: string;
  readonly ending: string;
  /** The whole file is read first, since the world is closed before the file is sent. */
  readonly chunks: readonly string[];
}
