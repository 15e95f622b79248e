// Proves that a vault of any place changes what a person wrote in its notes, and nothing that the story tells later.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Moment as StoryMoment } from '../../src/as-of/moment-store.ts';
import { applyFileEdits } from '../../src/edit/apply-file-edits.ts';
import { readVaultEdits } from '../../src/edit/read-vault-edits.ts';
import { exportGlossary } from '../../src/export/export-glossary.ts';
import type { ExportedEntry } from '../../src/export/exported-glossary.ts';
import { listRungs } from '../../src/export/render-glossary.ts';
import { readVault } from '../../src/export/vault/render-vault.ts';
import { writeVault } from '../../src/export/vault/write-vault.ts';
import type { Annotator } from '../../src/journal/open-annotator.ts';
import { anyDeeds, type CorrectedStory, type Deed, openCorrectedStory } from '../support/corrected-story.ts';

let story: CorrectedStory;

beforeAll(() => {
  story = openCorrectedStory();
});
afterAll(() => story.remove());

/** Undefined for all that was read. */
type Moment = StoryMoment | undefined;

/** Writes the vault of a moment and changes the text of each note of an entry; returns the paths of these notes. */
function writeChanged(
  annotator: Annotator,
  moment: Moment,
  change: (text: string) => string,
): { readonly dir: string; readonly notes: readonly string[] } {
  const dir = join(annotator.world.dir, 'vault');
  rmSync(dir, { recursive: true, force: true });
  const { files } = readVault(annotator, { moment });
  writeVault(dir, files, annotator.world.dir);
  const notes = files.filter(({ entry }) => entry !== undefined).map(({ path }) => path);
  for (const path of notes) {
    const at = join(dir, path);
    writeFileSync(at, change(readFileSync(at, 'utf8')));
  }
  return { dir, notes };
}

const listMoments = (annotator: Annotator): readonly Moment[] => [
  undefined,
  ...listRungs(annotator).map(({ moment }) => moment),
];

it('HU12: a vault of now or of any place, saved anew by an editor, asks for no change', () => {
  let seen = 0;
  const check = (annotator: Annotator) => {
    for (const moment of listMoments(annotator)) {
      const { dir, notes } = writeChanged(annotator, moment, (text) => `${text}\n\n`);
      const { edits, untaken, deleted } = readVaultEdits(annotator, dir);
      expect({ edits, untaken, deleted }).toEqual({ edits: [], untaken: [], deleted: [] });
      seen += notes.length;
    }
  };
  const prove = (deeds: readonly Deed[]) => story.run(deeds, check);
  fc.assert(fc.property(anyDeeds, prove), { numRuns: 5, endOnFailure: true });
  expect(seen).toBeGreaterThan(0);
});

/** Puts words of a person in front of the definition, and adds an alias. */
const correct = (text: string) =>
  text
    .replace(/^(# .*\n\n)/mu, '$1As I see it: ')
    .replace(/aliases:(?: \[\])?/u, 'aliases:\n  - the one I like');

interface Taken {
  /** The entries as the vault of the place shows them. */
  readonly then: readonly ExportedEntry[];
  /** As the whole glossary shows them, before and after their notes were taken in. */
  readonly before: readonly ExportedEntry[];
  readonly after: readonly ExportedEntry[];
  /** As the glossary of the place shows them afterwards. */
  readonly here: readonly ExportedEntry[];
}

const list = (annotator: Annotator, moment?: Moment) => exportGlossary(annotator, { moment }).entries;

/** Corrects every note of a place, and takes the vault in. Then nothing more is asked for. */
function takeIn(annotator: Annotator, moment: Moment): Taken {
  const then = list(annotator, moment);
  const before = list(annotator);
  const { dir } = writeChanged(annotator, moment, correct);
  const found = readVaultEdits(annotator, dir);
  applyFileEdits(annotator, found.edits, { reason: undefined, isRehearsal: false });
  found.markTaken();
  const again = readVaultEdits(annotator, dir);
  expect(again.edits).toEqual([]);
  const { files } = readVault(annotator, { moment });
  expect(writeVault(dir, files, annotator.world.dir).kept).toEqual(again.untaken.map(({ note }) => note));
  return { then, before, after: list(annotator), here: list(annotator, moment) };
}

it('HU13: what was changed in a note of a place is known there, and undoes nothing that is told later', () => {
  const counts = { taken: 0, left: 0 };
  const find = (entries: readonly ExportedEntry[], wanted: number) => entries.find(({ id }) => id === wanted);
  const check = ({ then, before, after, here }: Taken) => {
    for (const { id, definition } of then) {
      const today = find(before, id)?.definition;
      if (today === undefined) continue;
      expect(find(here, id)?.aliases).toContain('the one I like');
      counts[today === definition ? 'taken' : 'left'] += 1;
      if (today === definition) expect(find(here, id)?.definition).toBe(`As I see it: ${definition}`);
      else expect(find(after, id)?.definition).toBe(today);
    }
  };
  const prove = (deeds: readonly Deed[], at: number) =>
    story.run(deeds, (annotator, isDone) => {
      const moments = listMoments(annotator).slice(1, -1);
      const moment = moments[at % moments.length];
      if (isDone && moment !== undefined) check(takeIn(annotator, moment));
    });
  fc.assert(fc.property(anyDeeds, fc.nat(5), prove), { numRuns: 15, endOnFailure: true });
  expect(counts.taken).toBeGreaterThan(0);
  expect(counts.left).toBeGreaterThan(0);
});
