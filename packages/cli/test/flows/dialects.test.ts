// Tests that reading, memory and games come out the same in a server's dialect; `npm run prove` tries every known dialect.

import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { flavours } from '@terrarium/kernel/testing/dialects';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FlowName, flowNames, runFlow } from '../support/dialect-flows.ts';
import { runTerrarium } from '../support/run-terrarium.ts';
import { createFolder, type Folder, smallStory } from '../support/small-story.ts';

const isProving = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
/** Ordinary tests try only one dialect: one of the two that differ most from the plain dialect in every flow. */
const tried = isProving ? flavours : (['koboldcpp'] as const);

const wanted: Readonly<Record<FlowName, string>> = {
  'annotate run': 'Soma, Quillon, Ondine',
  'annotate run, calls lost in streams': 'Soma, Quillon, Ondine',
  'annotate run, calls only written': 'Soma, Quillon, Ondine',
  'memory chat': 'an answer',
  'memory maintain': 'a tag',
  play: 'turn-committed, rolled',
  'play, calls only written': 'turn-committed, rolled',
  doctor: '0 problems',
};

let template: Folder;
const rows = new Map<string, number[]>();

beforeAll(async () => {
  template = createFolder();
  template.write('story.jsonl', smallStory);
  template.write(
    'talk.jsonl',
    [
      { role: 'user', text: 'How is the lamp?', at: '2016-03-01T10:00:00Z' },
      { role: 'assistant', text: 'The lamp oil is low, so I stay.', at: '2016-03-01T10:00:05Z' },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  );
  await runTerrarium(['import', 'story.jsonl'], { cwd: template.path });
  await runTerrarium(['memory', 'import', 'talk.jsonl'], { cwd: template.path });
});
afterAll(() => {
  if (isProving) process.stdout.write(renderTable());
  template.remove();
});

describe.each(tried)('over the dialect of %s', (flavour) => {
  it.each(flowNames)('%s comes to the same', async (flow) => {
    const { came, exitCode, error, requests } = await runFlow(flow, flavour, template.path);
    expect({ came, exitCode }, error).toEqual({ came: wanted[flow], exitCode: 0 });
    rows.set(flavour, [...(rows.get(flavour) ?? []), requests]);
  });
});

function renderTable(): string {
  const head = `| server | ${flowNames.join(' | ')} |\n|---|${flowNames.map(() => '--:|').join('')}\n`;
  const lines = [...rows].map(([flavour, counts]) => `| ${flavour} | ${counts.join(' | ')} |\n`);
  return `\nRequests for replies, where every flow comes to the same:\n\n${head}${lines.join('')}\n`;
}
