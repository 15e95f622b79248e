// Opens a memory for its upkeep: embedding, maintenance, reverting runs, corrections, forgetting, audits and recaps.
import type { Embedder } from '@terrarium/kernel/embedder';
import type { Clock } from '@terrarium/kernel/environment';
import type { Connection } from '@terrarium/kernel/open-database';
import type { ResolvedConfig } from './assembly/wake-config.ts';
import { nameVoice } from './assembly/waking.ts';
import { editFragments } from './correcting/edit-fragments.ts';
import { editItems } from './correcting/edit-items.ts';
import { findAllNamed, findNamed } from './correcting/find-named.ts';
import { listTellings, redo, restoreTelling, undo } from './correcting/set-aside.ts';
import { countVectors, fillVectors } from './echoes/fill-vectors.ts';
import { forget } from './forgetting/forget.ts';
import { auditMemory } from './inspect/audit-memory.ts';
import { buildRecap } from './inspect/recap.ts';
import { buildBuiltInWriter } from './maintenance/built-in-writer.ts';
import { measureTagYield } from './maintenance/measure-tag-yield.ts';
import { applyProposals, listProposals } from './maintenance/proposals.ts';
import { proposeTags } from './maintenance/propose-tags.ts';
import { revertRun } from './maintenance/revert-run.ts';
import { runMaintenance } from './maintenance/run-maintenance.ts';
import { markApproved, writeFragment } from './maintenance/write-fragment.ts';
import type { Memory, MemoryOptions } from './memory.ts';
import { asShown } from './working-memory/describe-item.ts';
import { revive } from './working-memory/revive.ts';

type Settings = Pick<
  ResolvedConfig,
  'stores' | 'voices' | 'profile' | 'tokens' | 'ambientPath' | 'timeZone'
> & {
  readonly clock: Clock;
  readonly embedder: Embedder | undefined;
  readonly imagesDir: string;
  readonly languages: MemoryOptions['languages'];
  /** Whether words only repeat the companion's wake. */
  isInjected(text: string): boolean;
};

export function openKeeping(
  connection: Connection,
  {
    stores,
    voices,
    profile,
    tokens,
    ambientPath,
    timeZone,
    clock,
    embedder,
    imagesDir,
    languages = ['en'],
    isInjected,
  }: Settings,
): Pick<
  Memory,
  | 'countVectors'
  | 'measureTagYield'
  | 'embed'
  | 'maintain'
  | 'proposeTags'
  | 'proposals'
  | 'applyDecisions'
  | 'writeFragment'
  | 'markApproved'
  | 'revert'
  | 'revive'
  | 'edit'
  | 'editFragments'
  | 'find'
  | 'findAll'
  | 'undo'
  | 'redo'
  | 'listTellings'
  | 'restoreTelling'
  | 'forget'
  | 'audit'
  | 'recap'
> {
  const builtIn = buildBuiltInWriter({ nameVoice: (voice) => nameVoice(voices, voice), timeZone });
  const ground = { connection, clock, ambientPath, profile };
  const zone = timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const buildNaming = (what: string) => ({
    what,
    isMeant: () => true,
    isAnything: true,
    nowMs: clock.now(),
    timeZone: zone,
  });
  return {
    countVectors: () => (embedder === undefined ? undefined : countVectors(connection, embedder)),
    measureTagYield: () => measureTagYield(connection, { voices }),
    embed: async (options) =>
      embedder === undefined ? 0 : fillVectors(connection, { ...options, embedder }),
    maintain: (request, writer = builtIn) =>
      runMaintenance({ connection, clock, ambientPath, writer, tokens, profile }, request),
    proposeTags: (model, choices) =>
      proposeTags({
        connection,
        clock,
        model,
        timeZone: zone,
        voices,
        isInjected,
        profile,
        ...choices,
      }),
    proposals: () => listProposals(connection, ambientPath, { voices, timeZone }),
    applyDecisions: ({ accept = [], refuse = [] }) => applyProposals(ground, accept, refuse),
    writeFragment: (wish) => writeFragment(ground, wish),
    markApproved: (key, isApproved) => markApproved(ground, key, isApproved),
    revert: (runId) => revertRun(ground, runId),
    revive: (item) => {
      const moment = { nowMs: clock.now(), turn: stores.events.countTurns(), profile };
      const revived = revive(connection, item, moment);
      return revived && asShown(stores.items, revived);
    },
    edit: (correction) =>
      editItems(
        { connection, profile, nowMs: clock.now(), writing: { timeZone: zone, languages } },
        correction,
      ),
    editFragments: (correction) => editFragments(ground, correction),
    undo: (choices) => undo({ connection, nowMs: clock.now() }, choices),
    redo: (number) => redo({ connection, nowMs: clock.now() }, number),
    listTellings: () => listTellings(connection),
    restoreTelling: (number) => restoreTelling({ connection, nowMs: clock.now() }, number),
    find: (what, choices = {}) => findNamed(connection, { ...buildNaming(what), ...choices }),
    findAll: (what) => findAllNamed(connection, { ...buildNaming(what), isHiddenToo: true, isEvery: true }),
    forget: (targets, choices) =>
      forget({ connection, clock, ambientPath, imagesDir, voices }, { targets, ...choices }),
    audit() {
      const recalled = stores.wakes.readRecalled({
        from: 0,
        before: Number.MAX_SAFE_INTEGER,
        untilMs: Number.MAX_SAFE_INTEGER,
      });
      const recalledKeys = new Set(recalled.map(({ key }) => key));
      return auditMemory(connection, { nowMs: clock.now(), profile, recalledKeys, voices, timeZone });
    },
    recap: ({ sinceMs } = {}) =>
      buildRecap(connection, { nowMs: clock.now(), sinceMs, timeZone: zone, profile }),
  };
}
