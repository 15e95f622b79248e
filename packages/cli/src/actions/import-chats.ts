// Imports chats from other programs into a memory.
import { buildChatReport } from '@terrarium/composition/build-memory';
import {
  isMadeUp,
  type MemoryWorld,
  prepareMemoryWorld,
  prepareTrialMemoryWorld,
  withMemoryDatabase,
} from '@terrarium/composition/memory-world';
import type { VectorCount } from '@terrarium/memory/fill-vectors';
import type { ImportReport, ImportRequest } from '@terrarium/memory/import-chat';
import { fillMemory } from '../progress/fill-moments.ts';
import type { Shell } from '../shell/shell.ts';
import { renderChatReport } from '../views/render-chat-report.ts';
import type { ImportOptions } from './import-options.ts';

export async function importChats(
  shell: Shell,
  files: readonly string[],
  options: ImportOptions,
): Promise<void> {
  const { isWholeFile } = await import('@terrarium/memory/choose-reader');
  const [first] = files;
  if (first !== undefined && options.format === undefined && isWholeFile(first)) {
    const { importWholeMemory } = await import('./import-whole-memory.ts');
    await importWholeMemory(shell, files, options);
    return;
  }
  const { importChat } = await import('@terrarium/memory/import-chat');
  const memory = await openTarget(shell, files, options);
  const reports: ImportReport[] = [];
  let vectors: VectorCount | undefined;
  try {
    await withMemoryDatabase(shell, memory, (connection) => {
      for (const path of files) {
        const request = buildRequest(shell, memory, { path, options });
        const report = importChat(connection, request);
        reports.push(report);
        const screen = { width: shell.printer.width, dir: memory.world.dir, nowMs: request.nowMs };
        if (options.json !== true) shell.printer.writeLines(...renderChatReport(report, screen));
      }
    });
    if (options.dryRun !== true) vectors = await fillMemory(shell, memory);
  } finally {
    // If a file fails, the chats imported before it are kept, and are reported before the failure.
    if (options.json === true && reports.length > 0)
      shell.printer.writeJson(
        'chatImport',
        reports.map((report) => ({ ...buildChatReport(report), ...describeStanding(shell, vectors) })),
      );
  }
}

/**
 * How many vectors the whole memory has, and which servers were asked for them; empty if no embedder is
 * configured.
 */
function describeStanding({ asked: servers }: Shell, vectors: VectorCount | undefined) {
  return vectors === undefined ? {} : { vectors, servers };
}

/**
 * Opens the memory to import into. A world and a memory are made only once the first file has proved readable; a dry
 * run makes neither.
 */
async function openTarget(
  shell: Shell,
  files: readonly string[],
  options: ImportOptions,
): Promise<MemoryWorld> {
  const tried = await prepareTrialMemoryWorld(shell, options);
  const [path] = files;
  if (options.dryRun === true || path === undefined) return tried;
  if (isMadeUp(tried)) {
    const { checkChat } = await import('@terrarium/memory/import-chat');
    await withMemoryDatabase(shell, tried, (connection) =>
      checkChat(connection, buildRequest(shell, tried, { path, options })),
    );
  }
  return await prepareMemoryWorld(shell, { ...options, uses: ['embedder'] });
}

interface ChatFile {
  readonly path: string;
  readonly options: ImportOptions;
}

function buildRequest(shell: Shell, { settings }: MemoryWorld, { path, options }: ChatFile): ImportRequest {
  const { voices, timeZone, languages, decay: profile, untaggedReplies } = settings;
  const { asUser, format, dryRun: isDryRun } = options;
  const nowMs = shell.environment.clock.now();
  const ingest = { languages, profile, untaggedReplies };
  return { path, voices, timeZone, nowMs, asUser, format, isDryRun, ingest };
}
