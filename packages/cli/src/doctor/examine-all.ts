// Examines everything, each thing only after the things that it depends on.

import { resolve } from 'node:path';
import type { World } from '@terrarium/annotator/world';
import { type Configured, readConfigured } from '@terrarium/composition/read-configured';
import type { SaidSetting } from '@terrarium/kernel/read-configuration';
import { renderCount } from '../screen/quantities.ts';
import type { Shell } from '../shell/shell.ts';
import { examineEmbedder } from './examine-embedder.ts';
import { examineModel } from './examine-model.ts';
import { examineMoments } from './examine-moments.ts';
import { examineRoutes } from './examine-routes.ts';
import { examineStores } from './examine-stores.ts';
import { examineDisk, examineWorld } from './examine-world.ts';
import { type Examined, examineFailure, toExamined } from './examined.ts';

export interface ExaminationRequest {
  readonly worldDir: string;
  /** Whether somebody named the world's folder. */
  readonly isNamed: boolean;
  /** What was said on the command line, by the names of the settings. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
}

/** What became known during the examination. */
export interface Course {
  said: readonly SaidSetting[];
  /** Settings of the world that nobody has accepted. They are not used, but may contain secrets too. */
  held: readonly SaidSetting[];
  world: World | undefined;
}

/**
 * Yields findings in this order: settings, addresses of requests, world, disk, stories, glossary and other databases,
 * embedder, moments, model. Nothing is redacted here: the code that shows a finding must take secrets out.
 */
export async function* examineAll(
  shell: Shell,
  request: ExaminationRequest,
  course: Course,
): AsyncGenerator<Examined> {
  const { worldDir, isNamed, flags, timeoutMs } = request;
  const dir = resolve(worldDir);
  const { configured, examined } = await examineSettings(shell, flags, dir);
  course.said = configured?.said ?? [];
  course.held = configured?.held?.said ?? [];
  yield examined;
  if (configured !== undefined) yield* examineRoutes(shell, configured);
  const found = examineWorld(shell, { dir, isNamed });
  course.world = found.world;
  yield found.examined;
  yield examineDisk(dir);
  if (found.world !== undefined) yield* examineStores(shell, found.world);
  if (configured === undefined) return;
  yield* examineEmbedder(shell, configured, timeoutMs);
  if (found.world !== undefined) yield* examineMoments(shell, configured, found.world);
  yield* examineModel(shell, { configured, world: found.world, timeoutMs });
}

interface ExaminedSettings {
  /** Undefined if the settings are invalid, so that no model can be asked. */
  readonly configured: Configured | undefined;
  readonly examined: Examined;
}

async function examineSettings(
  shell: Shell,
  flags: Readonly<Record<string, unknown>>,
  dir: string,
): Promise<ExaminedSettings> {
  const check = 'settings';
  let configured: Configured | undefined;
  try {
    configured = readConfigured(shell, flags, dir);
    const { resolveSettings } = await import('@terrarium/memory/memory-settings');
    resolveSettings(configured.settings.memory, configured.said);
    const count = renderCount(configured.said.length, 'setting');
    const says =
      configured.said.length === 0
        ? 'Nothing is set: every setting has its default.'
        : `${count} read, all valid.`;
    return { configured, examined: toExamined({ check, standing: 'ok', says }, 0) };
  } catch (error) {
    return { configured, examined: examineFailure(check, error) };
  }
}
