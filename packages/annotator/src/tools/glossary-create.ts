// The tool `glossary_create`: creates an entry if its quotes are in the story and no similar entry exists.

import { buildTool, type ToolAnswer } from '@terrarium/kernel/tool';
import type { z } from 'zod';
import { listSentenceLabels } from '../corpus/list-sentence-labels.ts';
import { isLabel } from '../corpus/speaker-label.ts';
import { type Admission, checkAdmission, listPhraseWords, phrasePosts } from '../glossary/admission.ts';
import { recordWish } from '../glossary/confirmation-wish.ts';
import { type EntryId, type Evidence, type GlossaryEntry, kindTags } from '../glossary/entry.ts';
import { checkEvidence } from '../glossary/evidence-gate.ts';
import { buildSurfaceIndex } from '../glossary/surface-index.ts';
import {
  describeShape,
  listSurfaces,
  normaliseName,
  normaliseTerm,
  stripSuffix,
} from '../glossary/term-forms.ts';
import { splitWords } from '../glossary/text-words.ts';
import { renderContent, renderElement } from '../prompts/render-element.ts';
import { isEnglishProse } from '../reader/is-english-prose.ts';
import { isEnglish } from '../reader/lexicon.ts';
import { parseRelationKind } from '../reader/relation-kinds.ts';
import { checkAliases, recordLeftOut, takeFromAliases } from './check-aliases.ts';
import {
  listLikeEntries,
  maxDefinitionCharacters,
  maxTermCharacters,
  normaliseTags,
  renderLikeEntries,
  settleNewStatus,
} from './check-names.ts';
import { checkRejected } from './check-rejected.ts';
import { checkTags } from './check-tags.ts';
import { refuseUnread, refuseUnreadTerm } from './check-unread.ts';
import { listSpeakerLabels } from './list-speaker-labels.ts';
import { planRelations } from './plan-relations.ts';
import { buildEntryText } from './reading-limit.ts';
import {
  addNotes,
  evidenceAdvice,
  markPartial,
  renderKindRemark,
  renderKnownEntry,
  renderLeftOut,
  renderLengthRemark,
  renderNotes,
  wishKept,
} from './render-answer.ts';
import { countLinking } from './reply-calls.ts';
import { resolveEntry } from './resolve-entry.ts';
import { answerAndSettle } from './settle-waiting.ts';
import {
  buildTolerantLine,
  buildTolerantObject,
  tolerantEvidence,
  tolerantIntegers,
  tolerantList,
  tolerantRelations,
} from './tolerant-input.ts';
import type { ToolContext } from './tool-context.ts';
import { applyTurns, planTurns } from './turn-relations.ts';
import { findSmallForm, writeAsStory } from './write-as-story.ts';

// At most this many sentences, in addition to the evidence, are searched for the term as a name, or for an explanation
// of it.
const maxContexts = 40;
// To judge the language of a scene, at most this many characters of each post are examined.
const judgedCharacters = 4_000;

const input = buildTolerantObject(
  {
    term: buildTolerantLine(maxTermCharacters).describe(
      'As the story writes it; "Dawn (character)" to tell homographs apart',
    ),
    definition: buildTolerantLine(maxDefinitionCharacters).describe(
      '1-3 statements; other entries as [[Term]]',
    ),
    tags: tolerantList.describe(
      'Kind first: character, location, faction, item, mechanic, event, creature, title or term',
    ),
    aliases: tolerantList.optional(),
    evidence: tolerantEvidence.describe('Sentence labels or exact quotes that name the term'),
    relations: tolerantRelations.optional(),
    status: settleNewStatus.optional(),
    distinct_from: tolerantIntegers.optional().describe('Ids of similar entries that are something else'),
  },
  { name: 'term', alias: 'aliases', tag: 'tags', kind: 'tags', quotes: 'evidence', quote: 'evidence' },
);

type Input = z.output<typeof input>;

export const glossaryCreate = buildTool<typeof input, ToolContext>({
  name: 'glossary_create',
  description: 'Add an entry for a name or invented word of the story.',
  isWrite: true,
  input,
  run: (call, context) =>
    answerAndSettle(call, context, () => findKnown(call, context) ?? createEntry(call, context)),
});

/** The answer if the call cannot create an entry, for example because the term already exists; otherwise undefined. */
function findKnown(call: Input, context: ToolContext): ToolAnswer | undefined {
  if (normaliseName(stripSuffix(call.term)) === '')
    return { ok: false, say: 'The term needs a letter or a digit.' };
  if (isLabel(call.term))
    return { ok: false, say: `Not created: "${renderContent(call.term)}" only says who speaks.` };
  if (call.definition === '')
    return { ok: false, say: 'The definition is empty: say what the term means, in one to three sentences.' };
  const known = context.glossary.findByTerm(call.term);
  if (known === undefined) return findDeleted(call, context);
  if (known.definition === call.definition)
    return { ok: true, say: renderCreated(known, ['It was there already.']) };
  const isOtherShape = !listSurfaces(known).some((name) => describeShape(name) === describeShape(call.term));
  const say = [
    `Not created: the glossary has "${renderContent(known.term)}" already:`,
    renderKnownEntry(known, context.glossary),
    `Use glossary_update with "entry_id": ${known.id}${isOtherShape ? ` and "aliases": ["${renderContent(call.term)}"]` : ''}; for another thing of that name add a suffix${renderSuffixed(call, known)}.`,
  ];
  return { ok: false, say: say.join('\n') };
}

/** Renders advice to add a suffix to the term, with an example if the two entries are of different kinds. */
function renderSuffixed({ term, tags }: Input, known: GlossaryEntry): string {
  const kind = normaliseTags(tags).find((tag) => kindTags.has(tag));
  if (kind === undefined || known.tags.includes(kind)) return ' that tells the two apart';
  return `: "${renderContent(stripSuffix(term))} (${kind})"`;
}

/** The answer if a person has deleted an entry with this term; otherwise undefined. */
function findDeleted({ term }: Input, { glossary }: ToolContext): ToolAnswer | undefined {
  const deleted = glossary.findDeletedByPerson(term);
  if (deleted === undefined) return undefined;
  return {
    ok: false,
    say: `Not created: a person deleted "${renderContent(deleted.term)}" from the glossary. Leave it out.`,
  };
}

function createEntry(call: Input, context: ToolContext): ToolAnswer {
  const term = writeAsStory(call.term, context);
  const unreadTerm = refuseUnreadTerm(context, { ...call, term }, 'created');
  if (unreadTerm !== undefined) return unreadTerm;
  const distinctFrom = call.distinct_from ?? [];
  const { tags, notes: tagNotes } = checkTags(context, call.tags);
  const settled = checkAliases(context, { term, aliases: call.aliases ?? [], tags, distinctFrom });
  const labels = listSpeakerLabels(context, { term, aliases: settled.aliases, tags });
  const draft = {
    term,
    aliases: [...settled.aliases, ...labels],
    definition: call.definition,
    status: 'tentative',
    tags,
  } as const;
  const related = listRelated(call, context);
  const like = listLikeEntries(context, { ...draft, distinctFrom, related });
  if (like.length > 0) return { ok: false, say: renderLikeEntries(context, draft, like) };
  const names = listSurfaces(draft);
  const text = buildEntryText(context, { ...draft, names, mayBeTagged: true });
  const verdict = checkEvidence(call.evidence, names, text);
  if (verdict.accepted.length === 0)
    return addNotes({ ok: false, say: renderMissingEvidence(term, verdict.refusals) }, settled.leftOut);
  const unread = refuseUnread(context, { text: call.definition }, 'created');
  if (unread !== undefined) return unread;
  const rejection = checkRejected(context, term, verdict.accepted);
  if (!rejection.ok) return rejection;
  const admission = checkTerm(draft, verdict.accepted, context);
  const why = findWait(call, admission);
  if (why !== undefined)
    return recordHeld({ ...call, term }, { why, evidence: verdict.accepted[0] }, context);
  const planned = planRelations(call, draft, context);
  const fresh = { ...draft, evidence: verdict.accepted, relations: planned.relations };
  const entry = context.glossary.create(fresh, context.source);
  recordLeftOut(context, entry, settled);
  const turns = planTurns(call, entry, context);
  const turned = applyTurns(turns, entry, context);
  const notes = [
    ...rejection.notes,
    ...settled.kept,
    ...settled.notes,
    ...tagNotes,
    ...(term === call.term ? [] : [`The story writes "${term}".`]),
    ...completeEntry(call, entry, context),
    ...renderKindRemark(entry.tags),
  ];
  const say = renderCreated(entry, [
    ...notes,
    ...verdict.notes,
    ...renderLeftOut(verdict.refusals),
    ...planned.notes,
    ...turned,
    ...turns.notes,
    ...planned.waiting,
  ]);
  return markPartial(say, [...settled.notes, ...verdict.missed, ...planned.notes, ...turns.notes]);
}

function listRelated({ relations = [] }: Input, context: ToolContext): readonly EntryId[] {
  return relations.flatMap(({ kind, to }) => {
    const target = parseRelationKind(kind) === undefined ? undefined : resolveEntry(context, to);
    return target?.ok === true ? [target.entry.id] : [];
  });
}

/** Makes the changes that follow from a new entry; returns what the model is told about them. */
function completeEntry(call: Input, entry: GlossaryEntry, context: ToolContext): readonly string[] {
  const taken = takeFromAliases(context, entry);
  const isWished = call.status === 'confirmed' && recordWish(context.glossary, entry, context.source);
  return [
    ...taken,
    ...renderSmallForm(entry, context),
    ...(isWished ? [wishKept] : []),
    ...renderLengthRemark(call.definition, context),
  ];
}

/** Kinds of things whose names mean the same with and without a capital. */
const commonKinds: ReadonlySet<string> = new Set(['title', 'creature', 'item', 'mechanic', 'term']);

/**
 * Suggests the name in lower case as an alias if the story also has this form and means the same by it: a capitalised
 * name is found only where the text capitalises it.
 */
function renderSmallForm(entry: GlossaryEntry, context: ToolContext): readonly string[] {
  const kind = entry.tags.find((tag) => kindTags.has(tag));
  const small = findSmallForm(entry.term, context);
  if (small === undefined || kind === undefined || !commonKinds.has(kind) || isEnglish(small)) return [];
  const isKnown = listSurfaces(entry).some((name) => describeShape(name) === describeShape(small));
  return isKnown ? [] : [`The story also writes "${small}": send that as an alias if it means the same.`];
}

/** Why the term is put on hold; undefined if it becomes an entry. */
function findWait({ status }: Input, admission: Admission): string | undefined {
  if (!admission.isAdmitted) return admission.why;
  return status === 'held' && isLateGround(admission) ? 'as you asked' : undefined;
}

/**
 * Puts the term on hold. If the model asked for this, the answer is not marked as held: the model is then not asked
 * about the term again.
 */
function recordHeld(call: Input, held: Held, context: ToolContext): ToolAnswer {
  const say = recordHeldTerm(call, held, context);
  return call.status === 'held' ? { ok: true, say } : { ok: true, say, isHeld: true };
}

const lateGrounds: ReadonlySet<string> = new Set(['coined', 'phrase', 'linked', 'recurring']);

/** Whether the term was admitted for a weaker reason than its evidence: the model may then put it on hold. */
function isLateGround(admission: Admission): boolean {
  return admission.isAdmitted && lateGrounds.has(admission.ground);
}

/** Judges the term by its evidence. If this is not enough, searches the scene and everything that was read. */
function checkTerm(
  draft: { readonly term: string; readonly aliases: readonly string[] },
  evidence: readonly Evidence[],
  context: ToolContext,
): Admission {
  const quotes = evidence.map((piece) => piece.quote);
  const isEnglish = isEnglishScene(context);
  const wasHeld = context.glossary.isHeld(stripSuffix(draft.term));
  const atFirst = checkAdmission({ ...draft, contexts: quotes, posts: 0, wasHeld, isEnglish });
  if (atFirst.isAdmitted) return atFirst;
  const names = listSurfaces(draft);
  const contexts = [...quotes, ...listContexts(names, context)];
  const { posts } = context.glossary.countNames(names);
  const bond = computeBond(draft.term, posts, context);
  const links = countLinking(names, context);
  return checkAdmission({ ...draft, contexts, posts, wasHeld, isEnglish, bond, links });
}

/**
 * For a phrase that was read often enough: the share of the uses of its rarest word that belong to the phrase.
 * Otherwise 0.
 */
function computeBond(term: string, posts: number, { glossary }: ToolContext): number {
  const words = posts < phrasePosts ? [] : listPhraseWords(term);
  if (words.length === 0) return 0;
  const rarest = Math.min(...words.map((word) => glossary.countNames([word]).mentions));
  return glossary.countNames([stripSuffix(term)]).mentions / Math.max(1, rarest);
}

const judged = new WeakMap<object, boolean>();

/** The language of a scene is judged only once, even if the scene creates many entries. */
function isEnglishScene({ scenePosts }: ToolContext): boolean {
  const known = judged.get(scenePosts);
  if (known !== undefined) return known;
  const isEnglish = isEnglishProse(scenePosts.map(({ body }) => body.slice(0, judgedCharacters)).join('\n'));
  judged.set(scenePosts, isEnglish);
  return isEnglish;
}

function listContexts(names: readonly string[], context: ToolContext): string[] {
  const index = buildSurfaceIndex();
  index.set(1, names);
  const contexts: string[] = [];
  for (const post of context.scenePosts) {
    // The words of the whole post are cached; only sentences with a match are split into words again.
    const words = splitWords(post.body);
    const places = index.listPlaces(post.body, words);
    if (places.length === 0) continue;
    const starts = places.map(({ from }) => words[from]?.start ?? 0);
    for (const sentence of listSentenceLabels(post.body, post.span)) {
      if (!starts.some((start) => sentence.start <= start && start < sentence.end)) continue;
      const text = post.body.slice(sentence.start, sentence.end);
      if (contexts.length < maxContexts && index.countMentions(text).size > 0) contexts.push(text);
    }
  }
  return contexts;
}

interface Held {
  readonly why: string;
  readonly evidence: Evidence | undefined;
}

function recordHeldTerm(
  { term, definition }: Input,
  { why, evidence }: Held,
  { glossary, position }: ToolContext,
): string {
  const held = glossary.addHeld(stripSuffix(term), { definition, evidence, position });
  const attributes = { term, mentions: held?.mentions, posts: held?.posts };
  return renderElement(
    'glossary_held',
    attributes,
    renderNotes([`On hold: ${why}. Propose it again if readers would look it up, now or when it returns.`]),
  );
}

function renderMissingEvidence(term: string, refusals: readonly string[]): string {
  const reason = refusals.length === 0 ? 'No evidence was given.' : renderNotes(refusals.slice(0, 3));
  return `Not created: "${normaliseTerm(term) === '' ? '' : renderContent(term)}" needs evidence. ${reason}\n${evidenceAdvice}`;
}

function renderCreated(entry: GlossaryEntry, notes: readonly string[]): string {
  const attributes = { id: entry.id, term: entry.term, status: entry.status };
  return renderElement('glossary_created', attributes, renderNotes(notes));
}
