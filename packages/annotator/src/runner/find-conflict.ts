// Finds a conflict: a retried scene must not overwrite what a later scene has said since.

import type { Refusal } from '@terrarium/kernel/errors';
import type { ToolCall } from '@terrarium/kernel/language-model';
import type { EntryId } from '../glossary/entry.ts';
import { isOnFormer } from '../glossary/resolve-anchor.ts';
import { isRetry, type Run, requireScene } from './run.ts';

const changingTools: ReadonlySet<string> = new Set(['glossary_update', 'glossary_delete']);

/** The refusal of a call that would change an entry a later scene changed; undefined for any other call. */
export function findConflict(run: Run, call: ToolCall): Refusal | undefined {
  if (!isRetry(run) || !changingTools.has(call.name)) return undefined;
  const entryId = parseEntryId(call.arguments);
  if (entryId === undefined) return undefined;
  const newest = run.stores.glossary
    .readRevisions(entryId)
    .findLast((revision) => revision.stepId !== undefined);
  const scene = newest?.stepId === undefined ? 0 : (run.stores.journal.findSceneOfStep(newest.stepId) ?? 0);
  if (scene <= requireScene(run).id || isGroundless(run, entryId)) return undefined;
  return {
    ok: false,
    say: `Entry ${entryId} was changed by a later scene, which stands; yours is listed as a conflict.`,
  };
}

/** What stands only on words that the story has no more may be put right by what stands in their place. */
function isGroundless({ corpora, reread, stores }: Run, entryId: EntryId): boolean {
  const entry = reread === undefined ? undefined : stores.glossary.find(entryId);
  return entry !== undefined && isOnFormer(corpora, entry);
}

function parseEntryId(raw: string): EntryId | undefined {
  const id = Number(/"entry_id"\s*:\s*"?(\d+)/.exec(raw)?.[1]);
  return Number.isInteger(id) ? (id as EntryId) : undefined;
}
