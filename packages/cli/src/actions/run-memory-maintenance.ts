// Maintains a memory: compiles what was said into fragments, or reverts a run that did this.

import { buildMaintenance } from '@terrarium/composition/build-memory';
import {
  type MemoryWorld,
  requireMemoryWorld,
  withMemoryDatabase,
} from '@terrarium/composition/memory-world';
import { openBuiltInWriter, openModelWriter } from '@terrarium/composition/memory-writer';
import type { Use } from '@terrarium/composition/read-for-sending';
import { UsageError } from '@terrarium/kernel/errors';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { Connection } from '@terrarium/kernel/open-database';
import type { VectorCount } from '@terrarium/memory/fill-vectors';
import type { RunKind } from '@terrarium/memory/run-store';
import { fillMemory } from '../progress/fill-moments.ts';
import { paint } from '../screen/style.ts';
import { buildFlags, type MindOptions, type ModelOptions } from '../shell/options.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';
import { renderMaintenance, renderReverted } from '../views/render-maintenance.ts';
import { answerFlags } from './memory-flags.ts';
import { proposeTags } from './memory-propose-tags.ts';

export interface MaintainOptions extends MindOptions, ModelOptions {
  readonly dryRun?: boolean;
  readonly propose?: boolean;
  readonly due?: boolean;
  readonly revert?: number;
  readonly proposeTags?: boolean;
  readonly flags?: boolean;
  readonly settle?: number;
  readonly request?: string;
}

export async function runMemoryMaintenance(
  shell: Shell,
  kind: RunKind | undefined,
  options: MaintainOptions,
): Promise<void> {
  refuseMixture(kind, options);
  const world = await requireMemoryWorld(shell, {
    world: options.world,
    of: options.of,
    flags: buildFlags(options),
    uses: listUses(options),
  });
  if (options.proposeTags === true) await proposeTags(shell, world, options);
  else
    await withMemoryDatabase(shell, world, async (connection) => {
      if (options.flags === true || options.settle !== undefined)
        await answerFlags(shell, connection, options);
      else if (options.revert !== undefined)
        await revert(shell, { world, connection, options, run: options.revert });
      else await runOnce(shell, { world, connection, options, kind });
    });
}

/** Lists the kinds of server that the command may ask. An embedder is asked only at the end of a run that may write. */
function listUses({
  revert: run,
  flags,
  settle,
  proposeTags: isTagging,
  dryRun,
}: MaintainOptions): readonly Use[] {
  const isLook = [run, flags, settle].some((wish) => wish !== undefined);
  if (isLook) return [];
  return isTagging === true || dryRun === true ? ['model'] : ['model', 'embedder'];
}

function refuseMixture(kind: RunKind | undefined, options: MaintainOptions): void {
  const { due, revert: run, request, proposeTags: isTagging, flags, settle } = options;
  if (options.propose === true && [run, isTagging, flags, settle, options.dryRun].some(Boolean))
    throw new UsageError({
      code: 'memory.mixed-maintenance',
      happened: '--propose cannot be combined with other modes of maintenance.',
      todo: 'Leave out --dry-run, --revert, --propose-tags, --flags and --settle.',
    });
  const wishes = [kind, due, run, isTagging, flags, settle].filter((wish) => wish !== undefined);
  const isMixed = wishes.length > 1;
  const isUnheard = request !== undefined && kind !== 'manual';
  if (!isMixed && !isUnheard) return;
  throw new UsageError({
    code: 'memory.mixed-maintenance',
    happened: isMixed
      ? 'These exclude each other: a kind of run (light, deep, manual), --due, --revert, --propose-tags, --flags and --settle.'
      : '--request is for a manual run.',
    todo: isMixed ? 'Give only one of them.' : 'Write: memory maintain manual --request "…".',
  });
}

interface Work {
  readonly world: MemoryWorld;
  readonly connection: Connection;
  readonly options: MaintainOptions;
}

const tokens = { count: estimateTokens };

async function runOnce(shell: Shell, work: Work & { readonly kind: RunKind | undefined }): Promise<void> {
  const { connection, options } = work;
  const { printer, environment } = shell;
  const { findDueKind } = await import('@terrarium/memory/run-maintenance');
  const kind =
    options.due === true ? findDueKind(connection, environment.clock.now()) : (work.kind ?? 'light');
  if (kind !== undefined) await runKind(shell, { ...work, kind });
  else {
    if (options.json !== true) printer.writeLines('Nothing is due.');
    const vectors = await fillAfter(shell, work);
    if (options.json === true)
      printer.writeJson('maintenanceNotDue', { status: 'not-due', vectors, servers: shell.asked });
  }
}

/**
 * Gives moments their vectors after a run, and returns how many have one; undefined for a dry run, or if no embedder is
 * configured.
 */
async function fillAfter(shell: Shell, { world, options }: Work): Promise<VectorCount | undefined> {
  return options.dryRun === true ? undefined : await fillMemory(shell, world);
}

async function runKind(shell: Shell, work: Work & { readonly kind: RunKind }): Promise<void> {
  const { printer } = shell;
  const stop = new AbortController();
  const stopRun = () => stop.abort(new DOMException('Stopped.', 'AbortError'));
  process.once('SIGINT', stopRun);
  try {
    await runAndSay(shell, work, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted || error !== stop.signal.reason) throw error;
    shell.exitCode = exitCodes.interrupted;
    printer.showLive();
    if (work.options.json === true) printer.writeJson('stopped', { kind: 'stopped' });
    else printer.writeLines('Stopped. Nothing was changed; the next run of that kind goes on from here.');
  } finally {
    printer.showLive();
    process.off('SIGINT', stopRun);
  }
}

async function runAndSay(
  shell: Shell,
  work: Work & { readonly kind: RunKind },
  signal: AbortSignal,
): Promise<void> {
  const { world, connection, options, kind } = work;
  const { printer, environment } = shell;
  const { runMaintenance } = await import('@terrarium/memory/run-maintenance');
  const writer = (await openModelWriter(shell, world)) ?? (await openBuiltInWriter(world));
  const { ambient: ambientPath } = world.paths;
  const { decay: profile } = world.settings;
  const ground = { connection, clock: environment.clock, ambientPath, writer, tokens, profile };
  const outcome = await runMaintenance(ground, {
    kind,
    isDryRun: options.dryRun === true,
    isProposing: options.propose === true,
    request: options.request,
    signal,
    onBatch: ({ events, of }) =>
      printer.showLive(paint(`  ${writer.id}: ${events} of ${of} events read …`, 'dim')),
  });
  printer.showLive();
  const ran = { kind, writer: writer.id };
  if (options.json !== true)
    printer.writeLines(...renderMaintenance(outcome, { ...ran, ...buildScreen(shell, world) }));
  const vectors = await fillAfter(shell, work);
  if (options.json === true)
    printer.writeJson('maintenanceRun', {
      ...buildMaintenance({ ...ran, servers: shell.asked }, outcome),
      vectors,
    });
}

function buildScreen({ printer }: Shell, { world }: MemoryWorld) {
  return { width: printer.width, dir: world.dir };
}

async function revert(
  shell: Shell,
  { world, connection, options, run }: Work & { readonly run: number },
): Promise<void> {
  const { revertRun } = await import('@terrarium/memory/revert-run');
  const ground = { connection, clock: shell.environment.clock, ambientPath: world.paths.ambient };
  const reverted = revertRun(ground, run);
  if (options.json === true)
    shell.printer.writeJson('revertedRun', { runId: run, changes: reverted.changes, left: reverted.left });
  else shell.printer.writeLines(...renderReverted(run, reverted, shell.printer.width));
}
