// Reads a scene: makes the tool calls that record what it shows.

import { addRelations, type End } from './add-relations.ts';
import { type CountCapitals, checkCandidate, type HeldCounts } from './check-candidate.ts';
import {
  buildNarratorStatement,
  chooseStatements,
  isClearlyBetter,
  listTellingWords,
  parseDefinition,
  renderDefinition,
  type Statement,
} from './choose-definition.ts';
import { chooseTags, filterTelling, findBetterTags, type News, unexplained } from './choose-tags.ts';
import type { Links } from './circle.ts';
import { type Candidate, collectCandidates, type GatheredScene, type Place } from './collect-candidates.ts';
import { addReveals, collectReveals, collectStatements, quoteSentence } from './collect-statements.ts';
import { countCapitals } from './count-capitals.ts';
import { countFormerSigns } from './count-former-signs.ts';
import { filterUnaddressed } from './detect-address.ts';
import { type CountFormer, isRank } from './detect-kind.ts';
import { findNarrator, type Narrator } from './find-narrator.ts';
import { buildTermKey, isEnglish, isListed } from './lexicon.ts';
import { linkCalled } from './link-called.ts';
import { linkPeople } from './link-people.ts';
import { listIdentities } from './list-identities.ts';
import { listReopened } from './list-reopened.ts';
import { listRulerWords, listSceneRelations } from './list-scene-relations.ts';
import { listSharedNames } from './list-shared-names.ts';
import { mostUntold } from './list-spans.ts';
import {
  buildRegistry,
  findBase,
  findOwner,
  findOwnerOfPart,
  findShortPlace,
  isRankPhrase,
  type NameRegistry,
  type Owner,
  registerName,
} from './match-aliases.ts';
import type { KnownEntry, SceneWindow } from './parse-scene-window.ts';
import { collectPeople, type Person } from './person.ts';
import type { CreateCall, Evidence, ReaderCall, RelateCall, UpdateCall } from './reader-call.ts';
import { sortForGrouping } from './sort-for-grouping.ts';

/** A definition is replaced only if the new one is clearly better, and not just different. */
const clearly = { factor: 1.03, amount: 0.2 } as const;

interface Group {
  readonly owner: Owner;
  readonly members: Candidate[];
}

/**
 * Returns the calls that record the scene. At the end come calls for entries about which there is nothing but evidence
 * or relations, or about which the curator has to decide again.
 */
export function readScene(window: SceneWindow): readonly (ReaderCall | RelateCall)[] {
  const known = [...window.known.values()];
  const knownNames = known.flatMap((entry) => [entry.term, ...entry.aliases]);
  const places = known
    .filter(({ tags }) => tags.includes('location'))
    .flatMap(({ term, aliases }) => [term, ...aliases]);
  const scene = collectCandidates(window.sentences, knownNames, places);
  const held = new Map(window.held.map((term) => [buildTermKey(term.term), term]));
  const registry = buildRegistry(known, collectRanks(scene, known));
  const identities = listIdentities(scene);
  const people = collectPeople(scene, known, registry.ranks);
  const pairs = identities.map(({ names }) => names);
  const narrator = findNarrator(scene, known, linkPeople(people, pairs), window.former);
  const named = linkPeople(people, [...pairs, ...listPairs(narrator?.keys ?? [])]);
  const links = linkCalled(scene, known, named);
  const groups = sortGroups(groupCandidates(scene, registry, links), people);
  const countFormer = (word: string) => countCapitals(window.former, word);
  const countSigns: CountFormer = ({ key, places: [first] }) =>
    countFormerSigns(window.former, first?.mention.text ?? key);
  const calls = groups
    .map((group) => buildCall(scene, group, { held, countFormer, countSigns, narrator }))
    .filter((call) => call !== undefined);
  const reveals = collectReveals(scene, listKnownMembers(groups), identities);
  const borne = groups.flatMap(({ owner, members }) =>
    'entry' in owner ? [{ entry: owner.entry, members }] : [],
  );
  const reopened = listReopened(known, calls).map((id) => [id, []] as const);
  const revealed = addReveals(
    calls,
    new Map([...reopened, ...listSharedNames(scene, borne, known), ...reveals]),
  );
  const relations = listSceneRelations(scene, listRulerWords(known));
  return addRelations(revealed, relations, { scene, findEnd: openEnds(groups, revealed) });
}

function listPairs([first = '', ...others]: readonly string[]): readonly (readonly [string, string])[] {
  return others.map((other) => [first, other] as const);
}

/** Returns a function that finds the entry of a candidate, which may be one that a call of the scene creates. */
function openEnds(groups: readonly Group[], calls: readonly ReaderCall[]): (key: string) => End | undefined {
  const ends = new Map<string, End>();
  const created = new Map(
    calls.flatMap((call) =>
      call.name === 'glossary_create'
        ? [[buildTermKey(call.arguments.term), call.arguments.term] as const]
        : [],
    ),
  );
  for (const { owner, members } of groups) {
    const term = members.map(({ key }) => created.get(key)).find((one) => one !== undefined);
    const fresh = term === undefined ? [] : [{ term }];
    const [end] = 'entry' in owner ? [{ id: owner.entry.id }] : fresh;
    if (end !== undefined) for (const { key } of members) ends.set(key, end);
  }
  return (key) => ends.get(key);
}

/**
 * Puts last the people who are named only to say whose relative somebody is. A name that may be theirs or the
 * relative's then goes to the relative.
 */
function sortGroups(groups: readonly Group[], people: readonly Person[]): readonly Group[] {
  const kin = new Set(people.filter(({ isOnlyKin }) => isOnlyKin).map(({ id }) => id));
  const isKin = ({ members }: Group) => members.every(({ key }) => kin.has(key));
  return groups.toSorted((one, other) => Number(isKin(one)) - Number(isKin(other)));
}

/** Maps the key of each candidate that belongs to an entry to the entry's id. */
function listKnownMembers(groups: readonly Group[]): ReadonlyMap<string, number> {
  const ids = new Map<string, number>();
  for (const { owner, members } of groups) {
    if ('entry' in owner) for (const { key } of members) ids.set(key, owner.entry.id);
  }
  return ids;
}

/**
 * Words that this scene uses as ranks and that English does not have, and words that are titles according to the
 * glossary.
 */
function collectRanks(scene: GatheredScene, known: Iterable<KnownEntry>): ReadonlySet<string> {
  const ranks = new Set<string>();
  for (const entry of known) if (entry.tags.includes('title')) ranks.add(buildTermKey(entry.term));
  for (const candidate of scene.candidates.values()) {
    if (!isEnglish(candidate.key) && isRank(candidate, scene)) ranks.add(candidate.key);
  }
  return ranks;
}

function groupCandidates(scene: GatheredScene, registry: NameRegistry, links: Links): readonly Group[] {
  const named = [...scene.candidates.values()].filter(
    (candidate) => registry.owners.has(candidate.key) || !isRankPhrase(registry, candidate.key),
  );
  const ordered = sortForGrouping(named, scene);
  const groups = new Map<string, Group>();
  const linked = new Map<string, Owner>(
    [...registry.owners.values()].map((owner) => [buildOwnerKey(owner), owner]),
  );
  for (const candidate of ordered) {
    const link = links.get(candidate.key) ?? candidate.key;
    const owner =
      findOwner(registry, candidate) ??
      linked.get(link) ??
      findOwnerOfPart(registry, candidate.key) ??
      findShortPlace(registry, candidate, scene) ??
      registerNew(registry, candidate);
    if (!linked.has(link)) linked.set(link, owner);
    const key = buildOwnerKey(owner);
    const group = groups.get(key) ?? { owner, members: [] };
    group.members.push(candidate);
    groups.set(key, group);
  }
  const isDerived = ({ owner }: Group) =>
    !('entry' in owner) && findBase(registry, owner.newKey) !== undefined;
  return [...groups.values()].filter((group) => !isDerived(group));
}

function buildOwnerKey(owner: Owner): string {
  return 'entry' in owner ? `#${owner.entry.id}` : owner.newKey;
}

function registerNew(registry: NameRegistry, candidate: Candidate): Owner {
  const owner: Owner = { newKey: candidate.key };
  registerName(registry, candidate.key, owner);
  return owner;
}

interface Counts {
  readonly held: ReadonlyMap<string, HeldCounts>;
  readonly countFormer: CountCapitals;
  readonly countSigns: CountFormer;
  readonly narrator: Narrator | undefined;
}

function buildCall(scene: GatheredScene, group: Group, counts: Counts): ReaderCall | undefined {
  const isTeller = group.members.some(({ key }) => counts.narrator?.keys.includes(key));
  const teller =
    isTeller && counts.narrator !== undefined ? [buildTellerStatement(scene, counts.narrator)] : [];
  const said = group.members.flatMap((member) =>
    collectStatements(scene, filterUnaddressed(scene, member.places)),
  );
  const statements = [...teller, ...said];
  return 'entry' in group.owner
    ? buildUpdate(scene, group.owner.entry, {
        members: group.members,
        statements,
        countSigns: counts.countSigns,
      })
    : buildCreate(scene, group.members, { ...counts, statements });
}

function buildTellerStatement(scene: GatheredScene, narrator: Narrator): Statement {
  const shown = scene.sentences[narrator.sentence];
  return buildNarratorStatement(shown && { postId: shown.postId, label: shown.label });
}

/** A statement with at least this score defines the name. */
const definingScore = 4.5;

function buildCreate(
  scene: GatheredScene,
  members: readonly Candidate[],
  context: Counts & { readonly statements: readonly Statement[] },
): CreateCall | undefined {
  const isDefined = context.statements.some((statement) => statement.score >= definingScore);
  const check = (member: Candidate) =>
    checkCandidate(member, context.held.get(member.key), isDefined, context.countFormer);
  const main = chooseMain(members.filter((member) => check(member) !== 'no'));
  if (main === undefined) return undefined;
  const chosen = chooseStatements(context.statements);
  const used =
    chosen.length > 0
      ? chosen
      : chooseQuoted(scene, main.places).flatMap((place) => quoteSentence(scene, place));
  const definition = renderDefinition(used);
  if (definition === '') return undefined;
  const names = collectNames(members, main);
  return {
    name: 'glossary_create',
    arguments: {
      term: names.term,
      definition,
      tags: chooseTags(scene, { members, main }, context),
      aliases: names.aliases,
      evidence: collectEvidence(used),
      ...(check(main) === 'try' ? { status: 'held' as const } : {}),
    },
  };
}

/** The first place where the candidate is not just addressed; if there is none, the first place of all. */
function chooseQuoted(scene: GatheredScene, places: readonly Place[]): readonly Place[] {
  const [first] = filterUnaddressed(scene, places);
  return first === undefined ? places.slice(0, 1) : [first];
}

/**
 * The name that comes first becomes the term of the entry, unless a name with a title occurs this many times as often.
 */
const headFactor = 3;

/**
 * Chooses the name that becomes the term of the entry: the first, or one with a title that the scene uses far more
 * often.
 */
function chooseMain(members: readonly Candidate[]): Candidate | undefined {
  const [first] = members;
  const often = members.find(
    ({ titles, places }) => titles.size > 0 && places.length >= headFactor * (first?.places.length ?? 0),
  );
  return often ?? first;
}

function collectEvidence(statements: readonly Statement[]): readonly Evidence[] {
  const seen = new Map<string, Evidence>();
  for (const { source } of statements) {
    if (source !== undefined)
      seen.set(`${source.postId}:${source.label}`, { post_id: source.postId, label: source.label });
  }
  return [...seen.values()];
}

/**
 * Collects the term, which is the most frequent form of the main name, and the aliases, each normal form once. Forms
 * such as `Poor Orla` are left out.
 */
function collectNames(
  members: readonly Candidate[],
  main: Candidate,
): { term: string; aliases: readonly string[] } {
  const term = chooseForm(main);
  const seen = new Set([buildTermKey(term)]);
  const aliases: string[] = [];
  const own = new Set(members.map(({ key }) => key));
  for (const member of members) {
    for (const form of member.forms.keys()) {
      const key = buildTermKey(form);
      if (seen.has(key) || isDecorated(member, key, own)) continue;
      seen.add(key);
      aliases.push(normaliseForm(form));
    }
  }
  return { term, aliases };
}

/**
 * Whether the form only adds a word before a name that the entry already has: a word of feeling (`Poor Orla`), or an
 * English word that begins a sentence (`Next Orla came`). But `Old Orla` may be what everybody calls her.
 */
function isDecorated({ strong, titles }: Candidate, key: string, own: ReadonlySet<string>): boolean {
  const [first = '', ...rest] = key.split(' ');
  if (rest.length === 0 || !own.has(rest.join(' '))) return false;
  if (first === 'friend') return true;
  if (isListed('fondWords', first)) return !/^(?:old|young|little)$/.test(first);
  return strong === 0 && titles.size === 0 && isEnglish(first);
}

/** Whether the form is the plural of the last word of a person's name: `the Mortimers` are not Dr. Mortimer. */
function isFamilyOf({ term, tags }: KnownEntry, form: string): boolean {
  const [, surname] = /^\p{L}+\.? (?:.+ )?(\p{L}+)$/u.exec(term) ?? [];
  return (
    tags.includes('character') && surname !== undefined && form.toLowerCase() === `${surname.toLowerCase()}s`
  );
}

function normaliseForm(form: string): string {
  return form.replace(/['’]s?$/, '').replace(/\s+/g, ' ');
}

/**
 * Chooses the most frequent form; of equally frequent ones, the shorter. If the name also occurs in lower case,
 * chooses the singular if the text has it.
 */
function chooseForm(candidate: Candidate): string {
  const counts = new Map<string, number>();
  for (const [form, count] of candidate.forms) {
    const clean = normaliseForm(form);
    counts.set(clean, (counts.get(clean) ?? 0) + count);
  }
  const sorted = [...counts].sort(([one, a], [other, b]) => b - a || one.length - other.length);
  const best = sorted[0]?.[0] ?? candidate.key;
  const singular = sorted.find(([form]) => form.toLowerCase() === candidate.key)?.[0];
  return candidate.lower > 0 ? (singular ?? best) : best;
}

function buildUpdate(scene: GatheredScene, entry: KnownEntry, news: News): UpdateCall | undefined {
  const aliases = listNewAliases(entry, news.members);
  const better = findBetter(entry, news.statements);
  const isExplained = better === undefined ? undefined : filterTelling(better).length > 0;
  const tags = findBetterTags(scene, entry, { ...news, isExplained });
  if (better === undefined && aliases.length === 0 && tags === undefined) return undefined;
  return {
    name: 'glossary_update',
    arguments: {
      entry_id: entry.id,
      ...(better === undefined
        ? {}
        : {
            definition: renderDefinition(better),
            replaces: true as const,
            evidence: collectEvidence(better),
          }),
      ...(aliases.length === 0 ? {} : { aliases: [...entry.aliases, ...aliases] }),
      ...(tags === undefined ? {} : { tags }),
    },
  };
}

function listNewAliases(entry: KnownEntry, members: readonly Candidate[]): readonly string[] {
  const seen = new Set([entry.term, ...entry.aliases].map(buildTermKey));
  const own = new Set([...seen, ...members.map(({ key }) => key)]);
  const fresh: string[] = [];
  for (const member of members) {
    for (const form of member.forms.keys()) {
      const key = buildTermKey(form);
      if (seen.has(key) || key.split(' ').every((word) => isListed('titles', word))) continue;
      if (isDecorated(member, key, own) || isFamilyOf(entry, form)) continue;
      seen.add(key);
      fresh.push(normaliseForm(form));
    }
  }
  return fresh;
}

/**
 * Lists the statements of the present definition. If the entry is tagged as unexplained, none of them counts as saying
 * what it is: outside of its sentence, a statement may seem to say more than it does.
 */
function listPresent({ term, aliases, definition, tags }: KnownEntry): readonly Statement[] {
  const present = parseDefinition(definition, [term, ...aliases]);
  return tags.includes(unexplained)
    ? present.map((one) => ({ ...one, score: Math.min(one.score, mostUntold) }))
    : present;
}

/**
 * Finds the best definition from present and new statements; undefined if it is not clearly better than the present
 * one.
 */
function findBetter(entry: KnownEntry, fresh: readonly Statement[]): readonly Statement[] | undefined {
  if (fresh.length === 0) return undefined;
  const present = listPresent(entry);
  const presentTexts = new Set(present.map(({ text }) => listTellingWords(text).join(' ')));
  const chosen = chooseStatements([
    ...present,
    ...fresh.filter(({ text }) => !presentTexts.has(listTellingWords(text).join(' '))),
  ]);
  if (!chosen.some(({ source }) => source !== undefined)) return undefined;
  return isClearlyBetter(chosen, present, clearly) ? chosen : undefined;
}
