// The tool `glossary_update`: changes an entry; a new definition needs evidence and must not say less than the old one.

import type { Refusal } from '@terrarium/kernel/errors';
import { buildTool, type ToolAnswer } from '@terrarium/kernel/tool';
import type { z } from 'zod';
import { isLabel } from '../corpus/speaker-label.ts';
import type { EntryChanges } from '../glossary/change-entries.ts';
import { hasStatusOfPerson, recordWish } from '../glossary/confirmation-wish.ts';
import type { GlossaryEntry } from '../glossary/entry.ts';
import { checkEvidence, type EvidenceVerdict } from '../glossary/evidence-gate.ts';
import { filterQuotes } from '../glossary/filter-quotes.ts';
import { isOther, splitChanges } from '../glossary/human-fields.ts';
import { mergeEvidence } from '../glossary/merge-evidence.ts';
import { findNarrowing } from '../glossary/narrowing.ts';
import {
  describeShape,
  listSurfaces,
  normaliseName,
  normaliseTerm,
  stripSuffix,
} from '../glossary/term-forms.ts';
import { renderContent, renderElement } from '../prompts/render-element.ts';
import {
  checkAliases,
  isKnownShared,
  mergeNames,
  recordLeftOut,
  type SettledAliases,
  takeFromAliases,
} from './check-aliases.ts';
import {
  maxDefinitionCharacters,
  maxTermCharacters,
  normaliseTags,
  renderClashes,
  settleStatus,
} from './check-names.ts';
import { checkTags } from './check-tags.ts';
import { refuseUnread, refuseUnreadTerm } from './check-unread.ts';
import { listRemarks } from './definition-remarks.ts';
import { findRemovedAliases } from './find-removed-aliases.ts';
import { listSpeakerLabels } from './list-speaker-labels.ts';
import { planJoin, recordJoin } from './plan-join.ts';
import { planRelations } from './plan-relations.ts';
import { filterRemoved, joinReasons, planRemovals, type Removal, removeRelations } from './plan-removals.ts';
import { buildEntryText } from './reading-limit.ts';
import {
  addNotes,
  evidenceAdvice,
  markPartial,
  renderKindRemark,
  renderKnownEntry,
  renderLeftOut,
  renderNotes,
  wishKept,
} from './render-answer.ts';
import { addMerge, entryReference, resolveEntry } from './resolve-entry.ts';
import { settleNamed } from './settle-waiting.ts';
import { renderRefused, suggestNamed } from './suggest-entry.ts';
import {
  buildTolerantLine,
  buildTolerantObject,
  tolerantBoolean,
  tolerantEvidence,
  tolerantIntegers,
  tolerantList,
  tolerantRelations,
  tolerantRemovals,
} from './tolerant-input.ts';
import type { ToolContext } from './tool-context.ts';
import { applyTurns, type PlannedTurns, planTurns } from './turn-relations.ts';

const input = buildTolerantObject(
  {
    entry_id: entryReference,
    term: buildTolerantLine(maxTermCharacters).optional().describe('New name; the old one becomes an alias'),
    definition: buildTolerantLine(maxDefinitionCharacters)
      .optional()
      .describe('Whole new text; needs evidence'),
    aliases: tolerantList.optional().describe('Added'),
    remove_aliases: tolerantList.optional(),
    tags: tolerantList.optional().describe('Replaces all tags'),
    evidence: tolerantEvidence.optional().describe('Added'),
    relations: tolerantRelations.optional().describe('Added: what it is to other entries'),
    remove_relations: tolerantRemovals.optional().describe('Those that no longer hold, each with its reason'),
    status: settleStatus.optional(),
    replaces: tolerantBoolean
      .optional()
      .describe('True if the new definition may drop what the old one said'),
    distinct_from: tolerantIntegers.optional(),
    same_as: entryReference.optional().describe('The entry that is the same thing: the curator joins them'),
  },
  { id: 'entry_id', entry: 'entry_id', alias: 'aliases', tag: 'tags', quotes: 'evidence', quote: 'evidence' },
);

type Input = z.output<typeof input>;

interface Plan {
  readonly changes: EntryChanges;
  readonly notes: readonly string[];
}

type PlannedContent = ({ readonly ok: true; readonly missed: readonly string[] } & Plan) | Refusal;

/** The planned names, and the names that did not become aliases. */
type PlannedNames = ({ readonly ok: true; readonly settled: SettledAliases } & Plan) | Refusal;

export const glossaryUpdate = buildTool<typeof input, ToolContext>({
  name: 'glossary_update',
  description: 'Change an entry when the story says more or something else about it.',
  isWrite: true,
  input,
  run(call, context) {
    const resolved = resolveEntry(context, call.entry_id);
    if (!resolved.ok) return resolved;
    const answer = addMerge(call.entry_id, resolved.entry, updateEntry(call, resolved.entry, context));
    const hasNames = call.term !== undefined || (call.aliases ?? []).length > 0;
    return hasNames ? settleNamed(resolved.entry, context, answer) : answer;
  },
});

function updateEntry(sent: Input, entry: GlossaryEntry, context: ToolContext): ToolAnswer {
  const tagging = planTags(sent, entry, context);
  const call = { ...sent, tags: tagging.tags };
  const naming = planNames(call, entry, context);
  if (!naming.ok) return naming;
  const names = listSurfaces({ ...entry, ...stripUndefined(naming.changes) });
  const content = planContent(call, entry, { context, names });
  if (!content.ok) return addNotes(content, naming.settled.leftOut);
  const related = planRelating(call, { ...entry, ...stripUndefined(naming.changes) }, context);
  if (!related.ok) return addNotes(related, naming.settled.leftOut);
  const join = planJoin(call.same_as, entry, context);
  if (!join.ok) return join;
  recordJoin(join, entry.id, context);
  recordLeftOut(context, { id: entry.id, term: call.term ?? entry.term }, naming.settled);
  const isWish = call.status === 'confirmed' && !hasStatusOfPerson(context.glossary, entry.id);
  const changes: EntryChanges = {
    ...naming.changes,
    ...content.changes,
    tags: call.tags,
    status: isWish ? undefined : call.status,
    relations: related.changes.relations,
  };
  const held = listHeld(changes, entry, context);
  const { removals } = related;
  const source =
    removals.length === 0 ? context.source : { ...context.source, reason: joinReasons(removals) };
  const updated = context.glossary.update(entry.id, changes, source) ?? entry;
  const removed = [
    ...applyTurns(related.turns, updated, context),
    ...removeRelations(removals, context, entry.id),
  ];
  const attributes = { id: updated.id, term: updated.term, status: updated.status };
  const isWished = isWish && recordWish(context.glossary, updated, context.source);
  const notes = [
    ...join.notes,
    ...listOutcome(updated.revision === entry.revision && removed.length + join.notes.length === 0, isWished),
    ...held,
    ...naming.notes,
    ...tagging.notes,
    ...(updated.term === entry.term ? [] : takeFromAliases(context, updated)),
    ...content.notes,
    ...related.notes,
    ...removed,
  ];
  const say = renderElement('glossary_updated', attributes, renderNotes(notes));
  return markPartial(say, [...naming.settled.notes, ...content.missed, ...related.refused]);
}

interface PlannedTags {
  /** The new tags; undefined if the entry keeps its tags. */
  readonly tags: string[] | undefined;
  readonly notes: readonly string[];
}

function planTags({ tags }: Input, entry: GlossaryEntry, context: ToolContext): PlannedTags {
  if (tags === undefined) return { tags, notes: [] };
  const checked = checkTags(context, tags, entry);
  const isNoneLeft = checked.tags.length === 0 && checked.notes.length > 0;
  const kept = isNoneLeft ? undefined : [...checked.tags];
  return { tags: kept, notes: [...checked.notes, ...(kept === undefined ? [] : renderKindRemark(kept))] };
}

interface TakenRelating extends Plan {
  readonly ok: true;
  readonly removals: readonly Removal[];
  /** Notes about relations that were not accepted. */
  readonly refused: readonly string[];
  readonly turns: PlannedTurns;
}

type PlannedRelating = TakenRelating | Refusal;

/**
 * Plans which relations the call adds and removes. If errors leave the call nothing to do, it is refused with the
 * reasons.
 */
function planRelating(call: Input, entry: GlossaryEntry, context: ToolContext): PlannedRelating {
  const tags = normaliseTags(call.tags ?? entry.tags);
  const planned = planRelations(call, { ...entry, tags }, context);
  const { removals, notes: kept } = planRemovals(call.remove_relations ?? [], entry, context);
  const turns = planTurns(call, { ...entry, tags }, context);
  const notes = [...planned.notes, ...turns.notes, ...kept];
  const { entry_id: _id, relations: _relations, remove_relations: _removed, ...rest } = call;
  const isAlone = Object.values(rest).every((value) => value === undefined);
  const isNothingTaken =
    planned.relations === undefined && planned.waiting.length + removals.length + turns.turned.length === 0;
  if (isAlone && isNothingTaken && notes.length > 0) return { ok: false, say: renderNotes(notes) };
  const isLess = removals.some(({ from }) => from === entry.id);
  const relations = isLess
    ? filterRemoved(planned.relations ?? entry.relations ?? [], removals)
    : planned.relations;
  const told = [...notes, ...planned.waiting];
  return { ok: true, changes: { relations }, notes: told, refused: notes, turns, removals };
}

function listOutcome(isUnchanged: boolean, isWished: boolean): readonly string[] {
  if (isWished) return [wishKept];
  return isUnchanged ? ['Nothing changed.'] : [];
}

const heldFields = ['term', 'aliases', 'definition', 'status', 'tags', 'relations'] as const;

/**
 * Returns a sentence for each field that the call cannot change because a person has set this field, or another on
 * which it depends.
 */
function listHeld(changes: EntryChanges, entry: GlossaryEntry, { glossary }: ToolContext): readonly string[] {
  const held = glossary.readHumanFields(entry.id);
  const { refused } = splitChanges(entry, changes, held);
  const fields = heldFields.filter((field) => refused.includes(field) && isOther(entry, changes, field));
  return fields.map((field) => {
    if (field === 'relations')
      return 'A person set its relations, which stand; yours are kept as a proposal.';
    const value = entry[field];
    const said = typeof value === 'string' ? value : value.join(', ');
    return held.has(field)
      ? `A person set the ${field} to "${said}", which stands; yours is kept as a proposal.`
      : `The change of the ${field} from "${said}" is kept only as a proposal: it needs changes to fields that a person set.`;
  });
}

/** Says why a text cannot be the term of this entry; undefined if it can. */
function findFault(term: string, { id }: GlossaryEntry, { glossary }: ToolContext): Refusal | undefined {
  if (normaliseName(stripSuffix(term)) === '')
    return { ok: false, say: 'The term needs a letter or a digit.' };
  if (isLabel(term)) return { ok: false, say: `Not changed: "${renderContent(term)}" only says who speaks.` };
  const taken = glossary.findByTerm(term);
  if (taken === undefined || taken.id === id) return undefined;
  return {
    ok: false,
    say: `Not changed: entry ${taken.id} is called that already.\n${renderKnownEntry(taken, glossary)}`,
  };
}

/** Plans the new term and aliases, or says why they cannot be used. */
function planNames(call: Input, entry: GlossaryEntry, context: ToolContext): PlannedNames {
  const term = call.term ?? entry.term;
  const fault = findFault(term, entry, context);
  if (fault !== undefined) return fault;
  const isRenamed = normaliseTerm(stripSuffix(term)) !== normaliseTerm(stripSuffix(entry.term));
  const unreadTerm = isRenamed
    ? refuseUnreadTerm(context, { term, aliases: call.aliases }, 'changed')
    : undefined;
  if (unreadTerm !== undefined) return unreadTerm;
  const distinctFrom = call.distinct_from ?? [];
  const offered = { term, aliases: call.aliases ?? [], tags: call.tags, entry, distinctFrom };
  const added = checkAliases(context, offered);
  const wanted = [...entry.aliases, ...(isRenamed ? [stripSuffix(entry.term)] : []), ...added.aliases];
  const labels = listSpeakerLabels(context, { term, aliases: wanted, tags: call.tags ?? entry.tags });
  const all = mergeNames([...wanted, ...labels]);
  const removed = findRemovedAliases(call.remove_aliases ?? [], { term, aliases: all });
  const aliases = all.filter((alias) => !removed.shapes.has(describeShape(alias)));
  const fresh = [...(isRenamed ? [term] : []), ...added.aliases];
  const like = listClashes(fresh, entry, { context, distinctFrom });
  if (like.length > 0) return { ok: false, say: renderClashes(context, like) };
  return {
    ok: true,
    changes: { term: call.term, aliases },
    notes: [...added.kept, ...added.notes, ...removed.notes],
    settled: { ...added, notes: [...added.notes, ...removed.notes] },
  };
}

/**
 * Lists each new name that another entry has too, with that entry. Leaves out entries that the model or a person said
 * are something else, and names about which the model was already asked.
 */
function listClashes(
  fresh: readonly string[],
  entry: GlossaryEntry,
  { context, distinctFrom }: { readonly context: ToolContext; readonly distinctFrom: readonly number[] },
) {
  const own = new Set(listSurfaces(entry).map(normaliseName));
  return fresh
    .filter((name) => !own.has(normaliseName(stripSuffix(name))) && !isKnownShared(context, name))
    .flatMap((name) => context.glossary.listByName(name).map((other) => ({ name, other })))
    .filter(({ other }) => other.id !== entry.id && !distinctFrom.includes(other.id))
    .filter(({ other }) => !context.glossary.isKeptApart(other.id, entry.id));
}

interface UpdateContext {
  readonly context: ToolContext;
  readonly names: readonly string[];
}

/** Plans the new definition and the evidence, or says why they are not accepted. */
function planContent(call: Input, entry: GlossaryEntry, { context, names }: UpdateContext): PlannedContent {
  const verdict = checkCited(call, entry, { context, names });
  const { definition } = call;
  const isRedefined = definition !== undefined && definition !== '' && definition !== entry.definition;
  if (isRedefined) {
    const known = [entry.term, ...entry.aliases, entry.definition];
    const refusal =
      refuseDefinition(call, entry, { verdict, context }) ??
      refuseUnread(context, { text: definition, known }, 'changed');
    if (refusal !== undefined) return refusal;
  } else if (verdict.accepted.length === 0 && verdict.refusals.length > 0) {
    return { ok: false, say: `Not changed. ${renderRefused(verdict, entry.id, context)}` };
  }
  const standing = filterQuotes(entry.evidence, { before: listSurfaces(entry), after: names });
  const evidence = mergeEvidence({ fresh: verdict.accepted, old: standing, names });
  if (evidence.length === 0) {
    const say = `Not changed: none of its evidence would name ${names.map((name) => `"${renderContent(name)}"`).join(' or ')} any more. Send evidence that does.`;
    return { ok: false, say };
  }
  return {
    ok: true,
    changes: { definition: isRedefined ? definition : undefined, evidence },
    missed: verdict.missed,
    notes: [
      ...verdict.notes,
      ...renderLeftOut(verdict.refusals),
      ...(isRedefined ? listRemarks(call, entry, { definition, context }) : []),
    ],
  };
}

function checkCited(
  { evidence = [], tags, definition }: Input,
  entry: GlossaryEntry,
  { context, names }: UpdateContext,
): EvidenceVerdict {
  const cited = {
    id: entry.id,
    names,
    tags: tags ?? entry.tags,
    mayBeTagged: true,
    definition: definition ?? entry.definition,
  };
  return checkEvidence(evidence, names, buildEntryText(context, cited), entry.evidence);
}

interface JudgedEvidence {
  readonly verdict: EvidenceVerdict;
  readonly context: ToolContext;
}

function refuseDefinition(
  call: Input,
  entry: GlossaryEntry,
  { verdict, context }: JudgedEvidence,
): Refusal | undefined {
  if (verdict.accepted.length === 0) {
    const reason =
      verdict.refusals.length === 0 ? 'No evidence was given.' : renderRefused(verdict, entry.id, context);
    return {
      ok: false,
      say: `Not changed: a new definition of "${renderContent(entry.term)}" needs evidence. ${reason}\n${evidenceAdvice}`,
    };
  }
  const narrowing =
    call.replaces === true ? undefined : findNarrowing(entry.definition, call.definition ?? '');
  if (narrowing === undefined) return undefined;
  const lost = renderContent(narrowing.lost.slice(0, 8).join(', '));
  const other = suggestNamed(context, verdict.accepted, entry);
  return {
    ok: false,
    say: `Not changed: the new definition drops most of the old one (${lost}):\n${renderKnownEntry(entry, context.glossary)}\nSend what lasts of it too: names, kin, role, allegiance (episodes may go); or "replaces": true if the old one was wrong or said too much.${other}`,
  };
}

function stripUndefined(changes: EntryChanges): Partial<Pick<GlossaryEntry, 'term' | 'aliases'>> {
  const { term, aliases } = changes;
  return { ...(term === undefined ? {} : { term }), ...(aliases === undefined ? {} : { aliases }) };
}
