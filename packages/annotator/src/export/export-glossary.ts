// Exports a glossary: every entry as it is now, or as it was at a moment, with its salience.

import type { Moment } from '../as-of/moment-store.ts';
import type { ReadableGlossary } from '../as-of/open-glossary-as-of.ts';
import type { PostId } from '../corpus/corpus.ts';
import type { EntryId, EntryStatus } from '../glossary/entry.ts';
import type { EntryHead } from '../glossary/entry-store.ts';
import { groupEnded } from '../glossary/list-ended.ts';
import { listRelations } from '../glossary/list-relations.ts';
import type { NamedInPost } from '../glossary/named-where.ts';
import { computeSalience, noCounts, type SalienceCounts } from '../glossary/salience.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { nameByTitle } from '../moments/reader-place.ts';
import { nameChapter } from '../world/name-chapter.ts';
import { nameStory } from '../world/name-story.ts';
import { openAddresses } from '../world/post-address.ts';
import { nameWorldPart } from '../world/world.ts';
import { buildExport, type ExportedGlossary, type RankedEntry } from './exported-glossary.ts';
import { openGlossaryFor } from './open-glossary-for.ts';

export interface ExportFilter {
  readonly status?: EntryStatus | undefined;
  /** Entries with at least one of these tags. */
  readonly tags?: readonly string[] | undefined;
  /** Entries that are named in this corpus. */
  readonly corpus?: string | undefined;
}

export interface ExportOptions extends ExportFilter {
  /** The export contains nothing later than this moment. If undefined, it contains everything that was read. */
  readonly moment?: Moment | undefined;
  /** For a salvaged glossary: how many things are missing from it. The export says so. */
  readonly leftOut?: number | undefined;
  /** Whether to list the posts that name each entry. */
  readonly isNamedWhere?: boolean | undefined;
}

export interface GatheredGlossary {
  readonly glossary: ExportedGlossary;
  /** For each entry to which a person gave further names, these names. */
  readonly ownNames?: ReadonlyMap<number, readonly string[]>;
  /** The newest revision of each entry. */
  readonly revisions: ReadonlyMap<number, number>;
  readonly namePlace?: (corpus: string, postId: number) => string;
  /** Names the place of a post as pages for readers do: “The Gods of Mars, Chapter III”. */
  readonly nameChapter?: (corpus: string, postId: number) => string;
  /** For each entry the posts that name it, if the options ask for them. */
  readonly named?: ReadonlyMap<number, readonly NamedInPost[]> | undefined;
}

/**
 * The glossary of a world, which may be read by a run at the same time. Throws `StorageError` if the glossary cannot
 * be read.
 */
export function exportGlossary(annotator: Annotator, options: ExportOptions = {}): ExportedGlossary {
  return collectGlossary(annotator, options).glossary;
}

export function collectGlossary(annotator: Annotator, options: ExportOptions = {}): GatheredGlossary {
  const { glossary, asOf, close } = openGlossaryFor(annotator, options.moment);
  try {
    const entries = [...rankView(glossary, options)];
    const findAddress = openAddresses(annotator.world, annotator.corpora);
    const world = nameWorldPart(annotator.world, options.corpus);
    return {
      glossary: buildExport({
        world,
        entries,
        relations: listRelations(glossary),
        ended: groupEnded(glossary),
        asOf,
        leftOut: options.leftOut,
        findAddress,
      }),
      revisions: new Map(entries.map(({ entry }) => [entry.id, entry.revision])),
      ownNames: listOwnNames(annotator, glossary, entries),
      ...openPlaceNames(annotator),
      named: options.isNamedWhere === true ? listNamed(glossary, entries) : undefined,
    };
  } finally {
    close();
  }
}

/**
 * For entries whose aliases were last changed by a person: the aliases that people added, as they are known at the
 * moment.
 */
function listOwnNames(
  { stores }: Annotator,
  glossary: ReadableGlossary,
  entries: readonly RankedEntry[],
): ReadonlyMap<number, readonly string[]> {
  const own = entries.filter(({ entry: { id } }) => stores.glossary.readHumanFields(id).has('aliases'));
  return new Map(
    own.map(({ entry: { id } }) => {
      const added = glossary
        .readRevisions(id)
        .filter(({ field, author }) => field === 'aliases' && author === 'human')
        .flatMap(({ old, new: now }) => {
          const before = new Set(readNames(old));
          return readNames(now).filter((name) => !before.has(name));
        });
      return [id, added] as const;
    }),
  );
}

function readNames(list: string | null): readonly string[] {
  const names: unknown = JSON.parse(list ?? '[]');
  return Array.isArray(names) ? names.map(String) : [];
}

function listNamed(
  glossary: ReadableGlossary,
  entries: readonly RankedEntry[],
): ReadonlyMap<number, readonly NamedInPost[]> {
  const together = glossary.openTogether();
  return new Map(entries.map(({ entry: { id } }) => [id, together.listPosts(id)]));
}

function openPlaceNames(annotator: Annotator): Pick<GatheredGlossary, 'namePlace' | 'nameChapter'> {
  const { corpora, world } = annotator;
  const isOne = world.corpora.length === 1;
  const titles = new Map<string, string>();
  const findTitle = (corpus: string, postId: number): string => {
    const key = `${postId} ${corpus}`;
    const story = corpora.get(corpus);
    const post = titles.has(key) ? undefined : story?.findPost(postId as PostId);
    const title = titles.get(key) ?? (post && story?.findThread(post.threadId)?.title.trim()) ?? '';
    titles.set(key, title);
    return title;
  };
  return {
    namePlace(corpus, postId) {
      const title = findTitle(corpus, postId);
      if (title === '') return corpus;
      return isOne ? title : `${title}, ${corpus}`;
    },
    nameChapter(corpus, postId) {
      const title = findTitle(corpus, postId);
      const story = nameStory(annotator, corpus);
      if (title === '') return isOne ? `post ${postId}` : `${story}, post ${postId}`;
      const chapter = nameByTitle(nameChapter(annotator, corpus, title)).replace(/^chapter /u, 'Chapter ');
      return isOne || title === story ? chapter : `${story}, ${chapter}`;
    },
  };
}

/** Every entry that passes the filter, with its salience, in no particular order. */
export function rankEntries(annotator: Annotator, filter: ExportFilter = {}): Generator<RankedEntry> {
  return rankView(annotator.stores.glossary, filter);
}

function* rankView(
  glossary: ReadableGlossary,
  { status, tags, corpus }: ExportFilter,
): Generator<RankedEntry> {
  const spreads = new Map([...glossary.iterateSpreads()].map((spread) => [spread.entryId, spread]));
  for (const entry of glossary.iterateEntries({ status, tags, corpus })) {
    const spread = spreads.get(entry.id) ?? noCounts;
    yield { entry, salience: computeSalience(spread, entry.tags) };
  }
}

/** An entry without its quotes, how much of the story is about the entry, and how often the entry is named. */
export interface RankedHead {
  readonly head: EntryHead;
  readonly salience: number;
  readonly mentions: number;
}

/** Every entry of a glossary, as it is now or as of a place, in no particular order. */
export function* rankHeads(glossary: ReadableGlossary): Generator<RankedHead> {
  const spreads = new Map([...glossary.iterateSpreads()].map((spread) => [spread.entryId, spread]));
  for (const head of glossary.iterateHeads()) yield rank(head, spreads.get(head.id) ?? noCounts);
}

/** One entry with its salience and counts; undefined if there is no such entry. */
export function rankHead(glossary: ReadableGlossary, id: EntryId): RankedHead | undefined {
  const head = glossary.findHead(id);
  return head && rank(head, glossary.readSpread(id));
}

function rank(head: EntryHead, spread: SalienceCounts): RankedHead {
  return { head, salience: computeSalience(spread, head.tags), mentions: spread.mentions };
}
