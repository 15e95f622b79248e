// Checks a curator's decisions: accepts them, or says what to ask again if one is impossible or a merge is doubtful.

import { filterFitting } from '@terrarium/kernel/filter-fitting';
import { detectLikeness, isOtherKind } from '../glossary/duplicates.ts';
import {
  type EntryId,
  type Evidence,
  type GlossaryEntry,
  type Holding,
  kindTags,
} from '../glossary/entry.ts';
import { checkEvidence } from '../glossary/evidence-gate.ts';
import { isSaidToBe } from '../glossary/is-said-to-be.ts';
import { listJoinWishes } from '../glossary/join-wish.ts';
import { listSurfaces } from '../glossary/term-forms.ts';
import { listUnread, renderWords } from '../tools/check-unread.ts';
import { planRemovals } from '../tools/plan-removals.ts';
import { buildEntryText } from '../tools/reading-limit.ts';
import { suggestEntry } from '../tools/suggest-entry.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import { hasTellingWord } from './list-similar.ts';
import type { CuratorDecision } from './parse-decisions.ts';

type Ruling<Verdict extends CuratorDecision['verdict']> = Extract<CuratorDecision, { verdict: Verdict }>;

export interface CheckedDecisions {
  /** The decisions that were accepted. */
  readonly decisions: readonly CuratorDecision[];
  /** What the curator must be asked again, in words for the curator. */
  readonly faults: readonly string[];
  /** The entries about which the curator is or was asked again. */
  readonly doubted: readonly EntryId[];
}

/**
 * A decision about an entry in `before` is accepted unchecked, because the curator was asked about that entry again
 * already.
 */
export function checkDecisions(
  context: ToolContext,
  decisions: readonly CuratorDecision[],
  before: readonly EntryId[],
): CheckedDecisions {
  const rejected = new Set(
    decisions.filter(({ verdict }) => verdict === 'REJECT').map(({ entryId }) => entryId),
  );
  const checked = decisions.map((decision) => ({
    decision,
    fault: before.includes(decision.entryId) ? undefined : findFault(context, decision, rejected),
  }));
  const asked = checked.filter(({ fault }) => fault !== undefined);
  return {
    decisions: checked.filter(({ fault }) => fault === undefined).map(({ decision }) => decision),
    faults: chooseFaults(asked.flatMap(({ fault }) => fault ?? [])),
    doubted: [...before, ...asked.map(({ decision }) => decision.entryId)],
  };
}

// The maximum number of characters of the faults: the window keeps this much room for them.
const mostFaultCharacters = 1_600;

/**
 * Returns as many faults as there is room for. The decisions behind the other faults are asked for again without a
 * reason.
 */
function chooseFaults(faults: readonly string[]): readonly string[] {
  return filterFitting(faults, mostFaultCharacters, ({ length }) => length);
}

type Rejected = ReadonlySet<EntryId>;

function findFault(context: ToolContext, decision: CuratorDecision, rejected: Rejected): string | undefined {
  const entry = context.glossary.find(decision.entryId);
  if (entry === undefined) return undefined;
  const { notes } = planRemovals(decision.removals ?? [], entry, context);
  if (notes.length > 0) return `Entry ${entry.id}: ${notes.join(' ')}`;
  if (decision.verdict === 'REVISE') {
    const { obstacle } = checkRevision(context, entry, decision);
    return obstacle === undefined ? undefined : `Entry ${entry.id}: ${obstacle}`;
  }
  return decision.verdict === 'MERGE' ? findMergeFault(context, entry, { decision, rejected }) : undefined;
}

interface Merging {
  readonly decision: Ruling<'MERGE'>;
  readonly rejected: Rejected;
}

function findMergeFault(
  { glossary }: ToolContext,
  entry: GlossaryEntry,
  { decision, rejected }: Merging,
): string | undefined {
  const target = glossary.read([glossary.resolve(decision.targetId) ?? decision.targetId])[0];
  const shown = `Entry ${entry.id}, ${describe(entry)}`;
  if (target === undefined) return `${shown}: there is no entry ${decision.targetId} to merge it into.`;
  if (target.id === entry.id) return `${shown}: it is entry ${decision.targetId} already.`;
  const merging = `Merging entry ${entry.id}, ${describe(entry)}, into entry ${target.id}, ${describe(target)}`;
  if (glossary.isKeptApart(entry.id, target.id)) return `${merging}: a person said that they are two things.`;
  if (rejected.has(target.id)) return `${merging}: you reject entry ${target.id}.`;
  const isWished = listJoinWishes(glossary, entry.id).includes(target.id);
  const doubt = findRelated(glossary, entry, target) ?? (isWished ? undefined : findDoubt(entry, target));
  return doubt && `${merging}: ${doubt}. Say it again if they are one and the same.`;
}

/**
 * A relation between the two entries, which shows that they are different things. Undefined if they have none, or if a
 * text says that they are the same thing.
 */
function findRelated(
  glossary: ToolContext['glossary'],
  entry: GlossaryEntry,
  target: GlossaryEntry,
): string | undefined {
  if (isSaidIn(entry, target) || isSaidIn(target, entry)) return undefined;
  for (const [from, to] of [[entry, target] as const, [target, entry] as const]) {
    const relation = from.relations?.find((one) => glossary.resolve(one.to) === to.id);
    if (relation !== undefined) return `a relation says “${from.term}” ${relation.kind} “${to.term}”`;
  }
  return undefined;
}

function findDoubt(entry: GlossaryEntry, target: GlossaryEntry): string | undefined {
  if (isSaidIn(entry, target) || isSaidIn(target, entry)) return undefined;
  if (isOtherKind(entry.tags, target.tags)) return 'they are of different kinds';
  const isLike = detectLikeness(entry, target) !== undefined || hasTellingWord(entry, target);
  return isLike ? undefined : 'they have no name in common';
}

/** Whether a text of the entry says that the two entries are the same thing. */
function isSaidIn(entry: GlossaryEntry, other: GlossaryEntry): boolean {
  const texts = [entry.definition, ...entry.evidence.map(({ quote }) => quote)];
  return texts.some((text) => isSaidToBe(text, entry, other));
}

const shownOfDefinition = 100;

function describe({ term, tags, definition }: GlossaryEntry): string {
  const kind = tags.find((tag) => kindTags.has(tag));
  const says =
    definition.length > shownOfDefinition ? `${definition.slice(0, shownOfDefinition)}…` : definition;
  return `“${term}”${kind === undefined ? '' : ` (${kind})`}: “${says}”`;
}

export interface CheckedRevision {
  readonly accepted: readonly Evidence[];
  /** From where in the story the new definition holds: by then, every quote that came with it must have been read. */
  readonly holds: Holding;
  readonly obstacle: string | undefined;
}

/** Judges a new definition by the same rules as a definition from a reading model. */
export function checkRevision(
  context: ToolContext,
  entry: GlossaryEntry,
  { definition, evidence }: Ruling<'REVISE'>,
): CheckedRevision {
  const names = listSurfaces(entry);
  const { accepted, refusals, strayed, isFound } = checkEvidence(
    evidence,
    names,
    buildEntryText(context, { ...entry, names, definition }),
  );
  // The definition may be based on quotes without the name, which may come later in the story than those with the name.
  const holds = isFound ? { besides: strayed } : { from: Number.POSITIVE_INFINITY };
  if (accepted.length === 0) {
    const other =
      suggestEntry(
        context,
        strayed.map(({ quote }) => quote),
        entry.id,
      ) ?? '';
    const why = [refusals[0] ?? '', other].join(' ').trim();
    return { accepted, holds, obstacle: `The new definition has no evidence: ${why}` };
  }
  const known = [entry.term, ...entry.aliases, entry.definition];
  const { unread } = listUnread(context, { text: definition, known });
  const obstacle = unread.length === 0 ? undefined : renderUnread(unread);
  return { accepted, holds, obstacle };
}

function renderUnread(unread: readonly string[]): string {
  return `The new definition has names or words that were not read: ${renderWords(unread)}.`;
}
