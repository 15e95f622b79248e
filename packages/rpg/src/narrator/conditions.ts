// Conditions: what may have to be so for a rule to fit, each by the name it has in the table of intents.

import { findThingHeard } from '../tools/moves/things.ts';
import { isNamedHere, readAbout } from './describe.ts';
import { isAssault, isOut, isWavering } from './fight.ts';
import { findAbsent, findNamedPerson, isUnclear } from './find-referent.ts';
import type { Frame } from './frame.ts';
import { smallWords } from './grammar.ts';
import { isGeneral, isQuestion, isRefusing } from './people.ts';
import { findSupplies, isAnyMeal } from './plain-answers.ts';
import { findErrand, hasOpenErrand, listCurrentSteps } from './quest-steps.ts';
import { isStroll, listUnsearched } from './travel.ts';
import { isGone, isSame, nameOf, readAttitude } from './world.ts';

type Test = (f: Frame) => boolean;

const manlike = /footpad|cutpurse|bravo|deserter|guard|bandit|thug|\bman\b|woman|soldier|cultist/i;

const isCreature: Test = ({ who }) => who?.type === 'creature';
const isFight: Test = ({ c }) => c.world.mode === 'combat';
const isBad: Test = ({ tried }) => tried !== undefined && tried.degree < 0;
const isHereNamed = ({ c }: Frame, name: string | undefined) =>
  c.world.here !== undefined && isSame(nameOf(c.world.here), name ?? '');

export const conditions = {
  here: ({ c }) => c.world.here !== undefined,
  who: ({ who }) => who !== undefined,
  thing: ({ thing }) => thing !== undefined,
  way: ({ way, c }) => way !== undefined && c.world.here !== undefined,
  goal: ({ goal }) => goal !== undefined,
  topic: ({ topic }) => topic !== undefined,

  isGone: ({ who }) => who !== undefined && isGone(who),
  isCreature,
  isBeast: ({ who }) => who?.type === 'creature' && !manlike.test(nameOf(who)),
  isDescribed: ({ who }) => who !== undefined && readAbout(who) !== '',
  /** A creature that the scenario gives nothing to say. */
  isDumb: ({ c, who }) => who?.type === 'creature' && c.findPerson(who)?.topics.length === 0,
  isProper: ({ c, who }) => who !== undefined && c.nameNoun(who).isProper,
  isWritten: ({ c, who }) => who !== undefined && c.findPerson(who) !== undefined,
  isHostile: ({ who }) => who !== undefined && readAttitude(who) < -1,
  isFriend: ({ who }) => who !== undefined && readAttitude(who) > 0,
  isRefusing: ({ c, who }) => who !== undefined && isRefusing(c, who),
  isOut: ({ c, who }) => who !== undefined && isOut(c, who),
  isWavering: ({ c, who }) => who !== undefined && isWavering(c, who),
  /** Spoken to in a fight, or a beast that means harm. */
  canStandDown: (f) => isFight(f) || (f.who?.type === 'creature' && readAttitude(f.who) < 0),
  hasErrand: ({ c, who }) => who !== undefined && findErrand(c, who) !== undefined,
  hasWish: ({ c, who }) => who !== undefined && c.findWant(who) !== undefined,
  hasAsked: ({ c, who }) => who !== undefined && hasOpenErrand(c, who),
  /** A pronoun may mean several here. */
  isUnclear: ({ c }) => isUnclear(c, c.intent.heard),
  isNamed: ({ c, who }) => who !== undefined && findNamedPerson(c, c.intent.heard, [who]) !== undefined,
  /** Somebody is named, and nobody of that name is here. */
  isAbsentNamed: ({ c }) =>
    findNamedPerson(c, c.intent.rest, c.world.listPresent()) === undefined &&
    findAbsent(c, c.intent.rest) !== undefined,

  isFight,
  isFought: (f) => isFight(f) && f.c.world.opponents.length > 0,
  wasFight: ({ wasFight }) => wasFight === true,
  wasHostile: ({ wasHostile }) => wasHostile === true,
  isBad,
  hasTravelled: ({ c }) => c.happened.hasTravelled,
  isTurnEven: ({ c }) => c.turn % 2 === 0,

  isThingDescribed: ({ thing }) => thing !== undefined && thing.about !== '',
  /** Food is counted on the sheet, and the words ask for no dish. */
  hasSupplies: ({ c }) => findSupplies(c) !== undefined && isAnyMeal(c),
  isCheckWanted: ({ topic }) => topic?.wants_check === true,
  isKeyHeld: ({ c, way }) => way !== undefined && way.opensWith !== '' && c.world.hasThing(way.opensWith),
  isGoalHere: ({ c, goal }) => goal !== undefined && goal.id === c.world.here?.id,
  /** A place is named that one cannot step into from here. */
  isGoalFar: ({ c, goal }) =>
    goal !== undefined &&
    goal.id !== c.world.here?.id &&
    !c.world.listOpenWays().some(({ to }) => to === goal.id),
  isTopicHeard: ({ c, topic }) => topic?.words.some((word) => c.intent.heard.includes(` ${word} `)) === true,
  isThingNamed: ({ c }) => isNamedHere(c),
  isSearchedOut: (f) =>
    f.way === undefined &&
    f.thing === undefined &&
    !isSearchAwaited(f) &&
    f.c.findPlace(f.c.world.here) !== undefined &&
    listUnsearched(f.c).length === 0,

  isSearchAwaited,
  /** Of what is heard, the rules say what using it does. */
  isOfRules: ({ c }) => findThingHeard(c.system, c.intent.heard, 'use') !== undefined,
  isUseAwaited: (f) =>
    listCurrentSteps(f.c).some(
      ({ on, what, where }) =>
        on === 'use' && isSame(what ?? '', f.thing?.name ?? '') && isHereNamed(f, where),
    ),
  /** A quest waits for this thing to come to them. */
  isAwaited: ({ c, who, thing }) =>
    listCurrentSteps(c).some(
      (step) =>
        isSame(step.with ?? '', thing?.name ?? '') &&
        isSame(step.what ?? '', who === undefined ? '' : nameOf(who)),
    ),

  isAssault: ({ c }) => isAssault(c),
  isQuestion: ({ c }) => isQuestion(c.intent.heard),
  isGeneral: ({ c }) => isGeneral(c),
  isStroll: ({ c }) => isStroll(c.intent.heard),
  isHowAsked: ({ c }) => c.intent.rest === 'how',
  isPastHeard: ({ c }) => / past /.test(c.intent.heard),
  isPronounHeard: ({ c }) => / (?:him|her|them|it|to) /.test(c.intent.heard),
  isCompassHeard: ({ c }) => smallWords.compass.some((one) => c.intent.heard.includes(` ${one} `)),
} satisfies Readonly<Record<string, Test>>;

export type ConditionName = keyof typeof conditions;

function isSearchAwaited(f: Frame): boolean {
  return listCurrentSteps(f.c).some((step) => step.on === 'search' && isHereNamed(f, step.what));
}
