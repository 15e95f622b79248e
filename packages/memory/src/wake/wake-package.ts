// What is in mind when the companion wakes: all sections of one assembly, in the order in which they are read.

/** The sections that are chosen anew at each wake, in their order. */
export const sectionNames = ['lingering', 'recalled', 'echoes', 'recent', 'now'] as const;
export type SectionName = (typeof sectionNames)[number];

export interface WakeLine {
  readonly text: string;
  /** Whether it may be shown to the companion only. */
  readonly isSecret: boolean;
}

export interface WakeSection {
  readonly name: SectionName;
  /** Rendered and safe to stand in a prompt. */
  readonly lines: readonly WakeLine[];
  /** What it takes as rendered, its heading included; 0 where it is empty. */
  readonly tokens: number;
}

export interface WakeMessage {
  /** The name of whoever speaks, as it is shown. */
  readonly from: string;
  /** Word for word. */
  readonly text: string;
}

export interface WakeImage {
  /** As it is kept, from the folder of images on. */
  readonly path: string;
  /** What it takes in its one turn, about. */
  readonly tokens: number;
}

export interface WakePackage {
  /** Its row in the ledger; undefined when it was not recorded. */
  readonly wakeId: number | undefined;
  readonly turn: number;
  readonly nowMs: number;
  /** How full working memory is, 0 to 1. */
  readonly pressure: number;
  /** Who the companion is. */
  readonly activation: string;
  /** How images are dealt with; only in the turn of one. */
  readonly imageContext: string | undefined;
  /** What the companion knows of itself; undefined where there is nothing yet. */
  readonly ambient: string | undefined;
  readonly sections: readonly WakeSection[];
  readonly message: WakeMessage | undefined;
  readonly image: WakeImage | undefined;
  /** All of it as rendered, the image included. */
  readonly tokens: number;
}
