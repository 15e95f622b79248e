// Reads the last paragraphs of the story up to a moment of the reading.

import { type Moment, openMomentStore } from '../as-of/moment-store.ts';
import type { SceneId } from '../context/message-log.ts';
import { splitIntoParagraphs } from '../corpus/split-body.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';
import type { Annotator } from '../journal/open-annotator.ts';

/**
 * Returns the last whole paragraphs that together have at most this many characters, also from earlier chapters. If the
 * last paragraph alone is longer, returns its end. If `moment` is undefined, the page ends where reading has come to.
 * Empty if nothing was read by then.
 */
export function readLastPage(
  annotator: Annotator,
  moment: Moment | undefined,
  characters: number,
): readonly string[] {
  const page: string[] = [];
  let left = characters;
  for (
    let scene = findLastScene(annotator, moment);
    scene !== undefined;
    scene = findBefore(annotator, scene)
  ) {
    for (const paragraph of readParagraphs(annotator, scene).toReversed()) {
      if (paragraph.length > left) return page.length > 0 ? page : [cutStart(paragraph, left)];
      page.unshift(paragraph);
      left -= paragraph.length;
    }
  }
  return page;
}

function findLastScene(
  { connection, stores: { ledger } }: Annotator,
  moment: Moment | undefined,
): LedgerScene | undefined {
  if (moment !== undefined)
    return ledger.findScene(openMomentStore(connection).readLastScene(moment) as SceneId);
  return ledger.readScenes('committed').at(-1);
}

function findBefore({ stores: { ledger } }: Annotator, { corpus, id }: LedgerScene): LedgerScene | undefined {
  return ledger.findLastScene(corpus, (id - 1) as SceneId);
}

function readParagraphs({ corpora }: Annotator, scene: LedgerScene): readonly string[] {
  const posts = corpora.get(scene.corpus)?.readScene(scene).scenePosts ?? [];
  return posts.flatMap(({ body, span }) => {
    const text = body.slice(span.start, span.end);
    return splitIntoParagraphs(text)
      .map(({ start, end }) => text.slice(start, end).trim())
      .filter((paragraph) => paragraph !== '');
  });
}

/** A word that is cut in two is left out, unless it has more characters: a script without spaces has few blanks. */
const longestCutWord = 40;

function cutStart(paragraph: string, characters: number): string {
  const end = paragraph.slice(-characters);
  const blank = end.slice(0, longestCutWord).indexOf(' ');
  return `…${end
    .slice(Math.max(0, blank))
    .toWellFormed()
    .replace(/^\ufffd/u, '')}`;
}
