// Proves that a glossary that moves from moment to moment equals, at each moment, one that is built from scratch.

import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyGlossary } from '../../src/as-of/copy-glossary.ts';
import { type Moment, openMomentStore } from '../../src/as-of/moment-store.ts';
import {
  openGlossaryAsOf,
  openMovingGlossary,
  type ReadableGlossary,
} from '../../src/as-of/open-glossary-as-of.ts';
import type { SceneId } from '../../src/context/message-log.ts';
import type { PostId } from '../../src/corpus/corpus.ts';
import { openAnnotatorDatabase } from '../../src/database/open-annotator-database.ts';
import type { EntryId, RevisionId } from '../../src/glossary/entry.ts';
import { type GlossaryStore, openGlossaryStore } from '../../src/glossary/glossary-store.ts';
import type { Annotator } from '../../src/journal/open-annotator.ts';
import { anyDeeds, type CorrectedStory, openCorrectedStory } from '../support/corrected-story.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const clock = { now: () => 0, monotonic: () => 0, sleep: async () => undefined };
/** Names inside other names, and a name that counts only in a text that has a certain word. */
const names = ['Arla Marsh', 'Arla', 'Marsh of Arla', 'Marsh', 'Gate (vashkaka)', 'Boren'];
let story: CorrectedStory;

beforeAll(() => {
  story = openCorrectedStory({ names, ofFirst: 3 });
});
afterAll(() => story.remove());

function buildReader({ corpora }: Annotator) {
  return (corpus: string, postId: PostId) => corpora.get(corpus)?.findBody(postId);
}

type Compared = Pick<
  GlossaryStore,
  | 'iterateEntries'
  | 'iterateHeads'
  | 'iterateSpreads'
  | 'readSpread'
  | 'openTogether'
  | 'readTotals'
  | 'search'
  | 'searchAnyWord'
  | 'listByName'
  | 'countEntries'
  | 'listIdsOfCorpus'
  | 'listMatches'
>;

/** Describes what a glossary shows; one that is built from scratch must show the same. */
function describeShown(glossary: Compared) {
  const entries = [...glossary.iterateEntries()];
  const together = glossary.openTogether();
  return {
    entries,
    heads: [...glossary.iterateHeads()],
    spreads: [...glossary.iterateSpreads()],
    each: entries.map(({ id }) => [glossary.readSpread(id), together.list(id, 9)]),
    totals: glossary.readTotals(),
    found: names.map((query) => [
      glossary.search({ query, limit: 9 }).map(({ id }) => id),
      glossary.search({ query, corpus: 'second', limit: 9 }).map(({ id }) => id),
      glossary.searchAnyWord(query, 9).map(({ id }) => id),
      glossary.listByName(query).map(({ id }) => id),
      glossary.listMatches(`${query} waited.`),
    ]),
    ofCorpora: ['main', 'second'].map((corpus) => [
      glossary.listIdsOfCorpus(corpus),
      glossary.countEntries({ corpus }),
      [...glossary.iterateEntries({ corpus })].map(({ id }) => id),
    ]),
  };
}

/** The whole glossary at a moment, rebuilt from all revisions. */
function describeWhole(annotator: Annotator, moment: Moment) {
  const readBody = buildReader(annotator);
  const target = openAnnotatorDatabase({ path: ':memory:', isView: true });
  target.transaction(() => copyGlossary(annotator.connection, target, { moment, readBody }))();
  const shown = describeShown(openGlossaryStore(target, { clock, readBody }));
  target.close();
  return shown;
}

/** Describes what the glossary at a moment says about earlier moments. */
function describePast(glossary: ReadableGlossary) {
  const ids = glossary.listEntryIds();
  const since = Math.floor(glossary.readNewestRevision() / 2) as RevisionId;
  return {
    ids,
    revisions: ids.map((id) => glossary.readRevisions(id)),
    since: glossary.listEntryIds(since),
    resolved: ids.map((id) => glossary.resolve(id)),
    definitions: [...glossary.iterateDefinitions()],
    ended: glossary.listEnded(),
    newest: glossary.readNewestRevision(),
    held: glossary.listHeld(),
  };
}

function comparePast(annotator: Annotator, moment: Moment, glossary: ReadableGlossary): void {
  const readBody = buildReader(annotator);
  const fresh = openGlossaryAsOf(annotator.connection, { moment, clock, readBody });
  expect(describePast(glossary)).toEqual(describePast(fresh.glossary));
  fresh.close();
  const told = glossary.listEntryIds().flatMap((id) => glossary.readRevisions(id).map((one) => one.id));
  expect(told.toSorted((one, other) => one - other)).toEqual(listKnownRevisions(annotator, moment));
}

function listKnownRevisions(annotator: Annotator, moment: Moment): readonly number[] {
  return openMomentStore(annotator.connection).listRevisionIds(moment);
}

function chooseMoment(kind: string, number: number, newest: number): Moment {
  return kind === 'scene'
    ? { at: 'scene', sceneId: (number % 7) as SceneId }
    : { at: 'revision', revision: (number % (newest + 1)) as RevisionId };
}

/** A history in which every fourth deed is reading the next part of the story. */
const anyHistory = anyDeeds.map((deeds) =>
  deeds.map((deed, at) => (at % 4 === 3 ? ({ ...deed, kind: 'read' } as const) : deed)),
);

const anyMoves = fc.array(
  fc.record({ at: fc.constantFrom('scene', 'scene', 'scene', 'revision'), number: fc.nat(40) }),
  { minLength: 36, maxLength: 36 },
);

describe('a glossary that goes from moment to moment', () => {
  it('AO9, AO1, AO2: is at each moment of any history the same as a glossary that is rebuilt for it', () => {
    let moves = 0;
    fc.assert(
      fc.property(anyHistory, anyMoves, (deeds, places) => {
        let at = 0;
        let moving: ReturnType<typeof openMovingGlossary> | undefined;
        story.follow(deeds, (annotator) => {
          const { connection, stores } = annotator;
          const readBody = buildReader(annotator);
          const { at: kind, number } = places[at % places.length] ?? { at: 'scene', number: 1 };
          at += 1;
          if (at % 5 === 0) stores.glossary.addHeld(`vash${'ka'.repeat(number % 6)}`, buildMeaning(number));
          const moment = chooseMoment(kind, number, stores.glossary.readNewestRevision());
          moving ??= openMovingGlossary(connection, { clock, readBody });
          const { glossary, changed } = moving.showAt(moment);
          if (changed !== undefined) moves += 1;
          expect(describeShown(glossary)).toEqual(describeWhole(annotator, moment));
          comparePast(annotator, moment, glossary);
        });
        moving?.close();
      }),
      { numRuns: isProof ? 400 : 3 },
    );
    expect(moves).toBeGreaterThan(0);
  });

  it('AO9: names every entry that differs from before', () => {
    fc.assert(
      fc.property(anyHistory, anyMoves, (deeds, places) => {
        let moving: ReturnType<typeof openMovingGlossary> | undefined;
        let before = new Map<EntryId, unknown>();
        let at = 0;
        story.follow(deeds, (annotator) => {
          moving ??= openMovingGlossary(annotator.connection, { clock, readBody: buildReader(annotator) });
          const sceneId = ((places[at % places.length]?.number ?? 1) % 7) as SceneId;
          at += 1;
          const { glossary, changed } = moving.showAt({ at: 'scene', sceneId });
          const now = new Map<EntryId, unknown>(
            [...glossary.iterateEntries()].map((entry) => [entry.id, entry]),
          );
          for (const id of new Set([...before.keys(), ...now.keys()])) {
            if (changed !== undefined && !changed.has(id)) expect(now.get(id)).toEqual(before.get(id));
          }
          before = now;
        });
        moving?.close();
      }),
      { numRuns: isProof ? 400 : 3 },
    );
  });
});

function buildMeaning(number: number) {
  const position = { corpus: 'main', threadId: 1 as never, postId: ((number % 3) + 1) as PostId };
  return { definition: 'A beast.', evidence: undefined, position };
}
