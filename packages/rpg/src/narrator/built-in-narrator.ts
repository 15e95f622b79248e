// Builds the built-in narrator: a model whose replies are made from the manifest, the dice and a grammar.

import {
  buildPlainReply,
  type LanguageModel,
  type Message,
  type ModelReply,
  type ModelRequest,
} from '@terrarium/kernel/language-model';
import { readNotebook } from '../state/notebook.ts';
import type { System } from '../system/system.ts';
import { renderAfterPart } from '../turn/after/render-after-part.ts';
import { type Entity, playerId } from '../values/entity.ts';
import { readAddress } from './address.ts';
import { Chronicle } from './chronicle.ts';
import { narrateTurn } from './narrate-turn.ts';
import { listOwnVerbs } from './own-verbs.ts';
import { readPayment } from './payment.ts';
import { readIntent, type Verb } from './read-intent.ts';
import type { Scenario } from './scenario.ts';
import { findScenario } from './scenarios.ts';
import { type NarratorView, playScript } from './script.ts';
import { normaliseSpelling, type Vocabulary } from './spelling.ts';
import { splitClauses } from './split-clauses.ts';
import { stripInterjections } from './strip-interjections.ts';

export interface NarratorOptions {
  readonly system: System;
  /** The session's seed: the same game is told in the same words. */
  readonly seed: string;
  /** The world that is played; if absent, the narrator looks for the shipped scenario with the places of the game. */
  readonly scenario?: Scenario | undefined;
  /** Reads the present state of the turn; called once for each reply. */
  readonly readView: () => NarratorView;
}

/**
 * Builds the narrator of one turn. The narrator keeps nothing between two replies: for each reply, it plays the turn
 * again from the beginning, with the answers of the calls that were already made. So an interrupted turn simply
 * continues.
 */
export function buildNarrator({ readView, ...given }: NarratorOptions): LanguageModel {
  return {
    id: 'builtin:narrator',
    reply: async (request, options) => {
      options?.signal?.throwIfAborted();
      return narrate(request, { ...given, view: readView() });
    },
  };
}

function narrate(
  request: ModelRequest,
  { system, seed, view, ...given }: Omit<NarratorOptions, 'readView'> & { readonly view: NarratorView },
): ModelReply {
  const own = listOwnVerbs(system.manifest);
  const scenario = given.scenario ?? findScenario(view.before);
  const findPerson = (who: Entity) => scenario?.people.find(({ name }) => name === who.sheet['name']);
  const written = normaliseSpelling(view.words, collectVocabulary({ view, scenario, own }));
  const { words: said, to } = readAddress(stripInterjections(written), view.before, findPerson);
  const { words, paid } = readPayment(said, system.manifest.narrator);
  const [first = view.words, ...further] = splitClauses(words, own);
  const chronicle = new Chronicle({
    system,
    seed,
    view,
    intent: readIntent(first, own),
    further,
    scenario,
    addressed: to,
    paid,
  });
  const isOpen = request.toolChoice !== 'none' && request.tools.length > 0;
  const { turn, actions } = view;
  const sent = countSent(request.messages);
  const played = playScript(narrateTurn(chronicle), { turn, actions, sent, isOpen });
  if (played.kind === 'calls') return buildPlainReply('', played.calls);
  const { narrative, ...after } = played.result;
  return buildPlainReply(`${narrative}${renderAfterPart(after)}`, []);
}

interface Speaking {
  readonly view: NarratorView;
  readonly scenario: Scenario | undefined;
  readonly own: readonly Verb[];
}

/**
 * The words that a player may mean or that need no correction, such as the names of the game and what was told lately.
 */
function collectVocabulary({ view: { before, narratives }, scenario, own }: Speaking): Vocabulary {
  const named = ['npc', 'creature', 'location', 'item'].flatMap((type) => before.list(type));
  const here = before.list('character').find(({ id }) => id === playerId)?.sheet['at'];
  const place = named.find(({ id }) => id === here);
  const described = scenario?.places.find(({ name }) => name === place?.sheet['name']);
  const topics = scenario?.people.flatMap((one) => one.topics.flatMap(({ words }) => words)) ?? [];
  return {
    texts: [
      ...named.map(({ sheet }) => String(sheet['name'] ?? '')),
      String(place?.sheet['about'] ?? ''),
      ...(described?.senses ?? []),
      ...topics,
    ],
    known: [...narratives.slice(-mostRecent), ...readNotebook(before).secrets.map(({ text }) => text)],
    scripted: scenario === undefined ? [] : listWritten(scenario),
    own: own.map(({ verb }) => verb),
  };
}

const mostRecent = 8;

/** The texts of scenarios, collected once for each. */
const written = new WeakMap<Scenario, readonly string[]>();

/** Every text anywhere in the scenario. */
function listWritten(scenario: Scenario): readonly string[] {
  const known = written.get(scenario);
  if (known !== undefined) return known;
  const listed = listTexts(scenario);
  written.set(scenario, listed);
  return listed;
}

function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

/**
 * How many calls of this turn were answered, including refused calls. Calls before the player's words belong to other
 * turns.
 */
function countSent(messages: readonly Message[]): number {
  const isOfTurn = (message: Message) =>
    message.role === 'assistant' && (message.calls ?? []).some(({ id }) => id.startsWith('narrator-'));
  const words = messages.findLastIndex(
    (message, index) =>
      message.role === 'user' &&
      !isOfTurn(messages[index - 1] ?? message) &&
      messages[index - 1]?.role !== 'tool',
  );
  return messages
    .slice(words + 1)
    .reduce((sum, message) => sum + (message.role === 'assistant' ? (message.calls?.length ?? 0) : 0), 0);
}
