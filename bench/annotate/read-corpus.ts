// Reads a corpus with a model on a fake server; prints the calls, tokens and memory that it took, and the entries that it made.

import { join } from 'node:path';
import { addCorpus } from '@terrarium/annotator/add-corpus';
import { annotate } from '@terrarium/annotator/annotate';
import { openAnnotator } from '@terrarium/annotator/open-annotator';
import { createWorld } from '@terrarium/annotator/open-world';
import { defaultRunSettings } from '@terrarium/annotator/run-settings';
import { buildAiSdkModel } from '@terrarium/kernel/ai-sdk-model';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { setSlowHeapGrowth } from '@terrarium/kernel/set-slow-heap-growth';
import type { ReadingSetting } from './measure-reading.ts';

setSlowHeapGrowth();
const setting = JSON.parse(process.argv[2] ?? '{}') as ReadingSetting & { baseUrl: string; folder: string };
const environment = buildSystemEnvironment();
const dir = join(setting.folder, 'world');
const added = await addCorpus(createWorld({ dir, clock: environment.clock }), { path: setting.posts });
const model = await buildAiSdkModel({
  model: `openai:${setting.model}`,
  baseUrl: setting.baseUrl,
  streams: setting.streams,
});
const calls = {
  scene: { calls: 0, outputTokens: 0 },
  record: { calls: 0, outputTokens: 0 },
  summary: { calls: 0, outputTokens: 0 },
  curation: { calls: 0, outputTokens: 0 },
  summon: { calls: 0, outputTokens: 0 },
};
const purposes: string[] = [];
await annotate({
  world: added.world,
  model,
  environment,
  settings: {
    ...defaultRunSettings,
    contextBudget: setting.contextBudget,
    limit: setting.limit,
    curates: setting.curates,
  },
  stop: { isRequested: () => false, abort: new AbortController().signal },
  emit(event) {
    if (event.kind !== 'reply-received') return;
    purposes.push(event.purpose.for);
    const count = calls[event.purpose.for];
    count.calls += 1;
    if (event.usage.outputTokens !== 'unknown') count.outputTokens += event.usage.outputTokens;
  },
});
const peakMegabytes = process.resourceUsage().maxRSS / 1024;
const { stores, close } = openAnnotator(added.world, { clock: environment.clock });
const { byStatus } = stores.ledger.countScenes();
const reading = stores.context.findConversation('reading');
const folds = reading === undefined ? 0 : stores.context.readFolds(reading.id).length - 1;
const entries = stores.glossary.countEntries();
const dossiers = stores.curation.list().length;
const { postsProcessed } = stores.journal.readTotals();
process.stdout.write(
  JSON.stringify({
    scenes: byStatus.committed,
    folds,
    entries,
    postsProcessed,
    peakMegabytes,
    calls,
    purposes,
    dossiers,
  }),
);
close();
