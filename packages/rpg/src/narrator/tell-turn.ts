// Tells a turn: the deed, what comes back, what follows from it, how the story goes on.

import {
  askOracle,
  cast,
  force,
  helpOut,
  nonsense,
  perform,
  rest,
  sayOutside,
  sneak,
  speakOfMyself,
  wait,
} from './acts/deeds.ts';
import { sayBeat, sayWays } from './acts/describe.ts';
import { inventory, know, look, read, rememberQuest, search } from './acts/explore.ts';
import { attack, engage } from './acts/fight.ts';
import { callForHelp, claim, ease, gesture, listen, surrender } from './acts/manners.ts';
import { risk } from './acts/risk.ts';
import { askAbout, talk } from './acts/speak.ts';
import { isOut, strikeBack } from './acts/strike-back.ts';
import { persuade, threaten } from './acts/sway.ts';
import { drop, give, steal, take, use } from './acts/things.ts';
import { flee, go } from './acts/travel.ts';
import { comeRound } from './aftermath.ts';
import { pursueGoals } from './agenda.ts';
import type { Chronicle } from './chronicle.ts';
import { meetHorrors } from './horrors.ts';
import { openThread } from './new-thread.ts';
import { listOpenQuests } from './quest-steps.ts';
import type { IntentKind } from './read-intent.ts';
import type { Script } from './script.ts';
import { advanceQuests, remind, runClocks, stir, tellOracles } from './story.ts';
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
  attack,
  flee: (c) => flee(c),
  threaten,
  persuade,
  steal,
  sneak,
  force,
  search,
  read,
  cast,
  help: helpOut,
  know,
  rest,
  wait,
  give,
  take,
  drop,
  use,
  talk,
  look,
  go,
  inventory,
  quest: rememberQuest,
  risk,
  perform,
  claim,
  gesture,
  surrender,
  call: callForHelp,
  listen,
  ease,
  ask: askAbout,
  oracle: askOracle,
  self: speakOfMyself,
  nonsense,
  empty: nonsense,
};

/** A thread is picked up again after this many turns without a step. */
const turnsBetweenReminders = 3;

export function* tellTurn(c: Chronicle): Script<Told> {
  if (c.intent.rest === 'ooc') {
    sayOutside(c);
    return finish(c, { hasAdvanced: false, hasFallen: false });
  }
  const hadQuest = listOpenQuests(c).length > 0;
  const wasDown = yield* comeRound(c);
  if (!wasDown) yield* acts[c.intent.kind](c);
  yield* meetHorrors(c);
  yield* tellOracles(c);
  const hasAdvanced = yield* advanceQuests(c);
  const hasFallen = !wasDown && (yield* comeRound(c));
  if (!hasFallen && !wasDown) yield* pressOn(c);
  const isCalm = !hasFallen && !wasDown && c.world.mode !== 'combat';
  if (isCalm) yield* goOn(c, { hasAdvanced, hadQuest });
  if (!c.hasSpoken) {
    sayBeat(c);
    sayWays(c);
  }
  return finish(c, { hasAdvanced, hasFallen: hasFallen || wasDown });
}

function* goOn(
  c: Chronicle,
  { hasAdvanced, hadQuest }: { readonly hasAdvanced: boolean; readonly hadQuest: boolean },
): Script<void> {
  yield* runClocks(c);
  if (c.world.mode === 'combat') return;
  yield* pursueGoals(c);
  if (!hadQuest && c.turn % turnsBetweenReminders === 0) return yield* openThread(c);
  if (hasAdvanced) return;
  if (c.turn % turnsBetweenReminders === 0) return remind(c);
  if (!c.happened.hasStirred) stir(c);
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

function* pressOn(c: Chronicle): Script<void> {
  const { opponents, mode } = c.world;
  if (mode === 'combat' && opponents.length === 0) {
    yield* c.act([{ name: 'mode_set', arguments: { mode: 'exploration', opponents: [] } }]);
  }
  if (peaceful.has(c.intent.kind)) return;
  const beast = c.world.listPresent().find((one) => one.type === 'creature' && readAttitude(one) < -1);
  const foe = opponents[0] ?? beast;
  if (foe === undefined || isOut(c, foe)) return;
  c.paragraph();
  if (opponents.length === 0) {
    yield* engage(c, foe);
    c.say('pounce', { who: c.noun(foe) });
  }
  yield* strikeBack(c, foe, true);
  yield* comeRound(c);
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
    summary: `At ${place}${nameOutcome(c.happened.degree)}: ${came.slice(0, 200)}`,
    tags: [...new Set([place, ...met, c.intent.kind])].slice(0, 8),
    importance: hasAdvanced || hasFallen ? 0.8 : usual,
  };
}

function nameOutcome(degree: number | undefined): string {
  if (degree === undefined) return '';
  if (degree === 0) return ' (at a price)';
  return degree > 0 ? ' (it worked)' : ' (it failed)';
}
