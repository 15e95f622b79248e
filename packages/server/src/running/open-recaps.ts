// Opens recaps: keeps what a model has told so far of a story that it is summing up, and sends it to pages as it grows.

import type { RouteAnswer } from '@terrarium/protocol/routes';

type Place = RouteAnswer<'GET /api/worlds/{world}/recap'>['parts'][number]['first'];

/** All that is told so far of the part that begins at this post. */
export interface PartTold extends Pick<Place, 'corpus' | 'postId'> {
  readonly text: string;
}

export interface Recaps {
  /** Starts anew for this story; each part that is told from then on replaces what was told of it before. */
  start(story: string): TellingTold;
  /**
   * Calls back with each part as it was told so far, and whenever more of one is told. Returns a function that ends the
   * calls.
   */
  follow(story: string, onTold: (part: PartTold) => void): () => void;
}

export interface TellingTold {
  add(part: PartTold): void;
  /**
   * Call it when the answer contains all that was told: forgets the parts of this telling, but none that another has
   * told since.
   */
  finish(): void;
}

interface Telling {
  parts: Map<string, PartTold>;
  /** How many models are telling it just now. */
  tellers: number;
  readonly followers: Set<(part: PartTold) => void>;
}

export function openRecaps(): Recaps {
  const tellings = new Map<string, Telling>();
  const openTelling = (story: string): Telling => {
    const telling = tellings.get(story) ?? { parts: new Map(), tellers: 0, followers: new Set() };
    tellings.set(story, telling);
    return telling;
  };
  const closeUnused = (story: string, { tellers, followers }: Telling): void => {
    if (tellers === 0 && followers.size === 0) tellings.delete(story);
  };
  return {
    start(story) {
      const telling = openTelling(story);
      const parts = new Map<string, PartTold>();
      telling.parts = parts;
      telling.tellers += 1;
      return {
        add(part) {
          // Another page may have started a new telling since.
          if (telling.parts !== parts) return;
          parts.set(`${part.corpus} ${part.postId}`, part);
          for (const onTold of telling.followers) onTold(part);
        },
        finish() {
          parts.clear();
          telling.tellers -= 1;
          closeUnused(story, telling);
        },
      };
    },
    follow(story, onTold) {
      const telling = openTelling(story);
      telling.followers.add(onTold);
      for (const part of telling.parts.values()) onTold(part);
      return () => {
        telling.followers.delete(onTold);
        closeUnused(story, telling);
      };
    },
  };
}

/** Names what is told: one story of a world, or all of them. */
export function nameTold(worldDir: string, corpus: string | undefined): string {
  return JSON.stringify([worldDir, corpus ?? null]);
}
