// Finds which story of a world a file is another version of: by the file's name, else by its content.

import { basename } from 'node:path';
import { isThere } from '@terrarium/kernel/is-there';
import { openCorpus } from '../corpus/open-corpus.ts';
import { buildOutline, type OutlineThread } from '../revise/build-outline.ts';
import { type Likeness, measureLikeness } from '../revise/measure-likeness.ts';
import type { CorpusRecord, World } from './world.ts';

/** A story that was imported from a file, before it is known how it relates to the stories of the world. */
export interface ImportedStory {
  /** The draft that was made of the file. */
  readonly draft: CorpusRecord;
  /** Whether posts are pieces of a running text, as an importer of prose makes them. */
  readonly isDivided: boolean;
}

export interface FoundVersion {
  /** The story of which the imported one is another version. */
  readonly former?: CorpusRecord | undefined;
  /** Whether the two are compared paragraph by paragraph, because at least one of them is a running text. */
  readonly isDivided: boolean;
  /** A story of which the imported one is only a part: it has all words of the imported one, and far more. */
  readonly whole?: CorpusRecord | undefined;
  /** Name of a story that has most of the imported story's words. */
  readonly double?: string | undefined;
  /** Names of other stories that have many of the imported story's words. */
  readonly alike: readonly string[];
  /** The story that came from a file of the same name, whatever its content. */
  readonly named?: CorpusRecord | undefined;
}

/**
 * Two stories that share at least this much of the shorter one are reported as similar. If they also come from files
 * of the same name, they are versions of one story.
 */
const leastLikeness = 0.2;

/**
 * If a file of another name has more than this share of a story, it is a new version of the story. If a story has more
 * than this share of the file, the file repeats the story.
 */
const half = 0.5;

interface Compared extends Likeness {
  readonly corpus: CorpusRecord;
  readonly isDivided: boolean;
}

/** Never finds a linked story, because a linked story is read from its own file. */
export function findVersion(world: World, story: ImportedStory): FoundVersion {
  const { source } = story.draft;
  const imported = world.corpora.filter(({ kind, path }) => kind !== 'linked' && isThere(path));
  const named =
    imported.findLast((corpus) => corpus.source === source) ??
    imported.findLast((corpus) => basename(corpus.source) === basename(source));
  const compared = compareWith(imported, story).filter((one) => computeLeast(one) >= leastLikeness);
  const versions = compared.filter(({ ofBefore }) => ofBefore > half);
  const former =
    compared.find(({ corpus }) => corpus === named) ??
    versions.sort((one, other) => other.ofBefore - one.ofBefore).at(0);
  const whole = former === undefined ? compared.find(({ ofAfter }) => ofAfter === 1) : undefined;
  return {
    former: former?.corpus,
    isDivided: former?.isDivided ?? story.isDivided,
    whole: whole?.corpus,
    double: compared.find(({ ofAfter }) => ofAfter > half)?.corpus.name,
    alike: compared.flatMap(({ corpus }) => (corpus === former?.corpus ? [] : [corpus.name])),
    named,
  };
}

/** The share of the shorter story that both have; 0 for an empty story. */
function computeLeast({ ofBefore, ofAfter }: Likeness): number {
  return Math.max(ofBefore, ofAfter);
}

/**
 * Compares the newest corpus first. If the posts differ and are not pieces of a running text, also compares
 * paragraphs, because the other version may be a running text.
 */
function compareWith(
  corpora: readonly CorpusRecord[],
  { draft, isDivided }: ImportedStory,
): readonly Compared[] {
  const outlines = new Map<boolean, readonly OutlineThread[]>();
  const readNew = (divided: boolean) => {
    const known = outlines.get(divided) ?? readOutline(draft, divided);
    outlines.set(divided, known);
    return known;
  };
  return corpora.toReversed().map((corpus) => {
    const measure = (divided: boolean): Compared => ({
      corpus,
      isDivided: divided,
      ...measureLikeness(readOutline(corpus, divided), readNew(divided)),
    });
    const first = measure(isDivided);
    return isDivided || computeLeast(first) >= leastLikeness ? first : measure(true);
  });
}

function readOutline(corpus: CorpusRecord, isDivided: boolean): readonly OutlineThread[] {
  const opened = openCorpus(corpus);
  try {
    return buildOutline(opened, isDivided);
  } finally {
    opened.close();
  }
}
