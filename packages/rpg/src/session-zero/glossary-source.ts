// Glossary source: what a world's glossary gives to a game; whoever holds both hands it over.

/** An entry, as of the place in the story that was chosen: nothing later is in it. */
export interface GlossaryLore {
  readonly term: string;
  readonly aliases: readonly string[];
  readonly kind: 'person' | 'place' | 'faction' | 'thing' | 'event' | 'other';
  readonly definition: string;
  /** Words of the story that say it, and where they stand, such as `thread 3, post 12`. */
  readonly quote: string;
  readonly where: string;
  /** How much it matters in the story, between 0 and 1. */
  readonly weight: number;
  /** Names of other entries that stand together with it most often. */
  readonly beside: readonly string[];
}

export interface GlossarySource {
  /** Title of the story. */
  readonly title: string;
  /** The place as of which it is told, in words. */
  readonly asOf: string;
  /** The weightiest first. */
  readEntries(): readonly GlossaryLore[];
}
