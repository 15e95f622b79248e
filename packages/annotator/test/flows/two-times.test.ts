// Proves that a place shows what was written last of all that holds there, and nothing else that was written later.

import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SceneId } from '../../src/context/message-log.ts';
import type { PostId } from '../../src/corpus/corpus.ts';
import { collectGlossary } from '../../src/export/export-glossary.ts';
import { readAt } from '../../src/export/wiki/client/read-at.js';
import { readWiki } from '../../src/export/wiki/read-wiki.ts';
import type { WikiData } from '../../src/export/wiki/wiki-data.ts';
import { openCorrectionStore } from '../../src/glossary/correction-store.ts';
import type { EntryId, Evidence } from '../../src/glossary/entry.ts';
import { listTellingWords } from '../../src/glossary/find-known-part.ts';
import type { Revision } from '../../src/glossary/revision.ts';
import { verifyGlossary } from '../../src/glossary/verify-glossary-store.ts';
import { listEntryAccounts } from '../../src/inspect/accounts.ts';
import type { Annotator } from '../../src/journal/open-annotator.ts';
import { openWorldView } from '../../src/moments/open-world-view.ts';
import { anyDeeds, type CorrectedStory, type Deed, openCorrectedStory } from '../support/corrected-story.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const cases = isProof ? 10_000 : 24;
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

/** Every revision there is, in the order of writing, with the scene from which it holds. */
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

const fields = ['term', 'aliases', 'definition', 'status', 'tags', 'evidence'] as const;

/** The plain model: of what holds at a place, what was written last, field by field. */
function describePlainly(
  placed: ReadonlyMap<EntryId, readonly Placed[]>,
  place: number,
): readonly Described[] {
  return [...placed].flatMap(([id, all]) => {
    const held = all.filter((one) => one.place <= place).map(({ revision }) => revision);
    const gone = held.findLast(({ field }) => field === 'deleted' || field === 'merged_into');
    if (held.length === 0 || (gone !== undefined && gone.new !== null)) return [];
    const read = (field: string) => JSON.parse(held.findLast((one) => one.field === field)?.new ?? 'null');
    const [term, aliases, definition, status, tags, evidence] = fields.map(read);
    return [{ id, term, aliases, definition, status, tags, evidence }];
  });
}

type Described = Record<(typeof fields)[number], unknown> & { readonly id: number };

function describeEntry(entry: Described) {
  return { id: entry.id, ...Object.fromEntries(fields.map((field) => [field, entry[field]])) };
}

/** What each reader of a place shows there, in the shape of the model. */
function describeReaders(annotator: Annotator, place: number) {
  const moment = { at: 'scene', sceneId: place as SceneId } as const;
  const exported = collectGlossary(annotator, { moment }).glossary.entries;
  const { view, close } = openWorldView(annotator, `chapter:${place}`, clock);
  const { glossary } = view.stores;
  const entries = [...glossary.iterateEntries()];
  const found = entries.flatMap(({ term }) => glossary.search({ query: term, limit: 50 }));
  const inspected = entries.flatMap(({ id }) =>
    listEntryAccounts(view, String(id)).flatMap(({ entry }) => entry ?? []),
  );
  const shown = entries.flatMap(({ id }) => glossary.readRevisions(id));
  close();
  return {
    exported: exported.toSorted((one, other) => one.id - other.id),
    entries: entries.map(describeEntry),
    found: [...new Map(found.map((entry) => [entry.id, describeEntry(entry)])).values()].toSorted(
      (one, other) => one.id - other.id,
    ),
    inspected: inspected.map(describeEntry),
    shown,
  };
}

function describePage(data: WikiData, place: number) {
  return readAt(data, place)
    .entries.map(({ id, term, aliases, definition, isConfirmed, quotes }) => {
      const shown = quotes.map((at) => data.quotes[at]?.text);
      return { id, term, aliases, definition, isConfirmed, quotes: shown };
    })
    .toSorted((one, other) => one.id - other.id);
}

function countRead({ stores }: Annotator): number {
  return [...stores.ledger.iterateScenes()].filter(({ isIndexed }) => isIndexed).length;
}

const quotesOf = (entry: { readonly evidence: unknown }) => entry.evidence as readonly Evidence[];

function describeShown(entry: Described) {
  return {
    id: entry.id,
    term: entry.term,
    aliases: entry.aliases,
    definition: entry.definition,
    isConfirmed: entry.status === 'confirmed',
    quotes: quotesOf(entry).map(({ quote }) => quote),
  };
}

function comparePlace(annotator: Annotator, placed: ReadonlyMap<EntryId, readonly Placed[]>, place: number) {
  const plain = describePlainly(placed, place);
  const { exported, entries, found, inspected, shown } = describeReaders(annotator, place);
  expect(entries).toEqual(plain);
  expect(found).toEqual(plain);
  expect(inspected).toEqual(plain);
  const tellings = ({ id, definition }: Pick<Described, 'id' | 'definition'>) => ({ id, definition });
  expect(exported.map(tellings)).toEqual(plain.map(tellings));
  for (const entry of exported) expect(entry.last_updated_post_id).toBeLessThanOrEqual(place);
  for (const { reason = '0', position } of shown) {
    expect(Number(/\d/u.exec(reason)?.[0])).toBeLessThanOrEqual(place);
    expect(position.postId).toBeLessThanOrEqual(place);
  }
  const cut = readWiki(annotator, { moment: { at: 'scene', sceneId: place as SceneId } });
  expect(describePage(cut, place)).toEqual(plain.map(describeShown));
}

function checkKnown({ revision, place }: Placed): void {
  const read = Array.from({ length: place }, (_, at) => story.corpus.findBody((at + 1) as PostId));
  const value: unknown = JSON.parse(revision.new ?? 'null');
  if (revision.field === 'definition') {
    for (const word of listTellingWords(String(value))) expect(read.join('\n')).toContain(word);
  }
  if (revision.field === 'evidence') {
    for (const { postId } of value as readonly Evidence[]) expect(postId).toBeLessThanOrEqual(place);
  }
}

describe('a revision', () => {
  it('AO5: as of a place the last one written of those that hold there stands, for every reader of a place', () => {
    const prove = (deeds: readonly Deed[], at: number) =>
      story.run(deeds, (annotator) => {
        const placed = listPlaced(annotator);
        const read = countRead(annotator);
        comparePlace(annotator, placed, 1 + (at % read));
        const page = readWiki(annotator);
        for (let place = 1; place <= read; place += 1) {
          expect(describePage(page, place)).toEqual(describePlainly(placed, place).map(describeShown));
        }
        const now = [...annotator.stores.glossary.iterateEntries()].map(describeEntry);
        expect(describePlainly(placed, read)).toEqual(now);
        const readBody = (_: string, id: PostId) => story.corpus.findBody(id);
        expect(verifyGlossary(annotator.connection, readBody)).toEqual([]);
      });
    fc.assert(fc.property(anyDeeds, fc.nat(5), prove), { numRuns: cases });
  });

  it('AO6: shows no quote, name or coined word before its place where that is left to what it says', () => {
    let corrections = 0;
    const prove = (deeds: readonly Deed[]) => {
      const unsaid = deeds.map((deed) => ({ ...deed, said: 'nothing' }) as const);
      story.run(unsaid, (annotator) => {
        const all = [...listPlaced(annotator).values()].flat();
        const corrected = all.filter(({ revision }) => revision.holdsFrom !== undefined);
        corrections += corrected.length;
        for (const one of corrected) checkKnown(one);
      });
    };
    fc.assert(fc.property(anyDeeds, prove), { numRuns: cases });
    expect(corrections).toBeGreaterThan(cases);
  });
});
