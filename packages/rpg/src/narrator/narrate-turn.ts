// Tells a turn: the deed, what comes back, what follows from it, how the story goes on.

import {
  narrateOutside,
  playCast,
  playForce,
  playHelp,
  playNonsense,
  playOracle,
  playPerform,
  playRest,
  playSelf,
  playSneak,
  playWait,
} from './acts/deeds.ts';
import { narrateBeat, narrateWays } from './acts/describe.ts';
import { playInventory, playKnow, playLook, playQuest, playRead, playSearch } from './acts/explore.ts';
import { playAttack, startFight } from './acts/fight.ts';
import { playCall, playClaim, playEase, playGesture, playListen, playSurrender } from './acts/manners.ts';
import { isOut, playStrikeBack } from './acts/play-strike-back.ts';
import { playRisk } from './acts/risk.ts';
import { playAsk, playTalk } from './acts/speak.ts';
import { playPersuade, playThreaten } from './acts/sway.ts';
import { playDrop, playGive, playSteal, playTake, playUse } from './acts/things.ts';
import { playFlee, playGo } from './acts/travel.ts';
import { restorePlayer } from './aftermath.ts';
import { advanceGoals } from './agenda.ts';
import type { Chronicle } from './chronicle.ts';
import { playHorrors } from './horrors.ts';
import { startThread } from './new-thread.ts';
import { listOpenQuests } from './quest-steps.ts';
import type { IntentKind } from './read-intent.ts';
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

const acts: Readonly<Record<IntentKind, (c: Chronicle) => Script<void>>> = {
  attack: playAttack,
  flee: (c) => playFlee(c),
  threaten: playThreaten,
  persuade: playPersuade,
  steal: playSteal,
  sneak: playSneak,
  force: playForce,
  search: playSearch,
  read: playRead,
  cast: playCast,
  help: playHelp,
  know: playKnow,
  rest: playRest,
  wait: playWait,
  give: playGive,
  take: playTake,
  drop: playDrop,
  use: playUse,
  talk: playTalk,
  look: playLook,
  go: playGo,
  inventory: playInventory,
  quest: playQuest,
  risk: playRisk,
  perform: playPerform,
  claim: playClaim,
  gesture: playGesture,
  surrender: playSurrender,
  call: playCall,
  listen: playListen,
  ease: playEase,
  ask: playAsk,
  oracle: playOracle,
  self: playSelf,
  nonsense: playNonsense,
  empty: playNonsense,
};

/** A thread is picked up again after this many turns without a step. */
const turnsBetweenReminders = 3;

export function* narrateTurn(c: Chronicle): Script<Told> {
  if (c.intent.rest === 'ooc') {
    narrateOutside(c);
    return finish(c, { hasAdvanced: false, hasFallen: false });
  }
  const hadQuest = listOpenQuests(c).length > 0;
  const wasDown = yield* restorePlayer(c);
  if (!wasDown) yield* acts[c.intent.kind](c);
  yield* playHorrors(c);
  yield* narrateOracles(c);
  const hasAdvanced = yield* advanceQuests(c);
  const hasFallen = !wasDown && (yield* restorePlayer(c));
  if (!hasFallen && !wasDown) yield* playEnemy(c);
  const isCalm = !hasFallen && !wasDown && c.world.mode !== 'combat';
  if (isCalm) yield* advanceStory(c, { hasAdvanced, hadQuest });
  if (!c.hasSpoken) {
    narrateBeat(c);
    narrateWays(c);
  }
  return finish(c, { hasAdvanced, hasFallen: hasFallen || wasDown });
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

/** What an enemy does of its own accord while one is busy with something else. */
const peaceful: ReadonlySet<IntentKind> = new Set([
  'go',
  'sneak',
  'flee',
  'persuade',
  'talk',
  'ask',
  'attack',
  'self',
  'wait',
  'risk',
  'threaten',
  'look',
  'empty',
  'inventory',
  'quest',
  'surrender',
  'call',
  'claim',
]);

function* playEnemy(c: Chronicle): Script<void> {
  const { opponents, mode } = c.world;
  if (mode === 'combat' && opponents.length === 0) {
    yield* c.execute([{ name: 'mode_set', arguments: { mode: 'exploration', opponents: [] } }]);
  }
  if (peaceful.has(c.intent.kind)) return;
  const beast = c.world.listPresent().find((one) => one.type === 'creature' && readAttitude(one) < -1);
  const foe = opponents[0] ?? beast;
  if (foe === undefined || isOut(c, foe)) return;
  c.startParagraph();
  if (opponents.length === 0) {
    yield* startFight(c, foe);
    c.narrate('pounce', { who: c.nameNoun(foe) });
  }
  yield* playStrikeBack(c, foe, true);
  yield* restorePlayer(c);
}

interface Ended {
  readonly hasAdvanced: boolean;
  readonly hasFallen: boolean;
}

function finish(c: Chronicle, { hasAdvanced, hasFallen }: Ended): Told {
  const { here } = c.world;
  const place = here === undefined ? 'nowhere' : nameOf(here);
  const met = [...c.happened.talkedTo, ...c.happened.beaten];
  const [came = 'nothing came of it'] = (c.text.split('\n\n').find((text) => text !== '') ?? '').split(
    /(?<=[.!?]) (?=\p{Lu})/u,
  );
  const usual = c.happened.isIdle ? 0.2 : 0.5;
  return {
    narrative: c.text,
    suggestions: suggest(c),
    summary: `At ${place}${describeOutcome(c.happened.degree)}: ${came.slice(0, 200)}`,
    tags: [...new Set([place, ...met, c.intent.kind])].slice(0, 8),
    importance: hasAdvanced || hasFallen ? 0.8 : usual,
  };
}

function describeOutcome(degree: number | undefined): string {
  if (degree === undefined) return '';
  if (degree === 0) return ' (at a price)';
  return degree > 0 ? ' (it worked)' : ' (it failed)';
}
