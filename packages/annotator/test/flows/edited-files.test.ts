// Proves that reading back an unchanged export changes nothing, whatever it contains.

import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFileEdits } from '../../src/edit/edited-file.ts';
import { collectGlossary } from '../../src/export/export-glossary.ts';
import { listRungs, renderExport } from '../../src/export/render-glossary.ts';
import type { Annotator } from '../../src/journal/open-annotator.ts';
import { anyDeeds, type CorrectedStory, type Deed, openCorrectedStory } from '../support/corrected-story.ts';

let story: CorrectedStory;

beforeAll(() => {
  story = openCorrectedStory();
});
afterAll(() => story.remove());

const unchanged = { edits: [], requoted: [] };

it('HU4: an unchanged export, of now or of any place, asks for no change', () => {
  let relations = 0;
  const checkExports = (annotator: Annotator) => {
    const moments = listRungs(annotator).map(({ moment }) => moment);
    for (const moment of [undefined, ...moments]) {
      const gathered = collectGlossary(annotator, { moment });
      const text = [...renderExport('yaml', gathered)].join('');
      expect(readFileEdits(annotator, text)).toMatchObject(unchanged);
      relations += gathered.glossary.entries.flatMap((entry) => entry.relations ?? []).length;
    }
  };
  const prove = (deeds: readonly Deed[]) => story.run(deeds, checkExports);
  fc.assert(fc.property(anyDeeds, prove), { numRuns: 20, endOnFailure: true });
  expect(relations).toBeGreaterThan(0);
});
