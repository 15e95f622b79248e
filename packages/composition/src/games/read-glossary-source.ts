// Reads the glossary of a world as the source of a game: only what is known at a place in the story.

import { resolve } from 'node:path';
import type { PostId } from '@terrarium/annotator/corpus';
import { collectGlossary, type GatheredGlossary } from '@terrarium/annotator/export-glossary';
import type { ExportedEntry } from '@terrarium/annotator/exported-glossary';
import { isEnglishProse } from '@terrarium/annotator/is-english-prose';
import { narratorTag } from '@terrarium/annotator/is-told-by';
import { nameChapter } from '@terrarium/annotator/name-chapter';
import type { NamedInPost } from '@terrarium/annotator/named-where';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import { readLastPage } from '@terrarium/annotator/read-last-page';
import { describePlace, parsePlace, readReaderPlace } from '@terrarium/annotator/reader-place';
import { requireOnePost, resolveMoment } from '@terrarium/annotator/resolve-moment';
import { stripLinks } from '@terrarium/annotator/strip-links';
import { findWorld } from '@terrarium/annotator/world-file';
import { isThere } from '@terrarium/kernel/is-there';
import type { GlossaryLore, GlossaryScene, GlossarySource } from '@terrarium/rpg/glossary-lore';
import { isSetting } from '@terrarium/rpg/is-setting';
import { addUses, countNameUses, type NameUses, noUses } from '@terrarium/rpg/name-uses';
import { readFromWorld } from '../annotator/annotator-world.ts';
import { wholeStory } from '../annotator/standing.ts';
import type { Host } from '../host/host.ts';

export interface GlossarySourceOptions {
  readonly world: string;
  readonly asOf?: string | undefined;
}

/** An entry has at most this many neighbours in a game: those that share the most posts with the entry. */
const mostBeside = 8;

/** At most this many of the newest quotes of an entry are searched to find where it is. */
const mostTold = 40;

/**
 * The first of these tags that an entry has decides its kind, so a faction that is named after a place does not become
 * a place.
 */
const kinds: readonly (readonly [tag: string, kind: GlossaryLore['kind']])[] = [
  ['character', 'person'],
  ['faction', 'faction'],
  ['location', 'place'],
  ['item', 'thing'],
  ['event', 'event'],
];

/** Whether a reading of the world's stories has begun. */
export function hasGlossary(worldDir: string): boolean {
  const world = findWorld(resolve(worldDir));
  return world !== undefined && isThere(world.annotatorPath);
}

/**
 * The glossary as known at the given place, otherwise at the reader's own place; if there is neither, the
 * whole glossary.
 */
export async function readGlossarySource(
  host: Host,
  { world, asOf }: GlossarySourceOptions,
): Promise<GlossarySource> {
  const read: { source?: GlossarySource } = {};
  await readFromWorld(host, world, (annotator) => {
    const said = asOf ?? readReaderPlace(annotator.world);
    const place = said?.trim().toLowerCase() === wholeStory ? undefined : said;
    const moment = place === undefined ? undefined : resolveMoment(annotator, place);
    const entries = listLore(collectGlossary(annotator, { moment, isNamedWhere: true }), annotator);
    const told = place === undefined ? 'as far as it was read' : describeExtent(annotator, place);
    const lastPage = readLastPage(annotator, moment, longestPage);
    read.source = { title: annotator.world.title, asOf: told, lastPage, readEntries: () => entries };
  });
  if (read.source === undefined) throw new TypeError('The glossary was not read.');
  return read.source;
}

const longestChapter = 100;

/** A page of about 350 words shows where the story has come to. */
const longestPage = 2_000;

/** How far the story was read, in words that fit into a sentence of a scenario. */
function describeExtent(annotator: Annotator, place: string): string {
  const parsed = parsePlace(place);
  // A post has only a number, which tells a player nothing; its chapter has a name.
  if (parsed.ok && parsed.place.kind === 'post') {
    const { corpus, post } = requireOnePost(annotator, parsed.place);
    const { title = '' } = corpus.findThread(post.threadId) ?? {};
    const chapter = nameChapter(annotator, corpus.name, title).trim();
    if (chapter !== '') return `up to a place in “${chapter.slice(0, longestChapter).toWellFormed()}”`;
  }
  const told = describePlace(place);
  return `up to ${told
    .replace(/^after (?!snapshot|revision)/u, 'the end of ')
    .replace(/^before /u, 'the beginning of ')
    .replace(/^after /u, '')
    .replace(/\bthread (?=\d)/u, 'chapter or forum thread ')}`;
}

function listLore(gathered: GatheredGlossary, annotator: Annotator): readonly GlossaryLore[] {
  const { glossary, namePlace, named } = gathered;
  const { entries } = glossary;
  const most = Math.max(1e-9, ...entries.map(({ salience }) => salience));
  const ofPost = groupByPost(entries);
  const order = rankCorpora(annotator);
  const looking = { annotator, foreign: listForeign(gathered, annotator) };
  return entries.map((entry) => {
    const [first] = entry.evidence;
    return {
      term: entry.term,
      aliases: entry.aliases,
      kind: kinds.find(([tag]) => entry.tags.includes(tag))?.[1] ?? 'other',
      isTeller: entry.tags.includes(narratorTag),
      definition: stripLinks(entry.definition),
      quote: first?.quote ?? '',
      where: first === undefined ? '' : (namePlace?.(first.corpus, first.post_id) ?? first.corpus),
      weight: Math.max(0, entry.salience / most),
      beside: listBeside(entry, ofPost),
      told: listTold(entry, order),
      ...readNamings(entry, named?.get(entry.id) ?? [], looking),
    };
  });
}

/**
 * At most this many of the newest posts that name a person or a place are read, to find the present state of the story.
 */
const mostLookedInto = 200;

/** About this many letters of a story, from at most this many posts, are read to find its language. */
const judged = { letters: 2_000, posts: 50 } as const;

interface Looking {
  readonly annotator: Annotator;
  /** The stories that are not in English. */
  readonly foreign: ReadonlySet<string>;
}

function listForeign({ named }: GatheredGlossary, { corpora }: Annotator): ReadonlySet<string> {
  const samples = new Map<string, { text: string; posts: number }>();
  for (const posts of named?.values() ?? []) {
    for (const { corpus, post } of posts) {
      const sample = samples.get(corpus) ?? { text: '', posts: 0 };
      samples.set(corpus, sample);
      if (sample.text.length >= judged.letters || sample.posts >= judged.posts) continue;
      sample.posts += 1;
      const body = corpora.get(corpus)?.findPost(post as PostId)?.body ?? '';
      sample.text += `${body.slice(0, judged.letters)}\n`;
    }
  }
  return new Set([...samples].filter(([, { text }]) => !isEnglishProse(text)).map(([corpus]) => corpus));
}

/**
 * Only in English do the words around a name show who acts, and where a scene plays. In other languages every mention
 * of a place counts as a scene there, and the kind of an entry decides who is somebody.
 */
function readNamings(
  { term, aliases, tags }: ExportedEntry,
  posts: readonly NamedInPost[],
  looking: Looking,
): { readonly scenes: readonly GlossaryScene[]; readonly uses?: NameUses } {
  const names = [term, ...aliases];
  const isPlace = tags.includes('location');
  const isLookedInto = isPlace || tags.includes('character');
  let uses: NameUses | undefined;
  const scenes = posts.slice(-mostLookedInto).map(({ corpus, post, at, mentions }) => {
    const story = isLookedInto ? looking.annotator.corpora.get(corpus) : undefined;
    const body = story?.findPost(post as PostId)?.body;
    const scene = { post: at, count: mentions };
    if (body === undefined) return { ...scene, isSetting: false };
    if (looking.foreign.has(corpus)) return { ...scene, isSetting: isPlace };
    uses = addUses(uses ?? noUses, countNameUses(body, names));
    return { ...scene, isSetting: isPlace && isSetting(body, names) };
  });
  return { scenes, ...(uses !== undefined && { uses }) };
}

/**
 * Gives each corpus an offset for its post numbers: the stories are in the order of the world, and posts of different
 * stories count as far apart.
 */
function rankCorpora({ world }: Annotator): ReadonlyMap<string, number> {
  return new Map(world.corpora.map(({ name }, at) => [name, at * farApart]));
}

/** A number that is larger than any post number: the post numbers of forums go beyond 100 million. */
const farApart = 1_000_000_000_000;

function listTold({ evidence }: ExportedEntry, order: ReadonlyMap<string, number>): GlossaryLore['told'] {
  return evidence
    .map((one) => ({ words: one.quote, post: (order.get(one.corpus) ?? 0) + one.post_id }))
    .toSorted((one, other) => one.post - other.post)
    .slice(-mostTold);
}

type ByPost = ReadonlyMap<string, readonly string[]>;

function groupByPost(entries: readonly ExportedEntry[]): ByPost {
  const ofPost = new Map<string, string[]>();
  for (const { term, evidence } of entries) {
    for (const post of new Set(evidence.map(namePost))) {
      const terms = ofPost.get(post) ?? [];
      terms.push(term);
      ofPost.set(post, terms);
    }
  }
  return ofPost;
}

function listBeside({ term, evidence }: ExportedEntry, ofPost: ByPost): readonly string[] {
  const shared = new Map<string, number>();
  for (const post of new Set(evidence.map(namePost))) {
    for (const other of ofPost.get(post) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
  }
  shared.delete(term);
  return [...shared]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, mostBeside)
    .map(([other]) => other);
}

function namePost({ corpus, post_id: post }: ExportedEntry['evidence'][number]): string {
  return `${post} ${corpus}`;
}
