// Plans the relations of a call: which are accepted, which wait, and what the model is told about the others.

import { buildRelationText } from '../glossary/build-relation-text.ts';
import type { EvidenceClaim } from '../glossary/citable-text.ts';
import { type GlossaryEntry, kindTags, type Relation } from '../glossary/entry.ts';
import {
  checkRelation,
  isSameRelation,
  type RelatedEntry,
  type RelationClaim,
} from '../glossary/relation-gate.ts';
import { listSurfaces } from '../glossary/term-forms.ts';
import {
  findMisfit,
  parseRelationKind,
  relationKinds,
  renderInverse,
  type SaidKind,
} from '../reader/relation-kinds.ts';
import { findContradiction } from './find-contradiction.ts';
import { buildCitableText } from './reading-limit.ts';
import { isRefused, isToCome, listNamesToCome } from './reply-calls.ts';
import { resolveEntry, type UnresolvedEntry } from './resolve-entry.ts';
import type { SaidRelation, SaidRemoval } from './tolerant-input.ts';
import type { ToolContext } from './tool-context.ts';

// The maximum number of relations of an entry: readers cannot take in more.
export const maxRelations = 40;

/** A call that may state relations of its entry. */
export interface RelatingCall {
  readonly relations?: readonly SaidRelation[] | undefined;
  readonly remove_relations?: readonly SaidRemoval[] | undefined;
  /** The quotes that are tried for a relation that has no quote of its own. */
  readonly evidence?: readonly EvidenceClaim[] | undefined;
}

export interface PlannedRelations {
  /** All relations that the entry will have; undefined if the call adds none. */
  readonly relations: readonly Relation[] | undefined;
  /** Why other relations were not accepted, and what would be. */
  readonly notes: readonly string[];
  /** Sentences about relations that have to wait because a later call of the reply creates their other entry. */
  readonly waiting: readonly string[];
}

/** An entry as it will be after the call. */
export interface RelatingEntry extends RelatedEntry {
  readonly relations?: readonly Relation[] | undefined;
}

/**
 * Plans each relation by itself, so that a refused one does not stop the others. `planTurns` plans relations that are
 * stated from the side of the other entry.
 */
export function planRelations(
  call: RelatingCall,
  entry: RelatingEntry,
  context: ToolContext,
): PlannedRelations {
  const standing = entry.relations ?? [];
  const outcomes = (call.relations ?? []).map(({ kind, to, quotes }) => {
    const cited = quotes.length > 0 ? quotes : (call.evidence ?? []);
    return planRelation({ kind, to, quotes: cited, removed: call.remove_relations }, entry, context);
  });
  const found = outcomes.filter((outcome) => typeof outcome === 'object' && 'kind' in outcome);
  const added = found.filter(
    (relation, at) => ![...standing, ...found.slice(0, at)].some((known) => isSameRelation(known, relation)),
  );
  const notes = outcomes.flatMap((outcome) => (typeof outcome === 'string' ? [`${notTaken}${outcome}`] : []));
  const waiting = renderWaiting(
    outcomes.flatMap((outcome) =>
      typeof outcome === 'object' && 'waitsFor' in outcome ? [`"${outcome.waitsFor}"`] : [],
    ),
  );
  const room = Math.max(0, maxRelations - standing.length);
  if (added.length > room) notes.push(`An entry has at most ${maxRelations} relations.`);
  const taken = added.slice(0, room);
  return { relations: taken.length === 0 ? undefined : [...standing, ...taken], notes, waiting };
}

interface Waiting {
  readonly waitsFor: string;
}

/** How the sentence about waiting relations begins. No other answer has these words. */
const oneWaits = 'The relation to ';
const severalWait = 'The relations to ';

/** Renders one sentence for all waiting relations. */
function renderWaiting(names: readonly string[]): readonly string[] {
  const [only, ...others] = new Set(names);
  if (only === undefined) return [];
  if (others.length === 0) return [`${oneWaits}${only} is taken up once your call for it is carried out.`];
  const listed = `${[only, ...others.slice(0, -1)].join(', ')} and ${others.at(-1)}`;
  return [`${severalWait}${listed} are taken up once your calls for these are carried out.`];
}

interface SaidOnce extends SaidRelation {
  readonly removed: readonly SaidRemoval[] | undefined;
}

/**
 * Returns the relation, the name of the entry for which it has to wait, or why it is not accepted. Undefined if the
 * other entry already has it, or if `planTurns` plans it.
 */
function planRelation(
  said: SaidOnce,
  entry: RelatingEntry,
  context: ToolContext,
): Relation | Waiting | string | undefined {
  const kind = parseRelationKind(said.kind);
  if (kind === undefined)
    return `"${said.kind}" is not a kind of relation. Kinds: ${relationKinds.join(', ')}.`;
  const target = resolveEntry(context, said.to);
  if (!target.ok) return planUnmet(said.to, { ...target, entry }, context);
  const { id, term, aliases, tags, relations } = target.entry;
  if (isTurned(kind, entry, { tags })) return undefined;
  const isSaidThere = relations?.some(
    (known) => known.to === entry.id && known.kind === renderInverse(kind.kind),
  );
  if (isSaidThere === true) return undefined;
  const between = { entry, other: target.entry, wording: kind.kind, removed: said.removed };
  const contradiction = findContradiction(between, context);
  if (contradiction !== undefined) return contradiction;
  const claim = { from: entry, kind: kind.kind, to: { id, term, aliases, tags }, quotes: said.quotes };
  const checked = checkSaid(claim, context);
  if (checked.ok) return checked.relation;
  return isSupportedLater(claim, context) ? { waitsFor: term } : checked.say;
}

/** Whether the quotes would support the relation after a later call of the reply has added names to the other entry. */
function isSupportedLater(claim: RelationClaim, context: ToolContext): boolean {
  const names = listNamesToCome(claim.to, context);
  if (names.length === 0) return false;
  const to = { ...claim.to, aliases: [...claim.to.aliases, ...names] };
  return checkSaid({ ...claim, to }, context).ok;
}

interface Unmet extends Pick<UnresolvedEntry, 'near' | 'isShared'> {
  /** The entry that states the relation. */
  readonly entry: RelatingEntry;
}

/** Says what happens to a relation that leads to no entry, or to several. */
function planUnmet(to: string, { near, isShared, entry }: Unmet, context: ToolContext): Waiting | string {
  if (isToCome(to, context)) return { waitsFor: to };
  if (isRefused(to, context) && !isShared)
    return `${renderNoEntry(to)} Once your call for it is mended and carried out, the relation is taken up.`;
  return renderUnresolved(to, { isShared, near: near.filter(({ id }) => id !== entry.id) });
}

/** Checks whether the quotes support a relation, and may be cited here. */
export function checkSaid(claim: RelationClaim, context: ToolContext) {
  const names = [...listSurfaces(claim.from), ...listSurfaces(claim.to)];
  return checkRelation(claim, buildRelationText(buildCitableText(context, names), context));
}

const notTaken = 'Relation not taken: ';
const noEntry = 'There is no entry "';
/**
 * The beginning of the note on a relation that leads to no entry. No other answer about a missing entry begins like
 * this.
 */
const unmetNote = `${notTaken}${noEntry}`;

/** Whether the answer to a call says that one of its relations leads to no entry, or waits for one. */
export function isUnmet(answer: string): boolean {
  return [unmetNote, oneWaits, severalWait].some((beginning) => answer.includes(beginning));
}

function renderNoEntry(to: string): string {
  return `${noEntry}${to}".`;
}

/** Says in plain words that no entry has the name, or that several do. */
export function renderUnresolved(
  to: string,
  { near, isShared }: Pick<UnresolvedEntry, 'near' | 'isShared'>,
): string {
  const listed = near.map(({ id, term }) => `${id} ("${term}")`).join(', ');
  if (isShared) return `Several entries are called "${to}": ${listed}. Give the id of one.`;
  const say = renderNoEntry(to);
  const again = 'it again with glossary_update once both are entries.';
  if (listed === '') return `${say} Send ${again}`;
  return `${say} Similar: ${listed}. If one of them is meant, give its id; if not, send ${again}`;
}

/**
 * Whether a relation is stated from the side of the other entry (`ruled by`), or fits the kinds of the two entries
 * only in the other direction (a thing that holds a person).
 */
export function isTurned({ kind, isInverse }: SaidKind, entry: Tagged, other: Tagged): boolean {
  if (isInverse) return true;
  if (!hasKind(entry) || !hasKind(other)) return false;
  const canBe = (from: Tagged, to: Tagged) =>
    findMisfit(kind, { from: from.tags, to: to.tags }) === undefined;
  return !canBe(entry, other) && canBe(other, entry);
}

type Tagged = Pick<GlossaryEntry, 'tags'>;

function hasKind({ tags }: Tagged): boolean {
  return tags.some((tag) => kindTags.has(tag) && tag !== 'term');
}
