// Download: a file that goes out to a browser.

export interface Download {
  /** Its name without ending. */
  readonly title: string;
  readonly ending: string;
  /** Read whole, for the world is closed before they are sent. */
  readonly chunks: readonly string[];
}
