// Reports a simulated year, for a person to read: what a companion wakes to after days, weeks and months of silence.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import type { Memory } from '@terrarium/memory/memory';
import { openMemory } from '@terrarium/memory/open-memory';
import { renderDueDate, renderMoment } from '@terrarium/memory/render-moment';
import type { WakePackage } from '@terrarium/memory/wake-package';
import type { PartOptions } from './part-options.ts';

interface Turn {
  /** The wall-clock time of the turn, in UTC. */
  readonly at: string;
  readonly heard: string;
  readonly spoken: string;
}

const timeZone = 'UTC';
const shown: ReadonlySet<string> = new Set(['lingering', 'recent', 'now']);

export async function reportYear({ folder }: PartOptions): Promise<string> {
  const turns = JSON.parse(readFileSync(new URL('year.json', import.meta.url), 'utf8')) as readonly Turn[];
  const { clock } = buildFakeEnvironment();
  const memory = openMemory({
    database: join(folder, 'memory.sqlite'),
    wakeContextPath: join(folder, 'wake-context.md'),
    wakeContextImagePath: join(folder, 'wake-context-image.md'),
    ambientPath: join(folder, 'ambient.md'),
    timeZone,
    clock,
  });
  const told: string[] = ['# A year with a companion', ''];
  for (const turn of turns) {
    clock.advance(Date.parse(`${turn.at}Z`) - clock.now());
    told.push(...(await reportTurn(memory, turn, clock.now())), '');
  }
  told.push('## Plans at the end', '', ...listPlans(memory, clock.now()), '');
  memory.close();
  return told.join('\n');
}

async function reportTurn(
  memory: Memory,
  { heard, spoken }: Turn,
  nowMs: number,
): Promise<readonly string[]> {
  const taken = memory.hear(heard);
  const wake = await memory.wake();
  const answered = memory.speak(spoken);
  const notes = [taken, answered].flatMap(({ effects, reports }) => [
    ...effects.map(
      ({ effect, item }) => `${item.kind} ${item.id} ${effect}${renderDue(item.dueAtMs, nowMs)}`,
    ),
    ...reports.map(({ tag, say }) => `${tag}: ${say}`),
  ]);
  return [
    `## ${renderMoment(nowMs, timeZone)}: ${heard}`,
    '',
    ...renderSections(wake),
    ...notes.map((note) => `· ${note}`),
  ];
}

function renderSections({ sections }: WakePackage): readonly string[] {
  return sections
    .filter(({ name, lines }) => shown.has(name) && lines.length > 0)
    .flatMap(({ name, lines }) => [`${name}:`, ...lines.map(({ text }) => `    ${text}`)]);
}

function renderDue(dueAtMs: number | undefined, nowMs: number): string {
  return dueAtMs === undefined ? '' : `, due ${renderDueDate(dueAtMs, { nowMs, timeZone })}`;
}

function listPlans(memory: Memory, nowMs: number): readonly string[] {
  return memory
    .plans()
    .map(({ phase, content, dueAtMs }) => `- ${phase}${renderDue(dueAtMs, nowMs)}: ${content}`);
}
