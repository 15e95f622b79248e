// Corrected story: a small story over six threads, changed at random by a model, a curator and a person while it is read.

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
import { hasAnyName } from '../../src/glossary/evidence-gate.ts';
import { isSameRelation } from '../../src/glossary/relation-gate.ts';
import { listSurfaces } from '../../src/glossary/term-forms.ts';
import { openLedgerStore } from '../../src/journal/ledger-store.ts';
import type { Annotator } from '../../src/journal/open-annotator.ts';
import { openRunStores } from '../../src/journal/open-run-stores.ts';
import type { RelationKind } from '../../src/reader/relation-kinds.ts';

/** Few, of which two say the same from their ends, so that they meet. */
const relationKinds: readonly RelationKind[] = ['parent of', 'child of', 'kin of', 'serves'];

/** The names that occur first in each thread. */
const names = ['Arla', 'Boren', 'Cassim', 'Dorvel', 'Elwin', 'Fenna Marsh'] as const;
const bodies = names.map((name, index) => {
  const before = names[index - 1] ?? 'nobody';
  return `${name} came with ${before} and a vash${'ka'.repeat(index)}. They called ${before} by the name of ${name}. ${names[0]} waited.`;
});
const definitions = [
  'A keeper of the gate.',
  'A friend of Arla.',
  'He serves Boren.',
  'A captain who wronged Dorvel.',
  'He is Fenna Marsh.',
  'A rider with a vashkaka.',
  'An owner of a vashkakakaka.',
];

/** Something that is done to the glossary; numbers are taken modulo what there is. */
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
  /** The place that is said: exactly from there, at the latest from there, or none. */
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
    place: fc.integer({ min: 1, max: names.length }),
  }),
  { minLength: 12, maxLength: 36 },
);

export interface CorrectedStory {
  readonly corpus: Corpus;
  /** Gives `look` a new world of this story in which the deeds were done, and before that, once half of them were. */
  run(deeds: readonly Deed[], look: (annotator: Annotator, isDone: boolean) => void): void;
  remove(): void;
}

const { clock } = buildFakeEnvironment();

export function openCorrectedStory(): CorrectedStory {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-corrected-'));
  const corpus = writeStory(join(folder, 'main.db'));
  const image = buildPlanned(corpus);
  return {
    corpus,
    run(deeds, look) {
      const connection = openAnnotatorDatabase({ path: ':memory:', image });
      try {
        const annotator = buildAnnotator(connection, corpus, folder);
        const reached = { threads: 0 };
        readThread(annotator, corpus, reached);
        for (const [index, deed] of deeds.entries()) {
          if (index === Math.ceil(deeds.length / 2)) look(annotator, false);
          tryDeed(annotator, corpus, { deed, reached });
        }
        look(annotator, true);
      } finally {
        connection.close();
      }
    },
    remove() {
      corpus.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A database in which the story is planned and nothing was read, to begin with as a copy. */
function buildPlanned(corpus: Corpus): Buffer {
  const connection = openAnnotatorDatabase({ path: ':memory:' });
  openLedgerStore(connection).planCorpus(
    { name: 'main', fingerprint: 'of a test' },
    corpus.planScenes({ maxCharacters: 10_000 }),
  );
  const image = connection.serialize();
  connection.close();
  return image;
}

function writeStory(path: string): Corpus {
  const writer = openCorpusWriter(path);
  for (const [index, body] of bodies.entries()) {
    const threadId = writer.addThread(`Chapter ${index + 1}`);
    const tags = ['qm_post', 'story_post'];
    writer.addPost({ threadId, id: index + 1, time: 1_000_000 + index, body, tags });
  }
  writer.finish();
  return openCorpus({ path, name: 'main' });
}

function buildAnnotator(connection: Connection, corpus: Corpus, folder: string): Annotator {
  const corpora = new Map([['main', corpus]]);
  const stores = openRunStores(connection, { corpora, clock });
  const title = 'A corrected story';
  const record = { name: 'main', title, path: '', kind: 'imported', source: '', sourceHash: '' } as const;
  const world = {
    dir: folder,
    title,
    createdAt: '2026-01-01T00:00:00Z',
    corpora: [record],
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

function readThread({ stores }: Annotator, corpus: Corpus, reached: Reached): void {
  const scene = [...stores.ledger.iterateScenes()][reached.threads];
  if (scene === undefined) return;
  reached.threads += 1;
  stores.glossary.recordReadPosts('main', corpus.readScene(scene).scenePosts);
  stores.ledger.markIndexed(scene.id);
}

interface Done {
  readonly deed: Deed;
  readonly reached: Reached;
}

/** What may not be done is left. */
function tryDeed(annotator: Annotator, corpus: Corpus, { deed, reached }: Done): void {
  if (deed.kind === 'read') {
    readThread(annotator, corpus, reached);
    return;
  }
  try {
    doDeed(annotator, deed, buildSource(deed, reached));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
  }
}

function buildSource({ author, said, place }: Deed, { threads }: Reached): ChangeSource {
  const holds = said === 'nothing' || author !== 'human' ? undefined : { [said]: place };
  return {
    author,
    position: { corpus: 'main', threadId: threads as never, postId: threads as PostId },
    stepId: undefined,
    model: undefined,
    promptVersion: undefined,
    reason: `Written when ${threads} chapters were read.`,
    ...(holds === undefined ? {} : { holds }),
  };
}

function doDeed({ stores: { glossary } }: Annotator, deed: Deed, source: ChangeSource): void {
  const { kind, choice } = deed;
  const ids = glossary.listEntryIds();
  const pick = (number: number) => ids[number % Math.max(1, ids.length)] ?? (1 as EntryId);
  const [id, other] = [pick(deed.entry), pick(deed.other)];
  const { postId: read } = source.position;
  const name = names[choice % (source.author === 'human' ? names.length : read)] ?? names[0];
  const definition = definitions[choice % definitions.length] ?? '';
  const entry = glossary.find(id);
  const quotes = listQuotes(read, entry === undefined ? [name] : listSurfaces(entry));
  const evidence = [quotes[choice % Math.max(1, quotes.length)] ?? []].flat();
  const update = (changes: EntryChanges) => {
    // What leaves an entry without a quote that names it is refused before it comes to the store.
    if (entry !== undefined && isNamed(entry, changes)) glossary.update(id, changes, source);
  };
  const deeds: Record<Exclude<Deed['kind'], 'read'>, () => void> = {
    create: () => {
      const term = choice % 5 === 0 ? `${name} (${choice % 3})` : name;
      const own = listQuotes(read, [name]).slice(0, 1);
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

/** Sentences of the posts that were read which bear one of the names. */
function listQuotes(read: number, wanted: readonly string[]): readonly Evidence[] {
  return bodies.slice(0, read).flatMap((body, index) =>
    [...body.matchAll(/[^.]+\./gu)].flatMap(([sentence]) => {
      const quote = sentence.trim();
      if (!hasAnyName(quote, wanted)) return [];
      const start = body.indexOf(quote);
      const place = { corpus: 'main', postId: (index + 1) as PostId, start, end: start + quote.length };
      return [{ ...place, quote, isSnapped: false }];
    }),
  );
}
