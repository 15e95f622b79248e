// Proves that a place in the story shows the newest of the changes that hold there, and no other.

import { setImmediate } from 'node:timers/promises';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SceneId } from '../../src/context/message-log.ts';
import type { PostId, ThreadId } from '../../src/corpus/corpus.ts';
import { readWiki } from '../../src/export/wiki/read-wiki.ts';
import { openCorrectionStore } from '../../src/glossary/correction-store.ts';
import type { ChangeSource, EntryId, Evidence, Relation } from '../../src/glossary/entry.ts';
import { listTellingWords } from '../../src/glossary/find-known-part.ts';
import { listRelations } from '../../src/glossary/list-relations.ts';
import type { Revision } from '../../src/glossary/revision.ts';
import { sortQuotes } from '../../src/glossary/sort-quotes.ts';
import { stripSuffix } from '../../src/glossary/term-forms.ts';
import { verifyGlossary } from '../../src/glossary/verify-glossary-store.ts';
import { listEntryAccounts } from '../../src/inspect/accounts.ts';
import type { Annotator } from '../../src/journal/open-annotator.ts';
import { openWorldView } from '../../src/moments/open-world-view.ts';
import { anyDeeds, type CorrectedStory, type Deed, openCorrectedStory } from '../support/corrected-story.ts';
import { renderTold, type Shown, showPage, showRung, showVault } from '../support/shown-at.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
/** A case is a history and a place at which all views are compared. Several cases use the same world. */
const cases = isProof ? 10_000 : 24;
const casesOfWorld = 4;
const clock = { now: () => 0, monotonic: () => 0, sleep: async () => undefined };
let story: CorrectedStory;

beforeAll(() => {
  story = openCorrectedStory();
});
afterAll(() => story.remove());

interface Placed {
  readonly revision: Revision;
  readonly place: number;
}

/**
 * Unused SQL statements are freed only between turns of the event loop; without such a turn, a long run would keep all
 * of them.
 */
async function letStatementsGo(): Promise<void> {
  await setImmediate();
}

/** Lists all revisions in the order in which they were written, each with the scene from which it holds. */
function listPlaced({ connection, stores }: Annotator): ReadonlyMap<EntryId, readonly Placed[]> {
  const corrections = openCorrectionStore(connection);
  return new Map(
    stores.glossary.listEntryIds().map((id) => {
      const places = corrections.readPlaces(id);
      const revisions = stores.glossary.readRevisions(id);
      return [id, revisions.map((revision) => ({ revision, place: places.get(revision.id) ?? 0 }))];
    }),
  );
}

const fields = ['term', 'aliases', 'definition', 'status', 'tags', 'evidence', 'relations'] as const;

/**
 * A simple model of the glossary at a place: each field has the newest value that holds there. Has only entries that
 * `isShown` accepts.
 */
function describePlainly(
  placed: ReadonlyMap<EntryId, readonly Placed[]>,
  place: number,
  isShown: (entry: Plain) => boolean = (entry) => isNamedBy(place, entry),
): readonly Described[] {
  const becoming = new Map<EntryId, EntryId | undefined>();
  const entries = [...placed].flatMap(([id, all]) => {
    const held = all.filter((one) => one.place <= place).map(({ revision }) => revision);
    const gone = held.findLast(({ field }) => field === 'deleted' || field === 'merged_into');
    const isGone = gone !== undefined && gone.new !== null;
    if (isGone) becoming.set(id, gone.field === 'deleted' ? undefined : (Number(gone.new) as EntryId));
    if (held.length === 0 || isGone) return [];
    const read = (field: string) => JSON.parse(held.findLast((one) => one.field === field)?.new ?? 'null');
    const [term, aliases, definition, status, tags, evidence, relations] = fields.map(read);
    return [{ id, term, aliases, definition, status, tags, evidence, relations: relations ?? [] }];
  });
  const shown = entries.filter(isShown);
  const told = tellRelations(shown, becoming);
  return shown.map((entry) => ({ ...entry, told: told.get(entry.id) ?? [] }));
}

type Plain = Record<(typeof fields)[number], unknown> & { readonly id: EntryId };
type Described = Plain & { readonly told: readonly string[] };

/** Whether the story up to a place, or a quote, contains a name of the entry (AO2). */
function isNamedBy(place: number, { term, aliases, evidence }: Plain): boolean {
  const names = [String(term), ...(aliases as readonly string[])].map(stripSuffix);
  const quotes = (evidence as readonly Evidence[]).map(({ quote }) => quote);
  const texts = [...listRead(place), ...quotes];
  return names.some((name) => texts.some((text) => new RegExp(`\\b${name}\\b`, 'u').test(text)));
}

function listRead(place: number): readonly string[] {
  return Array.from({ length: place }, (_, at) => story.corpus.findBody((at + 1) as PostId) ?? '');
}

/** Lists relations between entries, from the side of both. */
function tellRelations(
  entries: readonly Plain[],
  becoming: ReadonlyMap<EntryId, EntryId | undefined>,
): ReadonlyMap<EntryId, readonly string[]> {
  const standing = new Set(entries.map(({ id }) => id));
  const resolve = (id: EntryId): EntryId | undefined => {
    let at: EntryId | undefined = id;
    while (at !== undefined && !standing.has(at)) at = becoming.get(at);
    return at;
  };
  const stored = entries.flatMap(({ id, relations }) =>
    (relations as readonly Relation[]).map((relation) => ({ ...relation, from: id })),
  );
  const shown = listRelations({ iterateRelations: () => stored, resolve });
  return new Map(
    [...shown].map(([id, all]) => [
      id,
      all.map(({ wording, to, evidence }) => renderTold(wording, to, evidence.quote)).toSorted(),
    ]),
  );
}

function describeEntry(entry: Omit<Plain, 'relations'> & { readonly relations?: unknown }) {
  const read = { ...entry, relations: entry.relations ?? [] };
  return { id: entry.id, ...Object.fromEntries(fields.map((field) => [field, read[field]])) };
}

/** Describes a view of the world at a place: its entries, and what searching and inspecting find. */
function describeView(annotator: Annotator, place: number) {
  const { view, close } = openWorldView(annotator, `chapter:${place}`, clock);
  const { glossary } = view.stores;
  const entries = [...glossary.iterateEntries()];
  const found = entries.flatMap(({ term }) => glossary.search({ query: term, limit: 50 }));
  const inspected = entries.flatMap(({ id }) =>
    listEntryAccounts(view, String(id)).flatMap(({ entry }) => entry ?? []),
  );
  const revisions = entries.flatMap(({ id }) => glossary.readRevisions(id));
  close();
  return {
    entries: entries.map(describeEntry),
    found: [...new Map(found.map((entry) => [entry.id, describeEntry(entry)])).values()].toSorted(
      (one, other) => one.id - other.id,
    ),
    inspected: inspected.map(describeEntry),
    revisions,
  };
}

function countRead({ stores }: Annotator): number {
  return [...stores.ledger.iterateScenes()].filter(({ isIndexed }) => isIndexed).length;
}

function describeShown({ id, term, aliases, definition, status, tags, evidence, told }: Described): Shown {
  const quotes = (evidence as readonly Evidence[]).map(({ quote }) => quote);
  const shown = { id, term, aliases, definition, tags, isConfirmed: status === 'confirmed', quotes, told };
  return shown as Shown;
}

/** Describes an entry as it is shown to a person: with the most informative quotes first (GL22). */
function describeRead(entry: Described): Shown {
  const shown = describeShown(entry);
  const quotes = sortQuotes(shown, entry.evidence as readonly Evidence[]).map(({ piece }) => piece.quote);
  return { ...shown, quotes };
}

/** Leaves out fields that the view in the comparison does not show. */
function leaveOut(entries: readonly object[], ...fields: readonly (keyof Shown)[]) {
  const left = new Set<string>(fields);
  return entries.map((entry) =>
    Object.fromEntries(Object.entries(entry).filter(([field]) => !left.has(field))),
  );
}

function comparePlace(annotator: Annotator, placed: ReadonlyMap<EntryId, readonly Placed[]>, place: number) {
  const plain = describePlainly(placed, place);
  const { entries, found, inspected, revisions } = describeView(annotator, place);
  const stored = plain.map(describeEntry);
  expect(entries).toEqual(stored);
  expect(found).toEqual(stored);
  expect(inspected).toEqual(stored);
  for (const { reason = '0', position } of revisions) {
    expect(Number(/\d/u.exec(reason)?.[0])).toBeLessThanOrEqual(place);
    expect(position.postId).toBeLessThanOrEqual(place);
  }
  compareExports(annotator, plain, place);
}

function compareExports(annotator: Annotator, plain: readonly Described[], place: number) {
  const { exported, shown, lorebook } = showRung(annotator, place);
  expect(shown).toEqual(plain.map(describeShown));
  expect(lorebook).toEqual(leaveOut(plain.map(describeShown), 'told'));
  for (const entry of exported) expect(entry.last_updated_post_id).toBeLessThanOrEqual(place);
  const vault = showVault(annotator, place);
  const read = plain.map(describeRead);
  expect(leaveOut(vault.entries, 'told')).toEqual(leaveOut(read, 'aliases', 'tags', 'told'));
  expect(vault.entries.map(({ told }) => told.length)).toEqual(read.map(({ told }) => told.length));
  for (const post of vault.posts) expect(post).toBeLessThanOrEqual(place);
  const cut = readWiki(annotator, { moment: { at: 'scene', sceneId: place as SceneId } });
  expect(showPage(cut, place)).toEqual(leaveOut(read, 'tags'));
}

function comparePlaces(annotator: Annotator, chosen: readonly number[]): void {
  const placed = listPlaced(annotator);
  const read = countRead(annotator);
  for (const at of chosen) comparePlace(annotator, placed, 1 + (at % read));
}

function compareWhole(annotator: Annotator): void {
  const placed = listPlaced(annotator);
  const read = countRead(annotator);
  const page = readWiki(annotator);
  for (let place = 1; place <= read; place += 1) {
    const plain = describePlainly(placed, place).map(describeRead);
    expect(showPage(page, place)).toEqual(leaveOut(plain, 'tags'));
  }
  const now = [...annotator.stores.glossary.iterateEntries()].map(describeEntry);
  expect(describePlainly(placed, read, () => true).map(describeEntry)).toEqual(now);
  const readBody = (_: string, id: PostId) => story.corpus.findBody(id);
  expect(verifyGlossary(annotator.connection, readBody)).toEqual([]);
}

/**
 * Leaves out revisions whose words had already been written, for any entry, when the story was read up to their place.
 * A merge, or undoing one, may repeat such words; they reveal nothing that was read later.
 */
function listNewlyTold(some: readonly Placed[], all: readonly Placed[]): readonly Placed[] {
  return some.filter(
    ({ revision, place }) =>
      !all.some(
        ({ revision: other }) =>
          other.id !== revision.id &&
          other.field === revision.field &&
          other.new === revision.new &&
          other.position.threadId <= place,
      ),
  );
}

function checkKnown({ revision, place }: Placed): void {
  const read = listRead(place);
  const value: unknown = JSON.parse(revision.new ?? 'null');
  if (revision.field === 'definition') {
    for (const word of listTellingWords(String(value))) expect(read.join('\n')).toContain(word);
  }
  if (revision.field === 'relations') {
    for (const { evidence } of value as readonly Relation[])
      expect(evidence.postId).toBeLessThanOrEqual(place);
  }
  if (revision.field === 'evidence') {
    for (const { postId } of value as readonly Evidence[]) expect(postId).toBeLessThanOrEqual(place);
  }
}

const blankDeed = { author: 'agent', entry: 0, other: 0, choice: 0, said: 'nothing', place: 1 } as const;

function writeAsPerson(read: number): ChangeSource {
  const position = { corpus: 'main', threadId: read as ThreadId, postId: read as PostId };
  const unknown = { stepId: undefined, model: undefined, promptVersion: undefined };
  return { author: 'human', position, ...unknown, reason: `Written when ${read} chapters were read.` };
}

function bodyOf(post: number): string {
  return story.corpus.findBody(post as PostId) ?? '';
}

function quoteOf(post: number, quote: string): Evidence {
  const start = bodyOf(post).indexOf(quote);
  const place = { corpus: 'main', postId: post as PostId, start, end: start + quote.length };
  expect(start).toBeGreaterThanOrEqual(0);
  return { ...place, quote, isSnapped: false };
}

describe('a revision', () => {
  it('AO5: as of a place, the last written of the revisions that hold there counts, for every reader of a place', async () => {
    let compared = 0;
    const prove = async (deeds: readonly Deed[], places: readonly number[]) => {
      await letStatementsGo();
      story.run(deeds, (annotator, isDone) => {
        const chosen = isDone ? places.slice(1) : places.slice(0, 1);
        comparePlaces(annotator, chosen);
        compared += chosen.length;
        if (isDone) compareWhole(annotator);
      });
    };
    const anyPlaces = fc.array(fc.nat(5), { minLength: casesOfWorld, maxLength: casesOfWorld });
    await fc.assert(fc.asyncProperty(anyDeeds, anyPlaces, prove), { numRuns: cases / casesOfWorld });
    expect(compared).toBeGreaterThanOrEqual(cases);
  });

  it('AO6: shows no quote, name or coined word before its place, if the place follows from what it says', async () => {
    let corrections = 0;
    const prove = async (deeds: readonly Deed[]) => {
      await letStatementsGo();
      const unsaid = deeds.map((deed) => ({ ...deed, said: 'nothing' }) as const);
      story.run(unsaid, (annotator, isDone) => {
        if (!isDone) return;
        const all = [...listPlaced(annotator).values()].flat();
        const corrected = all.filter(({ revision }) => revision.holdsFrom !== undefined);
        corrections += corrected.length;
        for (const one of listNewlyTold(corrected, all)) checkKnown(one);
      });
    };
    await fc.assert(fc.asyncProperty(anyDeeds, prove), { numRuns: cases });
    expect(corrections).toBeGreaterThanOrEqual(cases);
  });

  it('AO5: a relation that ended does not hold from there on, for every reader', () => {
    const reads = (count: number) =>
      Array.from({ length: count }, () => ({ ...blankDeed, kind: 'read' }) as const);
    const relate = { ...blankDeed, kind: 'relate', other: 3 } as const;
    const deeds = [
      { ...blankDeed, kind: 'create' },
      { ...blankDeed, kind: 'create', choice: 1 },
      { ...relate, choice: 2 },
      ...reads(8),
      { ...relate, choice: 34 },
      ...reads(3),
    ] as const;
    story.run(deeds, (annotator, isDone) => {
      if (!isDone) return;
      const last = countRead(annotator);
      const told = [1, last].map((place) =>
        describePlainly(listPlaced(annotator), place).map((one) => one.told),
      );
      expect(told).toEqual([
        [[expect.stringMatching(/^kin of 2/)], [expect.stringMatching(/^kin of 1/)]],
        [[], []],
      ]);
      comparePlaces(annotator, [0, last - 1]);
      compareWhole(annotator);
    });
  });

  it('HU11: what a person wrote about an entry that was merged is shown from where it was known', () => {
    const reads = Array.from({ length: 5 }, () => ({ ...blankDeed, kind: 'read' }) as const);
    story.run([{ ...blankDeed, kind: 'create', choice: 0 }, ...reads], (annotator, isDone) => {
      if (!isDone) return;
      const { glossary } = annotator.stores;
      const [into] = glossary.listEntryIds();
      if (into === undefined) throw new Error('The story has no entry.');
      const source = writeAsPerson(6);
      const evidence = [quoteOf(2, bodyOf(2).slice(0, 33))];
      const drafted = { term: 'Boren', aliases: [], status: 'confirmed', evidence } as const;
      const { id } = glossary.create({ ...drafted, definition: 'A rider.', tags: ['character'] }, source);
      const late = { ...source, holds: { from: 4 } };
      glossary.update(id, { definition: 'A captain (2).', tags: ['faction'] }, late);
      const { definition } = glossary.find(into) ?? {};
      glossary.merge({ from: id, into, source: { ...source, holds: { from: 2 } } });
      const shown = [2, 3, 4, 6].map((place) => {
        const { view, close } = openWorldView(annotator, `chapter:${place}`, clock);
        const seen = view.stores.glossary.find(into);
        close();
        return [seen?.definition, seen?.tags];
      });
      expect(shown).toEqual([
        [definition, ['character']],
        [definition, ['character']],
        ['A captain (2).', ['faction']],
        ['A captain (2).', ['faction']],
      ]);
    });
  });

  it('AO8: shows words that name an entry only by a secret name from where the entry has that name', () => {
    const reads = Array.from({ length: 5 }, () => ({ ...blankDeed, kind: 'read' }) as const);
    story.run([{ ...blankDeed, kind: 'create', choice: 1 }, ...reads], (annotator, isDone) => {
      if (!isDone) return;
      const { glossary } = annotator.stores;
      const [other] = glossary.listEntryIds();
      const source = writeAsPerson(6);
      const drafted = { term: 'Dorvel', aliases: [], definition: 'A captain.', tags: ['character'] } as const;
      const evidence = [quoteOf(4, 'Dorvel came with Cassim and a vashkakaka.')];
      const { id } = glossary.create({ ...drafted, status: 'confirmed', evidence }, source);
      glossary.update(id, { aliases: ['Arla'] }, source);
      const secret = [quoteOf(4, 'Arla waited.'), quoteOf(5, 'They called Dorvel by the name of Elwin.')];
      const kin = { kind: 'kin of', to: other ?? id, evidence: quoteOf(2, bodyOf(2).slice(0, 33)) } as const;
      glossary.update(id, { evidence: [...evidence, ...secret], relations: [kin] }, source);

      const shown = [4, 5, 6].map((place) => {
        const { view, close } = openWorldView(annotator, `chapter:${place}`, clock);
        const seen = view.stores.glossary.find(id);
        close();
        return [seen?.aliases, seen?.evidence.length, seen?.relations?.length ?? 0];
      });
      expect(shown).toEqual([
        [[], 1, 0],
        [[], 2, 0],
        [['Arla'], 3, 1],
      ]);
    });
  });

  it('AO5: a relation to an entry that turned out to be another leads to that one, for every reader', () => {
    const read = { ...blankDeed, kind: 'read' } as const;
    const deeds: readonly Deed[] = [
      ...[1, 0, 35].map((choice) => ({ ...blankDeed, kind: 'create', choice }) as const),
      { ...blankDeed, kind: 'relate', other: 2 },
      read,
      { ...blankDeed, kind: 'merge', author: 'human', entry: 2, other: 1 },
      read,
    ];
    story.run(deeds, (annotator, isDone) => {
      if (!isDone) return;
      const told = describePlainly(listPlaced(annotator), 1).map((entry) => entry.told);
      expect(told).toEqual([[expect.stringMatching(/^parent of 2/)], [expect.stringMatching(/^child of 1/)]]);
      comparePlaces(annotator, [0, 1, 2]);
      compareWhole(annotator);
    });
  });

  it('AO2: an entry whose only name at a place is a later one is shown to no reader there', () => {
    const deed = { ...blankDeed, place: 4 };
    const deeds: readonly Deed[] = [
      { ...deed, kind: 'create' },
      { ...deed, kind: 'name' },
      { ...deed, kind: 'rename', author: 'human', choice: 3 },
      ...Array.from({ length: 4 }, () => ({ ...deed, kind: 'read' }) as const),
      { ...deed, kind: 'restate', author: 'human', said: 'from' },
    ];
    story.run(deeds, (annotator, isDone) => {
      if (!isDone) return;
      const terms = [1, 2, 3, 4, 5].map((place) => describeView(annotator, place).entries.length);
      expect(terms).toEqual([0, 0, 0, 1, 1]);
      comparePlaces(annotator, [0, 1, 2, 3, 4]);
      compareWhole(annotator);
    });
  });

  it('AO7: if a new name holds from an earlier place, the entry keeps the name that it had there', () => {
    const deed = { author: 'human', entry: 0, other: 0, choice: 0, said: 'nothing', place: 1 } as const;
    const deeds: readonly Deed[] = [
      { ...deed, kind: 'create', author: 'agent', choice: 35 },
      { ...deed, kind: 'read' },
      { ...deed, kind: 'rename', author: 'curator', choice: 1 },
      { ...deed, kind: 'rename', choice: 5, said: 'from' },
    ];
    story.run(deeds, (annotator, isDone) => {
      if (!isDone) return;
      const at = (place: number) => describeView(annotator, place).inspected;
      expect(at(1)).toMatchObject([{ term: 'Fenna Marsh', aliases: ['Arla (2)'] }]);
      expect(at(2)).toMatchObject([{ term: 'Fenna Marsh', aliases: ['Arla (2)', 'Boren'] }]);
    });
    const later = [...deeds.slice(0, 3), { ...deed, kind: 'rename', choice: 5 } as const];
    story.run([...later, { ...deed, kind: 'rename', choice: 5, said: 'by' }], (annotator, isDone) => {
      if (isDone) expect(describeView(annotator, 1).inspected).toMatchObject([{ aliases: ['Arla (2)'] }]);
    });
  });
});
