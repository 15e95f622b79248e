// Conditions: the functions with which an intent's rules check whether they fit, each under the name that the rules use.

import { findThingHeard } from '../tools/moves/things.ts';
import { isNamedHere, listSayings, readAbout } from './describe.ts';
import { isTrueFor } from './effects.ts';
import { isAimless, isAssault, isOut, isOutForGood, isWavering } from './fight.ts';
import { findMove, isSpellAimed } from './find-move.ts';
import {
  findAbsent,
  findNamedPerson,
  findThing,
  findWay,
  isPersonMeant,
  isUnclear,
} from './find-referent.ts';
import { isFollowUp } from './follow-up.ts';
import { isAskedAgain, isAskedOn } from './follow-up-words.ts';
import type { Frame } from './frame.ts';
import { smallWords } from './grammar.ts';
import { hasWord, isHost } from './hosts.ts';
import { isTelling, readQuestion } from './likeness.ts';
import { isHurt, isMendable } from './mending.ts';
import { isSolvent } from './money.ts';
import {
  isAskedAway,
  isGeneral,
  isGreeting,
  isQuestion,
  isRefusing,
  isStatement,
  isUnaddressed,
  readSmallTalk,
} from './people.ts';
import { detectPlaceKind } from './place-kind.ts';
import { findSupplies, isAnyMeal } from './plain-answers.ts';
import { findErrand, hasOpenErrand, listCurrentSteps, listSpare } from './quest-steps.ts';
import { readPut } from './read-put.ts';
import { listContent } from './record.ts';
import { findBeast, findNounMeant, isOfPlace } from './things-named.ts';
import { isToldInPart, isUntold } from './topics.ts';
import { findSought, isStroll, listUnsearched } from './travel.ts';
import { isGone, isSame, nameOf, readAttitude, readText } from './world.ts';

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
  answer: ({ answer }) => answer !== undefined,

  isGone: ({ who }) => who !== undefined && isGone(who),
  isCreature,
  isBeast: ({ who }) => who?.type === 'creature' && !manlike.test(nameOf(who)),
  isDescribed: ({ who }) => who !== undefined && readAbout(who) !== '',
  /** Whether `who` is a creature of the scenario that has no topics to talk about. */
  isDumb: ({ c, who }) => who?.type === 'creature' && c.findPerson(who)?.topics.length === 0,
  isProper: ({ c, who }) => who !== undefined && c.nameNoun(who).isProper,
  isWritten: ({ c, who }) => who !== undefined && c.findPerson(who) !== undefined,
  isHostile: ({ who }) => who !== undefined && readAttitude(who) < -1,
  isFriend: ({ who }) => who !== undefined && readAttitude(who) > 0,
  isRefusing: ({ c, who }) => who !== undefined && isRefusing(c, who),
  isOut: ({ c, who }) => who !== undefined && isOut(c, who),
  isOutForGood: ({ c, who }) => who !== undefined && isOutForGood(c, who),
  /** Whether `who` was asleep before the blow and still is. */
  isStillAsleep: ({ c, who, wasOut }) =>
    who !== undefined && wasOut === true && isOut(c, who) && !isOutForGood(c, who),
  isWavering: ({ c, who }) => who !== undefined && isWavering(c, who),
  /** Whether there is a fight, or `who` is a creature that means harm. */
  canStandDown: (f) => isFight(f) || (f.who?.type === 'creature' && readAttitude(f.who) < 0),
  hasErrand: ({ c, who }) => who !== undefined && findErrand(c, who) !== undefined,
  hasWish: ({ c, who }) => who !== undefined && c.findWant(who) !== undefined,
  hasAsked: ({ c, who }) => who !== undefined && hasOpenErrand(c, who),
  /** A pronoun in the words may mean several people here. */
  isUnclear: ({ c }) => isUnclear(c, c.intent.heard),
  /** The spell that the words name does something to somebody else, and can be cast. */
  isSpellAimed: ({ c }) => isSpellAimed(c) && isTrueFor(c, findMove(c, ['cast'])?.hint.needs, c.world.player),
  /** Nothing says whom the blow is aimed at, and several people are here. */
  isAimlessAmongSeveral: ({ c }) => isAimless(c) && c.world.listPresent().length > 1,
  isNamed: ({ c, who }) => who !== undefined && findNamedPerson(c, c.intent.heard, [who]) !== undefined,
  /** The words name somebody who is not here, and nobody who is. */
  isAbsentNamed: ({ c }) =>
    findNamedPerson(c, c.intent.rest, c.world.listPresent()) === undefined &&
    findAbsent(c, c.intent.rest) !== undefined,

  /** The words name somebody who is not here, without `the`, `my` or the like, which would suggest a thing. */
  isAbsentCalled: ({ c }) =>
    !/^ (?:the|a|an|my|this|that|some) /.test(c.intent.rest) && findAbsent(c, c.intent.rest) !== undefined,

  isFight,
  isFought: (f) => isFight(f) && f.c.world.opponents.length > 0,
  wasFight: ({ wasFight }) => wasFight === true,
  wasHostile: ({ wasHostile }) => wasHostile === true,
  isBad,
  isHurt: ({ c, who }) => who !== undefined && isHurt(c, who) === true,
  /** `who` has lost nothing of what decides when they are beaten. */
  isUnhurt: ({ c, who }) => who !== undefined && isHurt(c, who) === false,
  isMendable: ({ c, who }) => isMendable(c, who),
  hasTravelled: ({ c }) => c.happened.hasTravelled,
  isTurnEven: ({ c }) => c.turn % 2 === 0,

  isThingDescribed: ({ thing }) => thing !== undefined && thing.about !== '',
  /** The sheet has food left, and the words ask for no particular dish. */
  hasSupplies: ({ c }) => findSupplies(c) !== undefined && isAnyMeal(c),
  /** Whether the person tells of the topic, or gives what belongs to it, only once they are won over. */
  isWithheld: ({ c, thing, topic }) =>
    topic?.wants_check === true &&
    (thing !== undefined || (topic.gives === undefined && !isToldInPart(c, topic))),
  isKeyHeld: ({ c, way }) => way !== undefined && way.opensWith !== '' && c.world.hasThing(way.opensWith),
  isGoalHere: ({ c, goal }) => goal !== undefined && goal.id === c.world.here?.id,
  /** The words name a place that is more than one step away. */
  isGoalFar: ({ c, goal }) =>
    goal !== undefined &&
    goal.id !== c.world.here?.id &&
    !c.world.listOpenWays().some(({ to }) => to === goal.id),
  isTopicHeard: ({ c, topic }) => topic?.words.some((word) => c.intent.heard.includes(` ${word} `)) === true,
  isTopicUntold: ({ c, who, topic }) => who !== undefined && topic !== undefined && isUntold(c, who, topic),
  isThingNamed: ({ c }) => isNamedHere(c),
  isSearchedOut: (f) =>
    f.way === undefined &&
    f.thing === undefined &&
    !isSearchAwaited(f) &&
    f.c.findPlace(f.c.world.here) !== undefined &&
    listUnsearched(f.c).length === 0,

  isSearchAwaited,
  /** The words name a thing of the rules that says what using it does. */
  isOfRules: ({ c }) => findThingHeard(c.system, c.intent.heard, 'use') !== undefined,
  isUseAwaited: (f) =>
    listCurrentSteps(f.c).some(
      ({ on, what, where }) =>
        on === 'use' && isSame(what ?? '', f.thing?.name ?? '') && isHereNamed(f, where),
    ),
  /** A quest waits for this thing to be brought to this person. */
  isAwaited: ({ c, who, thing }) =>
    listCurrentSteps(c).some(
      (step) =>
        isSame(step.with ?? '', thing?.name ?? '') &&
        isSame(step.what ?? '', who === undefined ? '' : nameOf(who)),
    ),

  /** The words name something that everybody has: boots, a hat, their own hands. */
  isOwnBody: ({ c }) => smallWords.own.includes(findNounMeant(c) ?? ''),
  /** The text of this place, or what was told lately, mentions water to swim in. */
  isWaterNear: ({ c }) => {
    const { here } = c.world;
    const written = here === undefined ? [] : listSayings(c, here);
    return hasWord([...written, ...c.recent.slice(-2)].join(' '), smallWords.swimmable);
  },
  /** Whether a slip here would cost something: on a height, under the ground, over water or fire. */
  isPerilous: ({ c }) => {
    const { here } = c.world;
    const place = here === undefined ? '' : `${nameOf(here)} ${readText(here, 'about')}`;
    return (
      hasWord(c.intent.heard, smallWords.perilous) ||
      hasWord(place, smallWords.heights) ||
      detectPlaceKind(c, here) === 'underground'
    );
  },
  /** Whether the words speak of getting past somebody or away unseen, or an enemy is here. */
  isWatched: ({ c }) =>
    / (?:from|past|while|so that|before|up behind|up on|up to) /i.test(` ${c.intent.raw} `) ||
    c.world.listPresent().some((one) => readAttitude(one) < -1),
  isTalkHeard: ({ c }) =>
    / (?:listen|overhear|eavesdrop) (?:in )?(?:to |on )?(?:what|the (?:people|others|talk|conversation|guests|room|gossip|neighbours|sitters|family|families|crowd)|people|others|everyone|everybody|them|him|her|their|those|any (?:talk|gossip))/.test(
      c.intent.heard,
    ) || findNamedPerson(c, c.intent.rest, c.world.listPresent()) !== undefined,
  /** The words name what the player looks for. */
  isSoughtNamed: ({ c }) => findSought(c) !== undefined,
  /** The person with whom or to whom the deed is done is elsewhere: "play cards with Irsa". */
  isAbsentBeside: ({ c }) => {
    const { rest } = c.intent;
    const beside =
      / (?:with|at|beside|behind|against|over|next to) ((?:the )?(?:\S+ ){1,2})/.exec(rest)?.[1] ??
      /^ (?!the |a |an |my |it |some )(\S+ )/.exec(rest)?.[1];
    if (beside === undefined) return false;
    const isHere = findNamedPerson(c, ` ${beside}`, c.world.listPresent()) !== undefined;
    return !isHere && findAbsent(c, ` ${beside}`) !== undefined && !isNamedHere(c);
  },
  /** The words name a beast that the text of the place mentions. */
  isBeastHeard: ({ c }) => findBeast(c) !== undefined,
  /** Things of all kinds are sold at this place. */
  isMarketHere: ({ c }) => {
    const { here } = c.world;
    return here !== undefined && hasWord(`${nameOf(here)} ${readText(here, 'about')}`, smallWords.markets);
  },
  /** There is water here that one could drink. */
  isSpringHere: ({ c }) => {
    const { here } = c.world;
    return here !== undefined && hasWord(listSayings(c, here).join(' '), smallWords.springs);
  },
  /** The deed takes something out from under or behind somebody. */
  isPrank: ({ c, who }) => {
    const [, beside = ''] = / (?:out from|from) (?:under|beneath|behind) (.*)$/.exec(c.intent.rest) ?? [];
    return who !== undefined && findNamedPerson(c, ` ${beside} `, [who]) !== undefined;
  },
  /** Something is given to people who are mentioned only in the text of the place: "one of the sitters". */
  isFolkHeard: ({ c }) => {
    const noun = / to (?:one of )?(?:the|a|an) (?:\S+ ){0,2}?(\S+) $/.exec(c.intent.rest)?.[1];
    const isNamed = findNamedPerson(c, c.intent.rest, c.world.listPresent()) !== undefined;
    return noun !== undefined && !isNamed && smallWords.folk.includes(noun) && isOfPlace(c, noun);
  },
  isHalf: ({ c }) => / half /.test(c.intent.heard),
  isHostHere: ({ c }) => c.world.listPresent().some((one) => one.type === 'npc' && isHost(c, one)),
  isMoneyHeard: ({ c }) => hasWord(c.intent.heard, smallWords.cash),
  isSolvent: ({ c }) => isSolvent(c),
  isHost: ({ c, who }) => who !== undefined && isHost(c, who),
  /** The thing is something to eat or drink, by its name. */
  isEdible: ({ thing }) =>
    thing !== undefined && hasWord(thing.name, [...smallWords.edible, ...smallWords.drink]),
  isFromPlace: ({ c }) => / (?:from|off) (?:the|this|its) /.test(c.intent.heard),
  isSpare: ({ c, thing }) => listSpare(c).some(({ name }) => isSame(name, thing?.name ?? '')),
  /** The person held this thing already when the story began. */
  isTheirOwn: ({ c, who, thing }) =>
    c.scenario?.items.some(
      (item) =>
        isSame(item.name, thing?.name ?? '') &&
        isSame(item.holder ?? '', who === undefined ? '' : nameOf(who)),
    ) === true,
  /** The words mean anybody who is here. */
  isAnybodyMeant: ({ c }) =>
    / (?:whoever|someone|somebody|anyone|anybody) /.test(c.intent.heard) && c.world.listPresent().length > 0,
  /** The words mean one of the people here without naming them, so they do not mean a thing of the place. */
  isPersonMeant: ({ c }) => isPersonMeant(c, c.intent.rest),
  isHarmful: ({ c, thing }) =>
    hasWord(`${thing?.name ?? ''} ${thing === undefined ? c.intent.heard : ''}`, smallWords.harmful),
  isPlayful: ({ c }) =>
    / (?:joke|jest|fun|playful|playfully|play|gently|lightly|softly|laughing|tease|teasing|grinning) /.test(
      c.intent.heard,
    ),
  isWayHeard: ({ c }) => {
    // "Up to the lamp" does not mean the way up.
    const heard = c.intent.heard.replace(/ (?:up|over|down|back|across|out) to /, ' to ');
    return findWay(c, heard, c.world.listOpenWays()) !== undefined;
  },
  isAskedAway: ({ c }) => isAskedAway(c),
  /** The question is about somebody who is elsewhere. */
  isAbsentAsked: ({ c }) => findAbsent(c, c.intent.rest) !== undefined,
  isThingAsked: ({ c }) => / (?:lend|give|sell|swap|exchange|borrow) /.test(c.intent.heard),
  isAnybodyHere: ({ c }) => c.world.listPresent().some(({ type }) => type === 'npc'),
  /** The thing lies here, and is in nobody's hands. */
  isUnheld: ({ c, thing }) =>
    thing !== undefined &&
    !c.world.hasThing(thing.name) &&
    c.world.listLying().some(({ name }) => isSame(name, thing.name)),
  /** The question is about one subject, and asks nothing particular about it. */
  isAskedPlainly: ({ c }) =>
    / about (?:the |a |an |his |her |their |that |this )?(?:\S+ ){1,2}$/.test(c.intent.rest),
  isLootNamed: ({ c }) =>
    c.world.listPresent().some((one) => findThing(c.intent.rest, c.world.listHeldBy(one)) !== undefined),
  /** The words name an object of the deed. */
  isObjectNamed: ({ c }) => / (?:the|my|a|an|at|to|with|under|before|down) \S/.test(c.intent.rest),
  /** The player is speaking to somebody here. */
  isSpeaking: ({ c }) => c.world.listPresent().some(({ id }) => id === c.addressed),
  /** The question names nothing that could be true or false. */
  isEmptyQuestion: ({ c }) => listContent(c.intent.heard).length === 0,
  /** The player tells somebody something, and asks nothing. */
  isStatement: ({ c }) => isStatement(c),
  isGreeting: ({ c }) => isGreeting(c),
  /** The words are addressed to nobody by name. */
  isUnaddressed: ({ c }) => isUnaddressed(c),
  /** The question names `who`, and does not speak to them. */
  isOfThemselvesAsked: ({ c, who }) =>
    who !== undefined &&
    !/ (?:you|your|ask|tell) /.test(c.intent.heard) &&
    findNamedPerson(c, c.intent.heard, [who]) !== undefined,
  isAssault: ({ c }) => isAssault(c),
  isQuestion: ({ c }) => isQuestion(c.intent.heard),
  /** The question is about what was said just before. */
  isFollowUp: ({ c, who }) => isFollowUp(c, who),
  /** Somebody is asked to come along or to lend a hand. */
  isCompanyAsked: ({ c }) =>
    / (?:come|go|walk|follow|join|accompany|help) (?:\S+ ){0,2}(?:with|me|us|along) /.test(c.intent.heard),
  /** The words ask this person to confirm their name: "Are you Nell?" */
  isNameAsked: ({ c, who }) => who !== undefined && /^(?:so )?are you (?:the )?you\b/.test(readPut(c, who)),
  isNameTold: ({ c }) => /^\W*(?:my name is|call me|i am called)\b/i.test(c.intent.raw),
  /** This person has already said something in this turn. */
  hasReplied: ({ c, who }) => who !== undefined && c.happened.replied.has(who.id),
  /** The question says what it is about. */
  isOfSomething: ({ c }) => readQuestion(c.intent.raw).forms.some(isTelling),
  isAskedAgain: ({ c }) => isAskedAgain(c.intent.heard),
  isAskedOn: ({ c }) => isAskedOn(c.intent.heard),
  isSmallTalk: ({ c }) => readSmallTalk(c) !== undefined,
  isJoke: ({ c }) => readSmallTalk(c) === 'joke',
  /** The words are for all who are here. */
  isToEverybody: ({ c }) =>
    / (?:everyone|everybody|anyone|anybody|all of you|which of you|who of you|any of you|the (?:whole )?(?:room|house|table|company)) /.test(
      c.intent.heard,
    ) && c.addressed === undefined,
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
