// Finds what comes to mind in a turn among rules, lore, facts, episodes and preferences, each with its reason.

import type { Embedder } from '@terrarium/kernel/embedder';
import type { Connection } from '@terrarium/kernel/open-database';
import { splitTerms } from '@terrarium/kernel/split-terms';
import { z } from 'zod';
import { readValue } from '../rules/read-value.ts';
import { isWishNote } from '../state/wish.ts';
import type { Field, System } from '../system/system.ts';
import type { Asked, Recollection, Recollector } from '../turn/recollector.ts';
import { type GameState, playerId, sceneId } from '../values/entity.ts';
import { listNamed } from './list-named.ts';
import {
  type FoundMemory,
  type FoundTurn,
  type MemorySearchStore,
  openMemorySearchStore,
} from './memory-search-store.ts';
import { buildQuery, commonShare } from './query.ts';
import type { Candidate } from './rank-candidates.ts';
import { rankCandidates } from './rank-candidates.ts';
import { renderSource, renderTurnSource } from './render-source.ts';
import { openRuleIndex } from './rule-index.ts';
import { type Near, openNearSearch } from './search-near.ts';
import { chooseOfGroups } from './triggers/choose-of-groups.ts';
import { findTimed } from './triggers/find-timed.ts';
import { readTrigger } from './triggers/lore-trigger.ts';

export interface RecollectorOptions {
  readonly connection: Connection;
  readonly sessionId: string;
  readonly system: System;
  readonly countTokens: (text: string) => number;
  readonly embedder?: Embedder | undefined;
}

const mostOfKind = 24;
const mostTurns = 24;
const mostPreferences = 12;
/** How many memories of a kind are found by tags: this many by weight, and this many by age. */
const mostTagged = 12;
/** How many of the most telling words are searched for; the others only help to rank what was found. */
const mostLookedUp = 8;

/**
 * A search takes no longer in a long game than in a short one, with one exception: to rank texts, the index counts how
 * many texts contain each word.
 */
export function openRecollector(options: RecollectorOptions): Recollector {
  const store = openMemorySearchStore(options.connection, options.sessionId);
  const meaning = openNearSearch(options);
  const choices = listChoices(options.system);
  const thingNames = listThingNames(options.system);
  return {
    async recall(asked) {
      const near = await meaning.search(asked);
      const collect = () => collectRecollections(options, store, { asked, near, choices, thingNames });
      return asked.readPast === undefined ? collect() : asked.readPast(collect);
    },
  };
}

interface Felt {
  readonly asked: Asked;
  readonly near: Near;
  readonly choices: readonly Choice[];
  /** Names of the things that the rules know, in lower case; only names of two or more words. */
  readonly thingNames: readonly string[];
}

function collectRecollections(
  options: RecollectorOptions,
  store: MemorySearchStore,
  { asked, near, choices, thingNames }: Felt,
): readonly Recollection[] {
  const rules = openRuleIndex(options.system);
  const sceneTags = listSceneTags(asked.state);
  const now = store.readHeadNumber();
  const documents = store.countTexts() + rules.documents;
  // If a word is common, the exact number of texts with it does not matter.
  const most = Math.ceil(documents * commonShare) + 1;
  const query = buildQuery(asked.words, {
    documents,
    count: (word) => store.countWord(word, most) + countInRules(rules.count, word),
  });
  const words = query.slice(0, mostLookedUp).map(({ word }) => word);
  const found = [
    ...store.searchByWords(words, mostOfKind),
    ...store.searchByTags({ tags: sceneTags, limit: mostTagged, known: asked.known }),
    ...store.listPreferences(mostPreferences),
  ];
  const triggered = listTriggered(store, asked, { session: options.sessionId, now });
  const isFree = ({ id }: FoundMemory) => !triggered.ids.has(id);
  const named = listNamed(options.system, asked.words, asked.state);
  const isNamed = new Set(named.candidates.map(({ key }) => key));
  const candidates = [
    ...triggered.fired,
    ...named.candidates,
    ...mergeFound([...found, ...store.read([...near.memories.keys()])].filter(isFree), near.memories, now),
    ...mergeTurns(
      [...store.searchTurns(words, mostTurns), ...store.readTurns([...near.turns.keys()])],
      near.turns,
      now,
    ),
    ...stripForeign(rules.search(query, mostOfKind, near.rules), choices, asked).filter(
      ({ key }) => !isNamed.has(key),
    ),
  ];
  const { known, budgetTokens } = asked;
  const said = asked.words.toLowerCase();
  const names = [...new Set([...named.names, ...thingNames.filter((name) => said.includes(name))])];
  return rankCandidates(candidates, {
    query,
    names,
    sceneTags,
    known,
    budgetTokens,
    count: options.countTokens,
  });
}

/** A field in which a character has one of several labels, such as a class. */
interface Choice {
  readonly field: Field;
  /** In small letters. */
  readonly labels: readonly string[];
}

const asChoice = z.looseObject({ rungs: z.array(z.looseObject({ label: z.string() })) });

function listChoices({ sheets }: System): readonly Choice[] {
  return (sheets.get('character')?.fields ?? []).flatMap((field) => {
    const rungs = asChoice.safeParse(field.definition.config).data?.rungs ?? [];
    return rungs.length === 0 ? [] : [{ field, labels: rungs.map(({ label }) => label.toLowerCase()) }];
  });
}

function listThingNames({ manifest }: System): readonly string[] {
  return (manifest.things ?? []).map(({ name }) => name.toLowerCase()).filter((name) => name.includes(' '));
}

/** Leaves out rules about a choice that the character did not make, such as another class, unless the player names it. */
function stripForeign(
  rules: readonly Candidate[],
  choices: readonly Choice[],
  { words, state }: Asked,
): readonly Candidate[] {
  const player = state.find(playerId);
  if (player === undefined) return rules;
  const heard = words.toLowerCase();
  const foreign = choices.flatMap(({ field: { path, kind }, labels }) => {
    const own = kind.view(readValue(player.sheet, path) ?? kind.blank()).toLowerCase();
    return labels.filter((label) => !own.startsWith(label) && !heard.includes(label));
  });
  const titles = new Set(foreign);
  return rules.filter(({ text }) => !titles.has(text.slice(0, text.indexOf(':')).toLowerCase()));
}

/** How many steps patterns may take in one turn; this number of steps takes a few tenths of a second. */
const mostWork = 20_000_000;

interface Triggered {
  /** Ids of lore with a trigger; such lore comes to mind only by its trigger. */
  readonly ids: ReadonlySet<number>;
  readonly fired: readonly Candidate[];
}

interface Standing {
  readonly session: string;
  /** Number of the turn at the head. */
  readonly now: number;
}

function listTriggered(
  store: MemorySearchStore,
  { words, listHeard = () => [], state }: Asked,
  { session, now }: Standing,
): Triggered {
  const nameEntry = buildEntryNaming();
  const known = store.listTriggered().flatMap((memory) => {
    const trigger = readTrigger(memory.source);
    return trigger === undefined ? [] : [{ memory, trigger, key: nameEntry(memory) }];
  });
  if (known.length === 0) return { ids: new Set(), fired: [] };
  const player = state.find(playerId)?.sheet['name'];
  const messages = [`${typeof player === 'string' ? player : ''}: ${words}`, ...listHeard()];
  // Chance in a turn is seeded with the number of the turn before.
  const nameSeed = (turn: number) => `${session} ${turn - 1}`;
  const said = { messages, work: { left: mostWork }, turn: now + 1, nameSeed };
  const came = known.flatMap((one) => {
    const fired = findTimed(one.key, one.trigger, said);
    return fired === undefined ? [] : [{ ...one, fired }];
  });
  const fired = chooseOfGroups(came, nameSeed(now + 1)).map((one): Candidate => {
    const { key, kind, content, tags, importance, turnNumber, source } = one.memory;
    const from = renderSource(source, turnNumber);
    const blank = { key: `note:${key}`, kind, text: content, tags, importance, age: 0, from, score: 0 };
    const order = one.trigger.isConstant ? Infinity : one.trigger.order;
    return { ...blank, fired: one.fired.because, order };
  });
  return { ids: new Set(known.map(({ memory }) => memory.id)), fired };
}

/** Matches the source of a piece of an entry: all pieces of one entry have the same source. */
const entrySource = /"file":"(?:[^"\\]|\\.)*, entry \d+"/u;

/**
 * A long entry of a book is stored in several notes. They share the key of the first, so that one chance decides about
 * all of them, and they do not exclude each other in a group.
 */
function buildEntryNaming(): (memory: FoundMemory) => string {
  const firsts = new Map<string, string>();
  return ({ key, source }) => {
    if (typeof source !== 'string' || !entrySource.test(source)) return key;
    const first = firsts.get(source) ?? key;
    firsts.set(source, first);
    return first;
  };
}

function countInRules(count: (term: string) => number, word: string): number {
  return [...splitTerms(word).counts.keys()].reduce((sum, term) => sum + count(term), 0);
}

/** Tags for the place, for those who are present, and for the mode of the scene. */
function listSceneTags(state: GameState): readonly string[] {
  const scene = state.find(sceneId)?.sheet;
  const here = scene?.['here'];
  const place = typeof here === 'string' ? state.find(here as `${string}:${string}`) : undefined;
  const present = ['npc', 'creature'].flatMap((type) =>
    state.list(type).filter(({ sheet }) => typeof here === 'string' && sheet['at'] === here),
  );
  const mode = scene?.['mode'];
  const named = [place, ...present, state.find(playerId)].flatMap((entity) => {
    const name = entity?.sheet['name'];
    return typeof name === 'string' ? [name] : [];
  });
  return [...named, ...(typeof mode === 'string' ? [mode] : [])];
}

function mergeFound(
  found: readonly FoundMemory[],
  near: ReadonlyMap<number, number>,
  now: number,
): readonly Candidate[] {
  const merged = new Map<number, Candidate>();
  for (const memory of found.filter(({ kind, content }) => !isWishNote(kind, content))) {
    const before = merged.get(memory.id);
    const score = Math.max(before?.score ?? 0, memory.score);
    const { key, kind, content, tags, importance, turnNumber, source } = memory;
    const from = renderSource(source, turnNumber);
    const age = Math.max(0, now - turnNumber);
    const candidate = { key: `note:${key}`, kind, text: content, tags, importance, age, from, score };
    merged.set(memory.id, { ...candidate, closeness: near.get(memory.id) });
  }
  return [...merged.values()];
}

/** A turn that is found by its words and by its meaning is one candidate. */
function mergeTurns(
  found: readonly FoundTurn[],
  near: ReadonlyMap<number, number>,
  now: number,
): readonly Candidate[] {
  const merged = new Map<number, Candidate>();
  for (const turn of found) {
    if (merged.has(turn.turnId)) continue;
    merged.set(turn.turnId, { ...buildEpisode(turn, now), closeness: near.get(turn.turnId) });
  }
  return [...merged.values()];
}

function buildEpisode(
  { turnId, number, summary, tags, importance, score }: FoundTurn,
  now: number,
): Candidate {
  const age = Math.max(0, now - number);
  const key = `turn:${turnId}`;
  return { key, kind: 'event', text: summary, tags, importance, age, from: renderTurnSource(number), score };
}
