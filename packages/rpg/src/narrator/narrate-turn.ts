// Narrates a turn: the deeds, what others do, the consequences, and suggestions for what to do next.

import { readOrder } from '../tools/moves/read-order.ts';
import { playerId } from '../values/entity.ts';
import { restorePlayer } from './aftermath.ts';
import { advanceGoals } from './agenda.ts';
import type { Chronicle } from './chronicle.ts';
import { playClauses } from './clauses.ts';
import { narrateBeat, narrateWays } from './describe.ts';
import { isOut, isPlayerDown, narrateStruck, playFoeBlow, playHorrors, startFight } from './fight.ts';
import { findRow } from './intents.ts';
import { startThread } from './new-thread.ts';
import { listOpenQuests } from './quest-steps.ts';
import type { Script } from './script.ts';
import { advanceQuests, narrateOracles, narrateReminder, narrateStir, runClocks } from './story.ts';
import { suggest } from './suggest.ts';
import { nameOf, readAttitude } from './world.ts';

export interface Told {
  readonly narrative: string;
  readonly suggestions: readonly string[];
  readonly summary: string;
  readonly tags: readonly string[];
  /** Between 0 and 1. */
  readonly importance: number;
}

/**
 * The number of turns from one reminder of the main thread to the next. There is none if a step was reached in that
 * turn; if the turn began without an open quest, a new quest starts instead.
 */
const turnsBetweenReminders = 3;

export function* narrateTurn(c: Chronicle): Script<Told> {
  if (c.intent.rest === 'ooc') {
    narrateOutside(c);
    return finish(c, { hasAdvanced: false, hasFallen: false });
  }
  if (isUnreadable(c)) {
    c.happened.isIdle = true;
    c.narrate('not-english');
    return finish(c, { hasAdvanced: false, hasFallen: false });
  }
  const hadQuest = listOpenQuests(c).length > 0;
  const wasDown = yield* restorePlayer(c);
  if (!wasDown) yield* playClauses(c);
  if (c.paid !== undefined)
    c.narratePlainly(`(Nothing was rolled that ${c.paid} could improve, so none is spent.)`);
  yield* playHorrors(c);
  yield* narrateOracles(c);
  const hasAdvanced = yield* advanceQuests(c);
  const hasFallen = !wasDown && (yield* restorePlayer(c));
  const isDown = hasFallen || wasDown || (yield* playEnemy(c));
  const isCalm = !isDown && c.world.mode !== 'combat';
  if (isCalm) yield* advanceStory(c, { hasAdvanced, hadQuest });
  if (!c.hasSpoken) {
    narrateBeat(c);
    narrateWays(c);
  }
  return finish(c, { hasAdvanced, hasFallen: isDown });
}

/**
 * Whether the words are in a script that this narrator does not read, and are not just a name in the game: then nothing
 * happens.
 */
function isUnreadable({ intent, world }: Chronicle): boolean {
  const words = intent.raw.trim();
  if (!/\p{L}/u.test(words) || /\p{Script=Latin}/u.test(words)) return false;
  const named = ['npc', 'creature', 'location', 'item'].flatMap((type) => world.list(type));
  return !named.some((one) => nameOf(one) === words);
}

function* advanceStory(
  c: Chronicle,
  { hasAdvanced, hadQuest }: { readonly hasAdvanced: boolean; readonly hadQuest: boolean },
): Script<void> {
  yield* runClocks(c);
  if (c.world.mode === 'combat') return;
  yield* advanceGoals(c);
  if (!hadQuest && c.turn % turnsBetweenReminders === 0) return yield* startThread(c);
  if (hasAdvanced) return;
  if (c.turn % turnsBetweenReminders === 0) return narrateReminder(c);
  if (!c.happened.hasStirred) narrateStir(c);
}

/**
 * Lets foes act after the player's deed, if the deed gives them reason to and they have not acted already. A hostile
 * beast may begin a fight. Returns true if they brought the player's character down.
 */
function* playEnemy(c: Chronicle): Script<boolean> {
  const { opponents, mode } = c.world;
  for (const foe of c.world.listPresent()) narrateStruck(c, foe);
  if (mode === 'combat' && opponents.length === 0) {
    yield* c.execute([{ name: 'mode_set', arguments: { mode: 'exploration', opponents: [] } }]);
  }
  if (isFought(c) && (yield* playFoesInTurn(c))) return true;
  if (isHarmless(c)) return false;
  const beast = c.world.listPresent().find((one) => one.type === 'creature' && readAttitude(one) < -1);
  const foe = opponents[0] ?? beast;
  if (foe === undefined || isOut(c, foe)) return false;
  if (opponents.length > 0 && readOrder(c.world) !== undefined) return yield* playFoesInTurn(c);
  c.startParagraph();
  if (opponents.length === 0) {
    yield* startFight(c, foe);
    c.narrate('pounce', { who: c.nameNoun(foe) });
  }
  yield* playFoeBlow(c, foe);
  return yield* restorePlayer(c);
}

/** Whether the deed gives enemies no reason to act by themselves. */
function isHarmless({ happened, intent }: Chronicle): boolean {
  return happened.isRefused || findRow(intent.kind).isPeaceful === true;
}

function isFought({ happened, intent }: Chronicle): boolean {
  const isBlow = intent.kind === 'attack' && !happened.isRefused;
  return happened.acted.size > 0 || happened.areFoesRoused || isBlow;
}

/**
 * In a system with turns, lets all foes who have not acted yet act after the player, in the order of turns. True if
 * they brought the player's character down.
 */
function* playFoesInTurn(c: Chronicle): Script<boolean> {
  const { places = [] } = readOrder(c.world) ?? {};
  const own = places.findIndex(({ id }) => id === playerId);
  for (const { id } of [...places.slice(own + 1), ...places.slice(0, Math.max(0, own))]) {
    const foe = c.world.opponents.find((one) => one.id === id);
    if (foe === undefined || c.happened.acted.has(id) || isOut(c, foe) || isPlayerDown(c)) continue;
    c.startParagraph();
    yield* playFoeBlow(c, foe);
  }
  return yield* restorePlayer(c);
}

interface Ended {
  readonly hasAdvanced: boolean;
  readonly hasFallen: boolean;
}

function finish(c: Chronicle, { hasAdvanced, hasFallen }: Ended): Told {
  const { here } = c.world;
  const place = here === undefined ? 'nowhere' : nameOf(here);
  const met = [...c.happened.talkedTo, ...c.happened.beaten];
  const usual = c.happened.isIdle ? 0.2 : 0.5;
  return {
    narrative: c.text,
    suggestions: suggest(c),
    // Empty, since code writes a better summary from the record than a grammar can.
    summary: '',
    tags: [...new Set([place, ...met, c.intent.kind])].slice(0, 8),
    importance: hasAdvanced || hasFallen ? 0.8 : usual,
  };
}

/** Says, outside the story, who narrates and by which rules, always in the same words. */
function narrateOutside(c: Chronicle): void {
  const { mechanic } = c.system.manifest.engine;
  c.narratePlainly(
    `(I am the built-in narrator, with no language model inside; I tell what comes of what you do, and cannot answer questions about the game. ${mechanic} /rules WORDS searches the rules, and /help lists the commands.)`,
  );
}
