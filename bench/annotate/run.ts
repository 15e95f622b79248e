// Measures the annotator's loop over a whole corpus: prompt tokens that no server had cached, calls, latency and memory.

import { parseArgs } from 'node:util';
import { findEvaluationData } from '../evaluation-data.ts';
import { renderTable, writeResults } from '../report.ts';
import { measureReading, type ReadingMeasure } from './measure-reading.ts';

/** Published figures of the Python ancestor on the same corpus; the ancestor has no journal and cannot run here. */
const ancestor = { freshAt16k: 7.8, freshAt98k: 23.9, millisecondsAt16k: 2.4 };

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, curated: { type: 'boolean', default: false } },
});
const posts = findEvaluationData('barsoom/posts.jsonl');
const limit = values.quick ? 20 : undefined;

const settings = [
  { title: '16k plain', contextBudget: 16_000, streams: false, model: 'annotator', curates: false },
  { title: '16k plain, curated', contextBudget: 16_000, streams: false, model: 'annotator', curates: true },
  {
    title: '16k plain, no thinking',
    contextBudget: 16_000,
    streams: false,
    model: 'instant',
    curates: false,
  },
  { title: '16k streamed', contextBudget: 16_000, streams: true, model: 'annotator', curates: false },
  { title: '16k sparse', contextBudget: 16_000, streams: false, model: 'sparse', curates: false },
  { title: '98k plain', contextBudget: 98_304, streams: false, model: 'annotator', curates: false },
  { title: '98k plain, curated', contextBudget: 98_304, streams: false, model: 'annotator', curates: true },
  { title: '9k plain, curated', contextBudget: 9_000, streams: false, model: 'annotator', curates: true },
] as const;
const chosen = settings.filter(({ curates }) => curates || !values.curated);

const measures: ReadingMeasure[] = [];
for (const setting of chosen) measures.push(await measureReading({ ...setting, posts, limit }));

const round = (value: number, digits = 2) => value.toFixed(digits);
process.stdout.write(
  renderTable(
    [
      'setting',
      'scenes',
      'calls/scene',
      'out tok/scene',
      'calls/fold',
      'fresh/corpus tok',
      'curation',
      'tok/dossier',
      'folds',
      'ms median',
      'first tenth',
      'last tenth',
      'peak MB',
      'entries',
    ],
    [
      ...measures.map((one) => [
        one.title,
        String(one.scenes),
        round(one.callsPerScene),
        round(one.outputPerScene, 1),
        round(one.callsPerFold),
        round(one.freshPerCorpusToken),
        `${round(one.curationShare * 100, 0)} %`,
        round(one.tokensPerDossier, 0),
        String(one.folds),
        round(one.medianMs),
        round(one.firstTenthMs),
        round(one.lastTenthMs),
        round(one.peakMegabytes, 0),
        String(one.entries),
      ]),
      [
        'ancestor 16k (printed)',
        '',
        '',
        '',
        String(ancestor.freshAt16k),
        '',
        '',
        '',
        String(ancestor.millisecondsAt16k),
        '',
        '',
        '',
        '',
      ],
      ['ancestor 98k (printed)', '', '', '', '', String(ancestor.freshAt98k), '', '', '', '', '', '', '', ''],
    ],
  ),
);
writeResults('annotate', { ancestor, measures });
