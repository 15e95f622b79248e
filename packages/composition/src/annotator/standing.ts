// Opens a world as it is known at a place: at a place given for this one time, else at the reader's stored place.

import { nameChapter } from '@terrarium/annotator/name-chapter';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import { chooseCorpus } from '@terrarium/annotator/open-world';
import { type OpenedView, openWorldView, type WorldView } from '@terrarium/annotator/open-world-view';
import { describePlace, nameByTitle, readReaderPlace } from '@terrarium/annotator/reader-place';
import { findReaderStanding } from '@terrarium/annotator/reader-standing';
import type { Host } from '../host/host.ts';
import { readFromWorld } from './annotator-world.ts';

/** The name of the place from which the whole story is known. */
export const wholeStory = 'end';

export interface Standing {
  readonly view: WorldView;
  /** The whole annotator, not limited to the place, for what the view does not offer. */
  readonly annotator: Annotator;
  /** The place; undefined for all of the story. */
  readonly place: string | undefined;
  /** Whether the place is the reader's own, stored earlier. */
  readonly isStored: boolean;
}

interface StandingRequest {
  /** The folder of the world. */
  readonly world: string;
  /** The place asked for; by default the reader's own. */
  readonly asOf?: string | undefined;
  /** The name of a corpus, which must exist in the world. */
  readonly corpus?: string | undefined;
}

/**
 * Gives `look` the world as it is known at the place asked for, otherwise at the reader's own place; if there
 * is none, the whole world.
 */
export async function readFromPlace(
  host: Host,
  { world, asOf, corpus }: StandingRequest,
  look: (standing: Standing) => void | Promise<void>,
): Promise<void> {
  await readFromWorld(host, world, async (annotator) => {
    if (corpus !== undefined) chooseCorpus(annotator.world, corpus);
    const { standing, close } = openStanding(host, { annotator, asOf });
    try {
      const says = describeStanding(standing);
      if (says !== undefined) host.notify({ kind: 'standing', says });
      await look(standing);
    } finally {
      close();
    }
  });
}

export interface Stand {
  readonly annotator: Annotator;
  /** The place asked for; by default the reader's own. */
  readonly asOf: string | undefined;
}

/** Gives `look` an open world as `readFromPlace` does, without telling the person from which place they look. */
export function readAtPlace<Result>(host: Host, stand: Stand, look: (standing: Standing) => Result): Result {
  const { standing, close } = openStanding(host, stand);
  try {
    return look(standing);
  } finally {
    close();
  }
}

function openStanding({ environment }: Host, { annotator, asOf }: Stand) {
  const chosen = asOf ?? readReaderPlace(annotator.world);
  const place = chosen?.trim().toLowerCase() === wholeStory ? undefined : chosen;
  const { view, close }: OpenedView = openWorldView(annotator, place, environment.clock);
  const standing: Standing = { view, annotator, place, isStored: asOf === undefined };
  return { standing, close };
}

/** Says from which place the person looks; undefined for the whole story. */
export function describeStanding(standing: Standing): string | undefined {
  const { annotator, place, isStored } = standing;
  if (place === undefined) return undefined;
  const where = describePlace(place);
  return isStored
    ? `As of your place in the story (${nameChapterLeft(annotator) ?? where}); to see all, add --as-of end.`
    : `As of the place you named (${where}); nothing later is shown.`;
}

/**
 * Names the chapter if the place was stored while the person read in a browser, since they do not know the
 * post's number.
 */
function nameChapterLeft(annotator: Annotator): string | undefined {
  const left = findReaderStanding(annotator);
  if (left?.point === undefined) return undefined;
  const title = annotator.corpora.get(left.corpus)?.findThread(left.threadId)?.title ?? '';
  if (title === '') return undefined;
  return `${left.isThrough ? 'after' : 'in'} ${nameByTitle(nameChapter(annotator, left.corpus, title))}`;
}
