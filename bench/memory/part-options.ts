// Part options: the options passed to every part of the memory bench.

export interface PartOptions {
  /** An empty folder, removed when the part has run. */
  readonly folder: string;
  readonly mostEvents: number;
  /** Indexes of the conversations to be asked about; all of them if undefined. */
  readonly conversations: readonly number[] | undefined;
  /** Folders of worlds that were compiled before. */
  readonly worlds?: readonly string[] | undefined;
}
