// Fragments: `node bench/memory/fragments.ts [--show 20] [--first 2]` compiles long conversations without a language model.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { buildBuiltInWriter } from '@terrarium/memory/built-in-writer';
import type { Fragment } from '@terrarium/memory/fragment';
import { openFragmentStore } from '@terrarium/memory/fragment-store';
import { ingest } from '@terrarium/memory/ingest';
import { openMemoryDatabase } from '@terrarium/memory/open-memory-database';
import { parseUserMessage } from '@terrarium/memory/parse-message';
import { runMaintenance } from '@terrarium/memory/run-maintenance';
import { renderTable } from '../report.ts';
import { type Conversation, readConversations } from './locomo.ts';

const { values: options } = parseArgs({
  options: { show: { type: 'string', default: '20' }, first: { type: 'string', default: '0' } },
});
const { clock } = buildSystemEnvironment();

/**
 * Ingests two thirds of the conversation, then the rest, and runs maintenance after each part, as a weekly run would.
 */
async function compile({ turns }: Conversation) {
  const folder = mkdtempSync(join(tmpdir(), 'fragments-'));
  const connection = openMemoryDatabase({ path: join(folder, 'memory.sqlite') });
  const names = new Map<string, string>();
  const ground = {
    connection,
    clock,
    ambientPath: join(folder, 'ambient.md'),
    writer: buildBuiltInWriter({ nameVoice: (voice) => names.get(voice) ?? voice }),
    tokens: { count: (text: string) => text.length / 4 },
  };
  const startedMs = performance.now();
  const part = Math.floor((turns.length * 2) / 3);
  for (const some of [turns.slice(0, part), turns.slice(part)]) {
    for (const { speaker, text, atMs } of some) {
      names.set(speaker.toLowerCase(), speaker);
      ingest(connection, parseUserMessage(text, { actor: speaker.toLowerCase() }), {
        side: 'user',
        clock,
        atMs,
      });
    }
    await runMaintenance(ground, { kind: 'light' });
  }
  const seconds = (performance.now() - startedMs) / 1000;
  const store = openFragmentStore(connection);
  const found = { fragments: store.list(), edges: store.listEdges().length, seconds };
  connection.close();
  rmSync(folder, { recursive: true, force: true });
  return found;
}

/** Computes what share of the turns that answer questions are sources of some fragment. */
function countCovered({ questions }: Conversation, fragments: readonly Fragment[]): number {
  const sources = new Set<number>(fragments.flatMap((fragment) => fragment.sources));
  const evidence = [...new Set(questions.flatMap((question) => question.evidence))];
  return evidence.filter((turn) => sources.has(turn + 1)).length / evidence.length;
}

function renderFragment({ key, ambient, recognition, inventory }: Fragment): string {
  const known = recognition.split('\n').map((line) => `    ${line}`);
  return [`[${key}] ${inventory.split('\n').length} lines`, `  ${ambient}`, ...known].join('\n');
}

const rows: string[][] = [];
const all: Fragment[] = [];
const first: Fragment[] = [];
for (const conversation of readConversations()) {
  const { fragments, edges, seconds } = await compile(conversation);
  all.push(...fragments);
  first.push(...fragments.slice(0, Number(options.first)));
  const lines = fragments.reduce((sum, { inventory }) => sum + inventory.split('\n').length, 0);
  const covered = `${(countCovered(conversation, fragments) * 100).toFixed(1)} %`;
  const figures = [conversation.turns.length, fragments.length, edges, lines].map(String);
  rows.push([conversation.id, ...figures, covered, seconds.toFixed(1)]);
}
process.stdout.write(
  renderTable(['conversation', 'turns', 'fragments', 'edges', 'lines', 'evidence in sources', 's'], rows),
);
for (const fragment of first) process.stdout.write(`\n${renderFragment(fragment)}\n`);
// The fragments are taken at even distances, so that the same number always shows the same fragments.
const shown = Math.min(Number(options.show), all.length);
for (let at = 0; at < shown; at++) {
  const fragment = all[Math.floor(((at + 0.5) * all.length) / shown)];
  if (fragment !== undefined) process.stdout.write(`\n${renderFragment(fragment)}\n`);
}
