// Fleet tasks besides reading: verifies, exports or maintains a world's folder, with the functions that the commands use.

import { openWorld } from '@terrarium/annotator/open-world';
import { renderGlossary } from '@terrarium/annotator/render-glossary';
import { refuseDamagedGlossary } from '@terrarium/annotator/verify-annotator';
import { writeFile } from '@terrarium/annotator/write-file';
import { readFromWorld } from '@terrarium/composition/annotator-world';
import { requireMemoryWorld, withMemoryDatabase } from '@terrarium/composition/memory-world';
import { openBuiltInWriter, openModelWriter } from '@terrarium/composition/memory-writer';
import type { TaskKind } from '@terrarium/fleet/task-row';
import type { Worker, WorldWork } from '@terrarium/fleet/worker';
import { UsageError } from '@terrarium/kernel/errors';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { findDueKind, runMaintenance } from '@terrarium/memory/run-maintenance';
import { chooseExportTarget } from '../shell/choose-export-target.ts';
import type { Shell } from '../shell/shell.ts';
import { verifyParts } from '../verify/verify-parts.ts';

type Flags = Readonly<Record<string, unknown>>;

/**
 * Builds a function for each of these kinds of task except `read`. Settings in a world's own files that decide where
 * requests go are ignored.
 */
export function buildWorks(shell: Shell, kinds: readonly TaskKind[], flags: Flags): Worker['works'] {
  const host: Shell = {
    ...shell,
    trustsWorld: false,
    notify: () => undefined,
    askTrust: async () => false,
  };
  const all: readonly (readonly [Exclude<TaskKind, 'read'>, WorldWork])[] = [
    ['verify', (dir) => verify(host, dir)],
    ['export', (dir, options) => exportWorld(host, dir, options)],
    ['maintain', (dir) => runDueMaintenance(host, dir, flags)],
  ];
  return Object.fromEntries(all.filter(([kind]) => kinds.includes(kind)));
}

/** Throws `UsageError` with the first problem, so that a damaged world fails the task; `terrarium verify` lists all. */
async function verify(host: Shell, dir: string): Promise<Readonly<Record<string, unknown>>> {
  const problems: { part: string; what: string }[] = [];
  for await (const part of verifyParts(host, openWorld(dir)))
    problems.push(...part.problems.map(({ what }) => ({ part: part.part, what })));
  if (problems.length > 0) throw refuseDamaged(problems.length, problems[0]);
  return { holds: true };
}

function refuseDamaged(count: number, first: { part: string; what: string } | undefined): UsageError {
  return new UsageError({
    code: 'fleet.damaged-world',
    happened: `${count} problems were found in this world; the first, in ${first?.part}: ${first?.what}`,
    todo: 'Fetch it and check it with "terrarium verify"; put an undamaged one in its place with "terrarium fleet add --replace".',
  });
}

async function exportWorld(host: Shell, dir: string, options: Flags) {
  const format = parseFormat(options['format']);
  const written: { file: string; entries: number }[] = [];
  await readFromWorld(host, dir, (annotator) => {
    refuseDamagedGlossary(annotator);
    const { path } = chooseExportTarget(annotator.world, { format });
    const { entries, chunks } = renderGlossary(annotator, format, {});
    if (path !== undefined) writeFile(path, chunks, dir);
    written.push({ file: path?.slice(dir.length + 1) ?? '', entries });
  });
  return { format, ...written[0] };
}

const formats = ['json', 'yaml', 'markdown', 'wiki', 'worldinfo', 'lorebook'] as const;

function parseFormat(said: unknown): (typeof formats)[number] {
  const format = formats.find((one) => one === (said ?? 'json'));
  if (format !== undefined) return format;
  throw new UsageError({
    code: 'fleet.unknown-format',
    happened: 'A worker cannot export this format.',
    todo: `Choose one with --format: ${formats.join(', ')}.`,
  });
}

/** Runs the maintenance that is due, if any, with this worker's model or, if it has none, with the built-in writer. */
async function runDueMaintenance(
  host: Shell,
  dir: string,
  flags: Flags,
): Promise<Readonly<Record<string, unknown>>> {
  const world = await requireMemoryWorld(host, { world: dir, of: undefined, flags, uses: ['model'] });
  const { clock } = host.environment;
  const done: { status: string; kind?: string }[] = [];
  await withMemoryDatabase(host, world, async (connection) => {
    const kind = findDueKind(connection, clock.now());
    if (kind === undefined) {
      done.push({ status: 'not-due' });
      return;
    }
    const writer = (await openModelWriter(host, world)) ?? (await openBuiltInWriter(world));
    const { ambient: ambientPath } = world.paths;
    const { decay: profile } = world.settings;
    const tokens = { count: estimateTokens };
    const ground = { connection, clock, ambientPath, writer, tokens, profile };
    const { status } = await runMaintenance(ground, { kind, isDryRun: false, isProposing: false });
    done.push({ status, kind });
  });
  return done[0] ?? { status: 'not-due' };
}
