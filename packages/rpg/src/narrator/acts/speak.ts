// Speaks: talking and asking; people answer in their own voices, and say no twice the same way.

import type { Entity } from '../../values/entity.ts';
import type { Chronicle } from '../chronicle.ts';
import { findErrand, hasOpenErrand, openErrand } from '../errands.ts';
import { findAbsent, findThing, listNameWords } from '../find-referent.ts';
import { findFirstWords, noteFirstWords } from '../first-words.ts';
import { nameThing } from '../name-noun.ts';
import { findCurrentSteps } from '../quest-steps.ts';
import type { ScenarioPerson } from '../scenario.ts';
import type { Script } from '../script.ts';
import { isGone, isSame, listSteps, nameOf, readAttitude, readText } from '../world.ts';
import { endSentence, findVoice, readAbout, sayBeat, sayIdle } from './describe.ts';
import { findListener } from './find-listener.ts';
import { passThing } from './give-over.ts';
import { react, readManner } from './react.ts';
import { strikeBack } from './strike-back.ts';
import { trySway } from './sway.ts';

type Topic = ScenarioPerson['topics'][number];

export function* talk(c: Chronicle): Script<void> {
  const who = findListener(c);
  if (who === undefined) {
    sayBeat(c);
    return;
  }
  if (who.type === 'creature' && c.findPerson(who)?.topics.length === 0) {
    c.say('creature', { who: c.noun(who) });
    sayIdle(c, who);
    return;
  }
  if (refuses(c, who)) return yield* turnAway(c, who);
  const manner = readManner(c.intent.heard);
  if (manner !== undefined) return yield* react(c, who, manner);
  const topic = findTopic(c, who, c.intent.rest);
  if (topic !== undefined && mentionsTopic(c, topic)) return yield* answer(c, who, topic);
  c.happened.talkedTo.add(nameOf(who));
  yield* greet(c, who);
  if (tellTrouble(c, who)) return;
  const needed = findNeededTopic(c, who);
  if (needed !== undefined) return yield* answer(c, who, needed);
  saySmall(c, who);
  yield* c.act([]);
}

/** Made an enemy, not born one: such people answer nothing before they are won over. */
function refuses(c: Chronicle, who: Entity): boolean {
  if (readAttitude(who) > -2 || c.findPerson(who)?.attitude === 'hostile') return false;
  return who.type === 'npc';
}

function* turnAway(c: Chronicle, who: Entity): Script<void> {
  c.happened.isIdle = true;
  if (!c.say('hostile', { who: c.noun(who) })) sayIdle(c, who);
  if (c.world.mode === 'combat') yield* strikeBack(c, who, true);
}

function* greet(c: Chronicle, who: Entity): Script<void> {
  const person = c.findPerson(who);
  const slots = { who: c.noun(who) };
  if (hasSpokenLately(c, who)) return;
  if (person !== undefined && c.tellOne(person.greet, `greet/${person.name}`, slots)) return;
  if (readAttitude(who) < -1 && c.say('hostile', slots)) return;
  const first = findFirstWords(c.world, who);
  if (first !== '' && c.tell(first)) {
    yield* c.act([noteFirstWords(nameOf(who))]);
    return;
  }
  c.say(`greet-${findVoice(who)}`, slots);
}

/** People are greeted once, not at every sentence. */
function hasSpokenLately(c: Chronicle, who: Entity): boolean {
  const person = c.findPerson(who);
  const { name, short = name } = c.noun(who);
  if (person === undefined)
    return c.recent
      .slice(-2)
      .some((text) => text.includes(`says ${short}`) || text.includes(`${short} says`));
  const lines = [...person.greet, ...person.small, ...person.topics.flatMap(({ say }) => say)];
  return lines.some((line) => c.recent.some((text) => text.includes(line)));
}

function saySmall(c: Chronicle, who: Entity): void {
  const person = c.findPerson(who);
  const slots = { who: c.noun(who) };
  if (person !== undefined && c.tellOne(person.small, `small/${person.name}`, slots)) {
    sayIdle(c, who);
    return;
  }
  if (person === undefined && c.say(`small-${findVoice(who)}`, slots)) return;
  if (!c.say('told-all', slots)) sayIdle(c, who);
}

/** A current quest that needs this person spoken to gets its answer, whatever was asked. */
function findNeededTopic(c: Chronicle, who: Entity): Topic | undefined {
  const isNeeded = findCurrentSteps(c).some(
    ({ on, what, with: item }) =>
      on === 'talk' && isSame(what ?? '', nameOf(who)) && (item === undefined || c.world.holds(item)),
  );
  return isNeeded ? chooseStepTopic(c, who) : undefined;
}

function chooseStepTopic(c: Chronicle, who: Entity): Topic | undefined {
  const steps = findCurrentSteps(c).filter(({ what }) => isSame(what ?? '', nameOf(who)));
  const named = ` ${steps
    .map(({ name }) => name)
    .join(' ')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')} `;
  const topics = c.findPerson(who)?.topics ?? [];
  return topics.find(({ words }) => words.some((word) => named.includes(` ${word} `))) ?? topics[0];
}

function findTopic(c: Chronicle, who: Entity, text: string): Topic | undefined {
  const own = new Set(listNameWords(nameOf(who)));
  const heard = ` ${
    text
      .split(/ about /)
      .at(-1)
      ?.trim() ?? ''
  } `;
  const topics = c.findPerson(who)?.topics ?? [];
  const weigh = ({ words }: Topic) =>
    words.filter((word) => !own.has(word) && heard.includes(` ${word} `)).length;
  return [...topics].filter((topic) => weigh(topic) > 0).sort((one, other) => weigh(other) - weigh(one))[0];
}

function mentionsTopic(c: Chronicle, { words }: Topic): boolean {
  return words.some((word) => c.intent.heard.includes(` ${word} `));
}

export function* askAbout(c: Chronicle): Script<void> {
  const who = findListener(c);
  if (who === undefined) {
    sayBeat(c);
    return;
  }
  if (who.type === 'creature' && c.findPerson(who)?.topics.length === 0) {
    c.say('creature', { who: c.noun(who) });
    return;
  }
  if (refuses(c, who)) return yield* turnAway(c, who);
  if (wantQuestion.test(c.intent.heard)) return yield* tellWant(c, who);
  if (/^ (?:and )?who (?:are|is) (?:you|this|that|he|she|they) /.test(c.intent.heard))
    return introduce(c, who);
  const topic = findTopic(c, who, c.intent.rest) ?? findNeededTopic(c, who);
  if (topic !== undefined) return yield* answer(c, who, topic);
  yield* answerFreely(c, who);
}

/** Nothing is written down for what was asked. */
function* answerFreely(c: Chronicle, who: Entity): Script<void> {
  const untold = isGeneral(c) ? findUntold(c, who) : undefined;
  if (untold !== undefined) return yield* answer(c, who, untold);
  c.happened.talkedTo.add(nameOf(who));
  const held = findThing(c.intent.rest, c.world.listHeldBy(who));
  if (held !== undefined && c.say('tells-loan', { who: c.noun(who), item: nameThing(held.name) })) return;
  if (tellTrouble(c, who)) return;
  if (isGeneral(c)) return saySmall(c, who);
  answerUnknown(c, who);
  sayIdle(c, who);
}

const wantQuestion =
  / what (?:do |does |would |did )?(?:\S+ ){0,3}(?:wants?|needs?|after|like) | (?:any|some) work | need (?:any )?help | for a job | help (?:you|him|her|them) /;

const generalQuestion =
  / (?:what (?:happened|is going on|goes on|is wrong|is this|is it|do you know|is new|now)|news|rumou?rs?|gossip|everything|more|yourself|this place|going on) /;

function isGeneral(c: Chronicle): boolean {
  return generalQuestion.test(c.intent.heard);
}

/** What somebody can speak of and has not lately. */
function findUntold(c: Chronicle, who: Entity): Topic | undefined {
  const topics = c.findPerson(who)?.topics ?? [];
  return topics.find(
    ({ say, gives }) =>
      gives === undefined && !say.some((line) => c.recent.some((text) => text.includes(line))),
  );
}

/** In a world where nothing is written down for anybody, whoever asked for help says what is wrong. */
function tellTrouble(c: Chronicle, who: Entity): boolean {
  if ((c.findPerson(who)?.topics.length ?? 0) > 0) return false;
  const step = findCurrentSteps(c).find(
    ({ on, what, with: item }) => on === 'talk' && isSame(what ?? '', nameOf(who)) && item === undefined,
  );
  const about = step === undefined ? '' : readText(step.quest, 'about');
  const slots = { who: c.noun(who) };
  if (about !== '' && c.say('tells-trouble', { ...slots, text: endSentence(about) })) return true;
  const place = step === undefined ? undefined : findNextPlace(c, step.quest);
  return place !== undefined && c.say('tells-where', { ...slots, place: c.noun(place) });
}

/** Where the step after this one is to be done. */
function findNextPlace(c: Chronicle, quest: Entity): Entity | undefined {
  const next = listSteps(quest).filter(({ isDone }) => !isDone)[1];
  const named = next?.name.toLowerCase() ?? '';
  return c.world.list('location').find((place) => named.includes(nameOf(place).toLowerCase()));
}

function introduce(c: Chronicle, who: Entity): void {
  const noun = c.noun(who);
  const person = c.findPerson(who);
  if (noun.isProper) c.say('introduce', { who: noun });
  if (person === undefined || !c.tellOne(person.look, `look/${person.name}`, { who: noun })) {
    const about = readAbout(who);
    if (about === '' || !c.say('look', { who: noun, about })) sayIdle(c, who);
  }
}

/** What somebody wants, and the errand that comes of it. */
export function* tellWant(c: Chronicle, who: Entity): Script<void> {
  const slots = { who: c.noun(who) };
  const errand = findErrand(c, who);
  if (errand !== undefined) return yield* openErrand(c, who, errand);
  const { want } = c.findPerson(who) ?? {};
  if (hasOpenErrand(c, who) && c.say('errand-given', slots)) return;
  if (want === undefined || !c.say('wants', { ...slots, want: want.replace(/[.]$/, '') }))
    c.say('wants-nothing', slots);
  sayIdle(c, who);
}

function answerUnknown(c: Chronicle, who: Entity): void {
  const asked = / (?:about|of) (?:the |a |an |his |her |their |this |that )?(.{3,60}?) $/.exec(
    ` ${c.intent.rest.trim()} `,
  )?.[1];
  const other = findAbsent(c, ` ${c.intent.rest} `);
  const place = other === undefined ? undefined : c.world.find(String(other.sheet['at'] ?? ''));
  if (other !== undefined && !isGone(other) && place !== undefined) {
    const pointed = c.say('ask-pointer', { who: c.noun(who), other: c.noun(other), place: c.noun(place) });
    if (pointed) return;
  }
  const isPlain = asked !== undefined && !/\b(?:you|me|i)\b/.test(asked);
  const at = isPlain ? c.intent.raw.toLowerCase().indexOf(asked.trim()) : -1;
  // As it was written: names keep their large letters.
  const topic = at === -1 ? undefined : c.intent.raw.slice(at, at + (asked?.trim().length ?? 0));
  c.say('ask-unknown', { who: c.noun(who), topic });
}

/** What a topic brings: told freely to whoever is trusted, else when the dice allow. */
function* answer(c: Chronicle, who: Entity, topic: Topic): Script<void> {
  const person = c.findPerson(who);
  const slots = { who: c.noun(who) };
  const needed = findNeededTopic(c, who);
  if (needed === undefined || needed === topic) c.happened.talkedTo.add(nameOf(who));
  const given =
    topic.gives === undefined
      ? undefined
      : c.world.listHeldBy(who).find(({ name }) => isSame(name, topic.gives ?? ''));
  if (given !== undefined && topic.wants_check && readAttitude(who) < 1) {
    const tried = yield* trySway(c, who, 'persuade');
    if (tried === undefined || tried.degree < 0) return;
  }
  if (!c.tellOne(topic.say, `topic/${person?.name}/${topic.words[0]}`, slots)) c.say('told-all', slots);
  if (given === undefined) return;
  yield* passThing(c, given, c.world.player.id);
  c.paragraph();
  c.say('gives-item', { ...slots, item: nameThing(given.name) });
}
