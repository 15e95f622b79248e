// Steps: the functions with which an intent's rules tell, note or change something, each under the name that the rules use.

import { narrateAnswer } from './answers.ts';
import type { Chronicle } from './chronicle.ts';
import { playComplication } from './complications.ts';
import { chooseOne, type Slots } from './compose.ts';
import {
  completeSentence,
  describePlace,
  narrateBeat,
  narrateHour,
  narrateIdle,
  narratePresent,
  narrateSense,
  narrateSmell,
  narrateThing,
  narrateThings,
  narrateWays,
  narrateWaysAgain,
} from './describe.ts';
import { narrateEcho } from './echo.ts';
import { applyPeace, finishFight, playBlow, startFight } from './fight.ts';
import { findAbsent } from './find-referent.ts';
import { narrateMeant, narrateMore } from './follow-up.ts';
import type { Frame } from './frame.ts';
import { isEnglish, isGerman, readDays, readUntil } from './intent.ts';
import { playPayment } from './money.ts';
import { listBringing, listConsuming, listPassing, writeNote } from './move-things.ts';
import { nameThing } from './noun.ts';
import {
  narrateCompany,
  narrateDoors,
  narrateMood,
  narrateOwnName,
  narrateState,
  narrateWhetherMet,
} from './own-state.ts';
import {
  applyGrudge,
  findNeededTopic,
  isPressedFor,
  narrateSmall,
  narrateTrouble,
  narrateUnclear,
  playGreeting,
  playHeart,
} from './people.ts';
import {
  narrateOther,
  narrateOwnWords,
  narrateSelf,
  narrateShown,
  narrateUnknown,
} from './person-answers.ts';
import {
  findSupplies,
  narrateClock,
  narrateHowRolled,
  narrateLeft,
  narrateWhereabouts,
  narrateWhereUnknown,
  narrateWho,
} from './plain-answers.ts';
import { playPassing, playPlainDeed } from './plain-deeds.ts';
import { narratePresence } from './presence.ts';
import { describeStep, findErrand, listCurrentSteps, startErrand } from './quest-steps.ts';
import { narrateRecord, narrateWeather, narrateWhole } from './record.ts';
import { playRest } from './rests.ts';
import { rollOracle } from './roll-intent.ts';
import { narrateSaid } from './said.ts';
import type { Script } from './script.ts';
import { narrateReminder } from './story.ts';
import { findTheirSaying, narrateFixture } from './things-named.ts';
import { findTopic, listSayingsOf } from './topics.ts';
import { findSought, listUnsearched, playGoBy, playReveal, unlock } from './travel.ts';
import { isGone, nameOf, readText } from './world.ts';

/** Returns false if the step had no result, and a script if it calls tools. */
type StepPlay = (f: Frame) => unknown;

const markWho =
  (kept: 'talkedTo' | 'settled') =>
  ({ c, who }: Frame) => {
    if (who) c.happened[kept].add(nameOf(who));
  };

export const steps = {
  startParagraph: ({ c }) => c.startParagraph(),
  nothing: () => true,
  stop: (f) => {
    f.isOver = true;
  },

  // Steps that tell something.
  beat: ({ c }) => narrateBeat(c),
  idle: ({ c, who }) => who !== undefined && narrateIdle(c, who),
  sense: ({ c }) => narrateSense(c),
  hour: ({ c }) => narrateHour(c),
  clock: ({ c }) => narrateClock(c),
  presence: ({ c }) => narratePresence(c),
  whereabouts: ({ c }) => narrateWhereabouts(c),
  whereUnknown: ({ c }) => narrateWhereUnknown(c),
  whoItIs: ({ c }) => narrateWho(c),
  left: ({ c }) => narrateLeft(c),
  lyingThings: ({ c }) => (c.world.listLying().length > 0 ? narrateThings(c) : c.narrate('take-nothing')),
  eatSupplies: function* ({ c }) {
    const path = findSupplies(c);
    if (path !== undefined) yield* c.execute([{ name: 'adjust', arguments: { path, delta: -1 } }]);
  },
  consume: function* ({ c, thing }) {
    if (thing) yield* c.execute(listConsuming(c, thing));
  },
  place: ({ c }) => describePlace(c, false),
  present: ({ c }) => narratePresent(c),
  things: ({ c }) => narrateThings(c),
  ways: ({ c }) => narrateWays(c),
  waysAgain: ({ c }) => narrateWaysAgain(c),
  detail: ({ c }) => narrateThing(c),
  /** A note such as `harm 2` is not a sentence. */
  about: ({ c, thing }) =>
    thing !== undefined && /^\p{Lu}.*\s/u.test(thing.about) && c.narrateText(thing.about),
  sentence: ({ c, thing }) => thing !== undefined && c.narrateText(completeSentence(thing.about)),
  nothingToMend: ({ c }) => c.narratePlainly('You have no hurt that first aid could mend.'),
  whom: ({ c }) => narrateUnclear(c),
  howRolled: ({ c }) => narrateHowRolled(c),
  absence: ({ c }) => {
    const who = findAbsent(c, c.intent.rest);
    c.happened.isIdle = true;
    if (who !== undefined) c.narrate(isGone(who) ? 'gone' : 'absent', { who: c.nameNoun(who) });
    narrateSense(c);
  },
  greeting: ({ c, who }) => who && playGreeting(c, who),
  small: ({ c, who }) => who && narrateSmall(c, who),
  trouble: ({ c, who }) => who !== undefined && narrateTrouble(c, who),
  unknown: ({ c, who }) => who && narrateUnknown(c, who),
  heart: ({ c, who, tried }) => who && playHeart(c, who, tried?.degree ?? 0),
  topic: ({ c, who, topic }) => {
    const slots: Slots = who === undefined ? {} : { who: c.nameNoun(who) };
    const name = who === undefined ? undefined : c.findPerson(who)?.name;
    if (topic === undefined) return false;
    const key = `topic/${name}/${topic.words[0]}`;
    return (
      c.narrateOneOf(listSayingsOf(topic, c.intent.rest), key, slots) || c.narrateOneOf(topic.say, key, slots)
    );
  },
  answer: ({ c, who, answer }) => who !== undefined && answer !== undefined && narrateAnswer(c, who, answer),
  sayMore: ({ c, who }) => who !== undefined && narrateMore(c, who),
  sayAgain: ({ c, who }) => who !== undefined && narrateMeant(c, who),
  findings: ({ c }) =>
    c.world.here !== undefined && c.narrateOneOf(listUnsearched(c), `searched/${nameOf(c.world.here)}`),
  inventory: narrateInventory,
  steps: ({ c }) => {
    const open = listCurrentSteps(c);
    for (const { quest, name } of open.slice(0, 2))
      c.narrateText(`“${nameOf(quest)}”: ${completeSentence(describeStep(c, name))}`);
    if (open.length === 0) narrateWays(c);
  },
  guidance: ({ c }) => {
    const isForeign = /[^\p{Script=Latin}\P{L}]/u.test(c.intent.raw) || isGerman(c.intent.heard);
    const isSaid = (text: string) => c.recent.some((one) => one.includes(text));
    if (isForeign && !isSaid('I read plain English')) c.narrate('not-english');
    else if (!isForeign && !isEnglish(c.intent.heard) && !isSaid('Write what your')) c.narrate('how');
  },
  noSuch: narrateNoSuch,
  echo: ({ c }) => narrateEcho(c),
  fixtureSaying: ({ c, kind }) => narrateFixture(c, kind),
  ownName: ({ c }) => narrateOwnName(c),
  whetherMet: ({ c }) => narrateWhetherMet(c),
  theirSaying: ({ c }) => c.narrateText(findTheirSaying(c) ?? ''),
  ownState: ({ c }) => narrateState(c),
  company: ({ c }) => narrateCompany(c),
  weather: ({ c }) => narrateWeather(c),
  saidAgain: ({ c }) => narrateSaid(c),
  recordWhole: ({ c }) => narrateWhole(c),
  recordSurely: ({ c }) => narrateRecord(c),
  doors: ({ c }) => narrateDoors(c),
  mood: ({ c, who }) => who && narrateMood(c, who),
  ownWords: ({ c, who }) => who !== undefined && narrateOwnWords(c, who),
  other: ({ c, who }) => who !== undefined && narrateOther(c, who),
  self: ({ c, who }) => who !== undefined && narrateSelf(c, who),
  shown: ({ c, who }) => who !== undefined && narrateShown(c, who),
  /** A thing that was thrown is no longer in hand. */
  letGo: function* ({ c, thing }) {
    const { here } = c.world;
    const isHeld = thing !== undefined && c.world.hasThing(thing.name);
    if (isHeld && here !== undefined) yield* c.execute(listPassing(c, thing, here.id));
  },

  // Steps that note something for later parts of the turn.
  markIdle: ({ c }) => {
    c.happened.isIdle = true;
  },
  markRefused: ({ c }) => {
    c.happened.isIdle = true;
    c.happened.isRefused = true;
  },
  markHalted: ({ c }) => {
    c.happened.isHalted = true;
  },
  markTravelled: ({ c }) => {
    c.happened.hasTravelled = true;
  },
  markTalkedTo: markWho('talkedTo'),
  /** An answer counts as the talk that a quest waits for, unless the quest waits for another topic. */
  markAnswered: ({ c, who, topic }) => {
    const needed = who && findNeededTopic(c, who);
    if (who && (needed === undefined || needed === topic)) c.happened.talkedTo.add(nameOf(who));
  },
  /**
   * A question counts as the talk that a quest waits for if the quest waits for no topic, or for the topic of the
   * question.
   */
  markReplied: ({ c, who }) => {
    const needed = who && findNeededTopic(c, who);
    if (who && (needed === undefined || findTopic(c, who) === needed)) c.happened.talkedTo.add(nameOf(who));
  },
  /**
   * Pressing somebody counts as the talk that a quest waits for if the quest waits for no topic, asks to win the person
   * over, or waits for the topic that the words touch on.
   */
  markPressed: ({ c, who }) => {
    const needed = who && findNeededTopic(c, who);
    if (who && (needed === undefined || isPressedFor(c, who, needed))) c.happened.talkedTo.add(nameOf(who));
  },
  markSettled: markWho('settled'),
  markSearched: ({ c }) => {
    if (c.world.here) c.happened.searched.add(nameOf(c.world.here));
  },
  markServed: ({ c }) => {
    c.happened.isServed = true;
  },
  markUsed: ({ c, thing }) => {
    if (thing) c.happened.used.add(thing.name);
  },

  // Steps that change something.
  startFight: ({ c, who }) => who && startFight(c, who),
  blow: ({ c, who, tried }) => who && tried && playBlow(c, who, tried),
  /** The foe's blow of this round comes to nothing; other foes strike in their turns. */
  keepOff: ({ c, who }) => {
    if (who === undefined) return;
    c.happened.acted.add(who.id);
    c.happened.areFoesRoused = true;
  },
  finishFight: ({ c, who }) => who && finishFight(c, who),
  makePeace: ({ c, who }) => who && applyPeace(c, [who]),
  makePeaceWithAll: ({ c }) => applyPeace(c, c.world.opponents),
  grudge: ({ c, who }) => who && applyGrudge(c, who),
  startErrand: function* ({ c, who }) {
    const errand = who && findErrand(c, who);
    if (who && errand) yield* startErrand(c, who, errand);
  },
  create: function* ({ c, thing }) {
    if (thing) yield* c.execute(listBringing(c, thing));
  },
  unlock: ({ c, way }) => way && unlock(c, way),
  reveal: ({ c, way }) => way && playReveal(c, way),
  goBy: ({ c, way }) => way && playGoBy(c, way),
  payOut: ({ c }) => playPayment(c),
  writeNote: ({ c, thing }) => thing && writeNote(c, thing),
  notFound: ({ c }) => c.narrate('search-failure-for', { topic: nameThing(findSought(c) ?? 'it') }),
  smell: ({ c }) => narrateSmell(c),
  plainDeed: ({ c }) => playPlainDeed(c),
  passFive: ({ c }) => playPassing(c, 5),
  passQuarter: ({ c }) => playPassing(c, 15),
  rest: ({ c }) => playRest(c),
  passTime: playWait,
  waitInFight: narrateWaitInFight,
  askOracle: playOracle,
} satisfies Readonly<Record<string, StepPlay>>;

export type StepName = keyof typeof steps;

function narrateInventory({ c }: Frame): void {
  const names = c.world
    .listHeldBy(c.world.player)
    .map(({ name, quantity }) => (quantity === undefined || quantity === 1 ? name : `${name} ×${quantity}`));
  // A name may have a comma of its own, such as “rope, 50 feet”.
  const between = names.some((name) => name.includes(',')) ? '; ' : ', ';
  const things = names.slice(0, 12).join(between);
  const sayings =
    names.length === 0
      ? ['Your hands and pockets are empty.', 'There is nothing in your pockets but the lining.']
      : [`You have with you: ${things}.`, `Still with you: ${things}.`, `You have what you had: ${things}.`];
  sayings.some((saying) => c.narrateText(saying));
}

/** Words after the thing that say how a deed is done or should end: "force the chest open quietly". */
const outcome =
  /(?: (?:\S+ly|open|shut|closed|loose|free|apart|aside|away|off|up|down|in|out|over|again|through))+ $/;

/**
 * Answers deeds such as "open the chest" if no such thing lies here or is held by the player, and neither the place nor
 * the last narratives mention one.
 */
function narrateNoSuch({ c }: Frame): boolean {
  const [, thing] =
    / (?:the|a|an|that|this) (?:\S+ )?(\S{3,20}) $/.exec(c.intent.rest.replace(outcome, ' ')) ?? [];
  const { here } = c.world;
  if (thing === undefined || here === undefined || / (?:door|window|way|lock) /.test(` ${thing} `))
    return false;
  const { senses = [], searched = [], about = readText(here, 'about') } = c.findPlace(here) ?? {};
  const things = [...c.world.listLying(), ...c.world.listHeldBy(c.world.player)].map(({ name }) => name);
  const known = [...senses, ...searched, about, ...things, ...c.recent.slice(-3)].join(' ').toLowerCase();
  if (known.includes(thing)) return false;
  c.happened.isIdle = true;
  return c.narrate('no-such', { topic: nameThing(thing) });
}

function* playWait({ c }: Frame): Script<void> {
  const { heard } = c.intent;
  const until = readUntil(heard, c.world.minutes % 1440) ?? readDays(heard);
  yield* c.execute([{ name: 'time_advance', arguments: { minutes: until ?? 15 } }]);
  c.narrate(until === undefined ? 'wait' : 'wait-until');
  if (until === undefined) return;
  c.happened.hasRested = until > 60;
  narrateHour(c);
}

/** In a fight nobody can wait for as long as they like: no time passes, and the foe's move comes next. */
function narrateWaitInFight({ c, who }: Frame): boolean {
  const until = readUntil(c.intent.heard, c.world.minutes % 1440);
  const kind = until === undefined ? 'wait-fight' : 'wait-fight-long';
  return c.narrate(kind, { who: who && c.nameNoun(who) });
}

const bareEndings = [
  'as it turns out',
  'so far as one can tell',
  'and that is all there is to it',
  'by every sign',
];

/**
 * Carries out the "but" or "and" of an answer of chance: for "Yes, but" and "No, and" something bad happens; for "Yes,
 * and" and "No, but" something is noticed, or the player is reminded of a current step.
 */
function* playFollowing(c: Chronicle, answer: string): Script<void> {
  if (!/^(?:Yes|No),/.test(answer)) return;
  c.startParagraph();
  if (/^(?:Yes, but|No, and)/.test(answer))
    return yield* playComplication(c, yield* rollOracle(c, c.hints.complication, 'what comes with it'));
  const noticed = listUnsearched(c).some((line) => c.narrateText(line));
  if (!noticed) narrateReminder(c);
}

const plainAnswers = [
  'No, and it is worse than that.',
  'No.',
  'No, but some good comes of it.',
  'Yes, but at a price.',
  'Yes.',
  'Yes, and more.',
];

function* playOracle({ c }: Frame): Script<void> {
  const question = c.intent.raw
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[*_<>]/g, '')
    .slice(0, 120);
  const said = yield* rollOracle(c, c.hints.oracle, question);
  const asked = `${question.charAt(0).toUpperCase()}${question.slice(1).replace(/(?<![.!?])[.!?]+$/, '')}?`;
  const answer = said ?? chooseOne(plainAnswers, c.takeKey('oracle')) ?? 'No.';
  const [bare] = /^(?:Yes|No)(?=\.)/.exec(answer) ?? [];
  const answers = [answer, ...(bare === undefined ? [] : bareEndings).map((ending) => `${bare}, ${ending}.`)];
  if (!answers.some((one) => c.narrateText(`${asked} ${one}`))) c.narratePlainly(`${asked} ${answer}`);
  yield* playFollowing(c, answer);
}
