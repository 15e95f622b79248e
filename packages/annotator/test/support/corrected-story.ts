// Corrected story: a small story of six threads; model, curator and person change its glossary at random during the reading.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import fc from 'fast-check';
import type { Corpus, PostId } from '../../src/corpus/corpus.ts';
import { openCorpusWriter } from '../../src/corpus/corpus-writer-store.ts';
import { openCorpus } from '../../src/corpus/open-corpus.ts';
import { openAnnotatorDatabase } from '../../src/database/open-annotator-database.ts';
import type { EntryChanges } from '../../src/glossary/change-entries.ts';
import type {
  Author,
  ChangeSource,
  EntryId,
  Evidence,
  GlossaryEntry,
  Relation,
} from '../../src/glossary/entry.ts';
import { hasAnyName } from '../../src/glossary/is-naming.ts';
import { isSameRelation } from '../../src/glossary/relation-gate.ts';
import { listSurfaces } from '../../src/glossary/term-forms.ts';
import { openLedgerStore } from '../../src/journal/ledger-store.ts';
import type { Annotator } from '../../src/journal/open-annotator.ts';
import { openRunStores } from '../../src/journal/open-run-stores.ts';
import type { RelationKind } from '../../src/reader/relation-kinds.ts';

/**
 * Only a few kinds, so that relations coincide: `parent of` and `child of` state the same from the side of either
 * entry.
 */
const relationKinds: readonly RelationKind[] = ['parent of', 'child of', 'kin of', 'serves'];

const threads = 6;

/** The texts of a story's six threads. */
export interface Telling {
  /** For each thread, the name that first occurs in it. */
  readonly names: readonly string[];
  /** How many threads are in the first corpus; the others are in the second one. */
  readonly ofFirst: number;
}

const usual: Telling = {
  names: ['Arla', 'Boren', 'Cassim', 'Dorvel', 'Elwin', 'Fenna Marsh'],
  ofFirst: threads,
};

function listBodies({ names }: Telling): readonly string[] {
  return names.map((name, index) => {
    const before = names[index - 1] ?? 'nobody';
    return `${name} came with ${before} and a vash${'ka'.repeat(index)}. They called ${before} by the name of ${name}. ${names[0]} waited.`;
  });
}

/** Finds the thread with this number, counting through both corpora. */
function findPlace(
  { ofFirst }: Telling,
  thread: number,
): { readonly corpus: string; readonly postId: PostId } {
  return thread <= ofFirst
    ? { corpus: 'main', postId: thread as PostId }
    : { corpus: 'second', postId: (thread - ofFirst) as PostId };
}
const definitions = [
  'A keeper of the gate.',
  'A friend of Arla.',
  'He serves Boren.',
  'A captain who wronged Dorvel.',
  'He is Fenna Marsh.',
  'A rider with a vashkaka.',
  'An owner of a vashkakakaka.',
];

/**
 * A change to the glossary. Its numbers choose among the existing entries and places: each is taken modulo the count
 * of these.
 */
export interface Deed {
  readonly kind:
    | 'read'
    | 'create'
    | 'define'
    | 'name'
    | 'rename'
    | 'restate'
    | 'tag'
    | 'relate'
    | 'confirm'
    | 'delete'
    | 'merge'
    | 'restore';
  readonly author: Author;
  readonly entry: number;
  readonly other: number;
  readonly choice: number;
  /**
   * How the place is given: the change holds exactly from this place (`from`), from this place or an earlier one
   * (`by`), or no place is given.
   */
  readonly said: 'from' | 'by' | 'nothing';
  readonly place: number;
}

const kinds = [
  'read',
  'create',
  'define',
  'name',
  'rename',
  'restate',
  'tag',
  'relate',
  'confirm',
  'delete',
  'merge',
  'restore',
] as const;

export const anyDeeds = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds, 'read', 'create', 'create', 'define', 'define', 'name', 'relate'),
    author: fc.constantFrom<Author>('agent', 'agent', 'curator', 'human', 'human'),
    entry: fc.nat(5),
    other: fc.nat(5),
    choice: fc.nat(40),
    said: fc.constantFrom('nothing', 'nothing', 'nothing', 'from', 'by'),
    place: fc.integer({ min: 1, max: threads }),
  }),
  { minLength: 12, maxLength: 36 },
);

export interface CorrectedStory {
  readonly corpus: Corpus;
  /** Makes the changes in a new world with this story. Calls `look` after half of them, and again after all. */
  run(deeds: readonly Deed[], look: (annotator: Annotator, isDone: boolean) => void): void;
  /** Like `run`, but calls `look` after each change. */
  follow(deeds: readonly Deed[], look: (annotator: Annotator) => void): void;
  remove(): void;
}

const { clock } = buildFakeEnvironment();

export function openCorrectedStory(telling: Telling = usual): CorrectedStory {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-corrected-'));
  const corpora = writeStory(folder, telling);
  const [corpus] = corpora;
  const image = buildPlanned(corpora);
  const open = (work: (annotator: Annotator, play: (deed: Deed) => void) => void): void => {
    const connection = openAnnotatorDatabase({ path: ':memory:', image });
    try {
      const annotator = buildAnnotator(connection, corpora, folder);
      const reached = { threads: 0 };
      readThread(annotator, reached);
      work(annotator, (deed) => tryDeed(annotator, telling, { deed, reached }));
    } finally {
      connection.close();
    }
  };
  return {
    corpus,
    run(deeds, look) {
      open((annotator, play) => {
        for (const [index, deed] of deeds.entries()) {
          if (index === Math.ceil(deeds.length / 2)) look(annotator, false);
          play(deed);
        }
        look(annotator, true);
      });
    },
    follow(deeds, look) {
      open((annotator, play) => {
        for (const deed of deeds) {
          play(deed);
          look(annotator);
        }
      });
    },
    remove() {
      for (const one of corpora) one.close();
      rmSync(folder, { recursive: true });
    },
  };
}

type Corpora = readonly [Corpus, ...Corpus[]];

/** Builds a database in which the story is planned but not read; each world begins with a copy of it. */
function buildPlanned(corpora: Corpora): Buffer {
  const connection = openAnnotatorDatabase({ path: ':memory:' });
  const ledger = openLedgerStore(connection);
  for (const corpus of corpora) {
    ledger.planCorpus(
      { name: corpus.name, fingerprint: `of a test of ${corpus.name}` },
      corpus.planScenes({ maxCharacters: 10_000 }),
    );
  }
  const image = connection.serialize();
  connection.close();
  return image;
}

function writeStory(folder: string, telling: Telling): Corpora {
  const bodies = listBodies(telling);
  const write = (name: string, own: readonly string[]): Corpus => {
    const path = join(folder, `${name}.db`);
    const writer = openCorpusWriter(path);
    for (const [index, body] of own.entries()) {
      const threadId = writer.addThread(`Chapter ${index + 1}`);
      const tags = ['qm_post', 'story_post'];
      writer.addPost({ threadId, id: index + 1, time: 1_000_000 + index, body, tags });
    }
    writer.finish();
    return openCorpus({ path, name });
  };
  const rest = bodies.slice(telling.ofFirst);
  return [
    write('main', bodies.slice(0, telling.ofFirst)),
    ...(rest.length === 0 ? [] : [write('second', rest)]),
  ];
}

function buildAnnotator(connection: Connection, all: Corpora, folder: string): Annotator {
  const corpora = new Map(all.map((corpus) => [corpus.name, corpus]));
  const stores = openRunStores(connection, { corpora, clock });
  const title = 'A corrected story';
  const rest = { title, path: '', kind: 'imported', source: '', sourceHash: '' } as const;
  const world = {
    dir: folder,
    title,
    createdAt: '2026-01-01T00:00:00Z',
    corpora: all.map(({ name }) => ({ name, ...rest })),
    annotatorPath: '',
    vectorsPath: join(folder, 'vectors.db'),
    exportsDir: '',
    logsDir: '',
  };
  return { world, connection, corpora, stores, close: () => undefined };
}

interface Reached {
  threads: number;
}

function readThread({ stores, corpora }: Annotator, reached: Reached): void {
  const scene = [...stores.ledger.iterateScenes()][reached.threads];
  const corpus = corpora.get(scene?.corpus ?? '');
  if (scene === undefined || corpus === undefined) return;
  reached.threads += 1;
  stores.glossary.recordReadPosts(corpus.name, corpus.readScene(scene).scenePosts);
  stores.ledger.markIndexed(scene.id);
  const position = { corpus: corpus.name, threadId: scene.threadId, postId: scene.lastPostId };
  stores.journal.addTotals({ position });
}

interface Done {
  readonly deed: Deed;
  readonly reached: Reached;
}

/** A change that is not allowed is skipped. */
function tryDeed(annotator: Annotator, telling: Telling, { deed, reached }: Done): void {
  if (deed.kind === 'read') {
    readThread(annotator, reached);
    return;
  }
  try {
    doDeed(annotator, { telling, read: reached.threads, deed }, buildSource(telling, deed, reached));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
  }
}

function buildSource(
  telling: Telling,
  { author, said, place }: Deed,
  { threads: read }: Reached,
): ChangeSource {
  const { corpus, postId } = findPlace(telling, read);
  const holds = said === 'nothing' || author !== 'human' ? undefined : { [said]: place };
  return {
    author,
    position: { corpus, threadId: postId as never, postId },
    stepId: undefined,
    model: undefined,
    promptVersion: undefined,
    reason: `Written when ${read} chapters were read.`,
    ...(holds === undefined ? {} : { holds }),
  };
}

interface Doing {
  readonly telling: Telling;
  readonly read: number;
  readonly deed: Deed;
}

function doDeed(
  { stores: { glossary } }: Annotator,
  { telling, read, deed }: Doing,
  source: ChangeSource,
): void {
  const { kind, choice } = deed;
  const { names } = telling;
  const ids = glossary.listEntryIds();
  const pick = (number: number) => ids[number % Math.max(1, ids.length)] ?? (1 as EntryId);
  const [id, other] = [pick(deed.entry), pick(deed.other)];
  const name = names[choice % (source.author === 'human' ? names.length : read)] ?? 'Arla';
  const definition = definitions[choice % definitions.length] ?? '';
  const entry = glossary.find(id);
  const quotes = listQuotes(telling, read, entry === undefined ? [name] : listSurfaces(entry));
  const evidence = [quotes[choice % Math.max(1, quotes.length)] ?? []].flat();
  const update = (changes: EntryChanges) => {
    // If a change would leave the entry without a quote that names it, it is refused before it reaches the store.
    if (entry !== undefined && isNamed(entry, changes)) glossary.update(id, changes, source);
  };
  const deeds: Record<Exclude<Deed['kind'], 'read'>, () => void> = {
    create: () => {
      const term = choice % 5 === 0 ? `${name} (${choice % 3})` : name;
      const own = listQuotes(telling, read, [name]).slice(0, 1);
      const drafted = {
        term,
        aliases: [],
        definition,
        status: 'tentative',
        tags: ['character'],
        evidence: own,
      } as const;
      if (own.length > 0) glossary.create(drafted, source);
    },
    define: () => update(source.author === 'human' ? { definition } : { definition, evidence }),
    name: () => update({ aliases: toggle(entry?.aliases ?? [], name) }),
    rename: () =>
      update({ term: name, aliases: [...new Set([...(entry?.aliases ?? []), entry?.term ?? ''])] }),
    restate: () => {
      const { aliases = [], tags = [] } = entry ?? {};
      const restated = [...aliases, ...tags].filter((_, index) => index % 2 === choice % 2);
      const holds = { ...source.holds, restated };
      void glossary.update(id, { aliases, tags }, source.author === 'human' ? { ...source, holds } : source);
    },
    tag: () =>
      update({ tags: toggle(entry?.tags ?? [], ['character', 'location', 'secret'][choice % 3] ?? '') }),
    relate: () => {
      const to = glossary.find(other);
      const kind = relationKinds[choice % relationKinds.length] ?? 'kin of';
      const quote = quotes.find((one) => to !== undefined && hasAnyName(one.quote, listSurfaces(to)));
      if (quote === undefined || id === other) return;
      update({ relations: toggleRelation(entry?.relations ?? [], { kind, to: other, evidence: quote }) });
    },
    confirm: () => update({ status: choice % 4 === 0 ? 'tentative' : 'confirmed' }),
    delete: () => void glossary.delete(id, source),
    merge: () => void glossary.merge({ from: id, into: other, source }),
    restore: () => void glossary.restore(id, source),
  };
  if (kind !== 'read') deeds[kind]();
}

function isNamed(entry: GlossaryEntry, changes: EntryChanges): boolean {
  const { term = entry.term, aliases = entry.aliases, evidence = entry.evidence } = changes;
  return evidence.some(({ quote }) => hasAnyName(quote, listSurfaces({ term, aliases })));
}

function toggle(list: readonly string[], item: string): readonly string[] {
  return list.includes(item) ? list.filter((one) => one !== item) : [...list, item];
}

function toggleRelation(list: readonly Relation[], item: Relation): readonly Relation[] {
  const others = list.filter((one) => !isSameRelation(one, item));
  return others.length < list.length ? others : [...list, item];
}

/** Lists sentences with one of the names, in the posts that were read. */
function listQuotes(telling: Telling, read: number, wanted: readonly string[]): readonly Evidence[] {
  return listBodies(telling)
    .slice(0, read)
    .flatMap((body, index) =>
      [...body.matchAll(/[^.]+\./gu)].flatMap(([sentence]) => {
        const quote = sentence.trim();
        if (!hasAnyName(quote, wanted)) return [];
        const start = body.indexOf(quote);
        const place = { ...findPlace(telling, index + 1), start, end: start + quote.length };
        return [{ ...place, quote, isSnapped: false }];
      }),
    );
}
