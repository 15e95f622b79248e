// Speaks: talking and asking; people answer in their own voices, and say no twice the same way.

import type { Entity } from '../../values/entity.ts';
import type { Chronicle } from '../chronicle.ts';
import { findErrand, hasOpenErrand, startErrand } from '../errands.ts';
import { findAbsent, findThing, listNameWords } from '../find-referent.ts';
import { buildFirstWordsNote, readFirstWords } from '../first-words.ts';
import { nameThing } from '../name-noun.ts';
import { listCurrentSteps } from '../quest-steps.ts';
import type { ScenarioPerson } from '../scenario.ts';
import type { Script } from '../script.ts';
import { isGone, isSame, listSteps, nameOf, readAttitude, readText } from '../world.ts';
import { chooseVoice, completeSentence, narrateBeat, narrateIdle, readAbout } from './describe.ts';
import { findListener } from './find-listener.ts';
import { moveThing } from './move-things.ts';
import { playStrikeBack } from './play-strike-back.ts';
import { playReaction, readManner } from './react.ts';
import { rollSway } from './sway.ts';

type Topic = ScenarioPerson['topics'][number];

export function* playTalk(c: Chronicle): Script<void> {
  const who = findListener(c);
  if (who === undefined) {
    narrateBeat(c);
    return;
  }
  if (who.type === 'creature' && c.findPerson(who)?.topics.length === 0) {
    c.narrate('creature', { who: c.nameNoun(who) });
    narrateIdle(c, who);
    return;
  }
  if (isRefusing(c, who)) return yield* playRefusal(c, who);
  const manner = readManner(c.intent.heard);
  if (manner !== undefined) return yield* playReaction(c, who, manner);
  const topic = findTopic(c, who, c.intent.rest);
  if (topic !== undefined && hasTopic(c, topic)) return yield* answer(c, who, topic);
  c.happened.talkedTo.add(nameOf(who));
  yield* playGreeting(c, who);
  if (narrateTrouble(c, who)) return;
  const needed = findNeededTopic(c, who);
  if (needed !== undefined) return yield* answer(c, who, needed);
  narrateSmall(c, who);
  yield* c.execute([]);
}

/** Made an enemy, not born one: such people answer nothing before they are won over. */
function isRefusing(c: Chronicle, who: Entity): boolean {
  if (readAttitude(who) > -2 || c.findPerson(who)?.attitude === 'hostile') return false;
  return who.type === 'npc';
}

function* playRefusal(c: Chronicle, who: Entity): Script<void> {
  c.happened.isIdle = true;
  if (!c.narrate('hostile', { who: c.nameNoun(who) })) narrateIdle(c, who);
  if (c.world.mode === 'combat') yield* playStrikeBack(c, who, true);
}

function* playGreeting(c: Chronicle, who: Entity): Script<void> {
  const person = c.findPerson(who);
  const slots = { who: c.nameNoun(who) };
  if (hasSpokenLately(c, who)) return;
  if (person !== undefined && c.narrateOneOf(person.greet, `greet/${person.name}`, slots)) return;
  if (readAttitude(who) < -1 && c.narrate('hostile', slots)) return;
  const first = readFirstWords(c.world, who);
  if (first !== '' && c.narrateText(first)) {
    yield* c.execute([buildFirstWordsNote(nameOf(who))]);
    return;
  }
  c.narrate(`greet-${chooseVoice(who)}`, slots);
}

/** People are greeted once, not at every sentence. */
function hasSpokenLately(c: Chronicle, who: Entity): boolean {
  const person = c.findPerson(who);
  const { name, short = name } = c.nameNoun(who);
  if (person === undefined)
    return c.recent
      .slice(-2)
      .some((text) => text.includes(`says ${short}`) || text.includes(`${short} says`));
  const lines = [...person.greet, ...person.small, ...person.topics.flatMap(({ say }) => say)];
  return lines.some((line) => c.recent.some((text) => text.includes(line)));
}

function narrateSmall(c: Chronicle, who: Entity): void {
  const person = c.findPerson(who);
  const slots = { who: c.nameNoun(who) };
  if (person !== undefined && c.narrateOneOf(person.small, `small/${person.name}`, slots)) {
    narrateIdle(c, who);
    return;
  }
  if (person === undefined && c.narrate(`small-${chooseVoice(who)}`, slots)) return;
  if (!c.narrate('told-all', slots)) narrateIdle(c, who);
}

/** A current quest that needs this person spoken to gets its answer, whatever was asked. */
function findNeededTopic(c: Chronicle, who: Entity): Topic | undefined {
  const isNeeded = listCurrentSteps(c).some(
    ({ on, what, with: item }) =>
      on === 'talk' && isSame(what ?? '', nameOf(who)) && (item === undefined || c.world.hasThing(item)),
  );
  return isNeeded ? chooseStepTopic(c, who) : undefined;
}

function chooseStepTopic(c: Chronicle, who: Entity): Topic | undefined {
  const steps = listCurrentSteps(c).filter(({ what }) => isSame(what ?? '', nameOf(who)));
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
  const scoreTopic = ({ words }: Topic) =>
    words.filter((word) => !own.has(word) && heard.includes(` ${word} `)).length;
  return [...topics]
    .filter((topic) => scoreTopic(topic) > 0)
    .sort((one, other) => scoreTopic(other) - scoreTopic(one))[0];
}

function hasTopic(c: Chronicle, { words }: Topic): boolean {
  return words.some((word) => c.intent.heard.includes(` ${word} `));
}

export function* playAsk(c: Chronicle): Script<void> {
  const who = findListener(c);
  if (who === undefined) {
    narrateBeat(c);
    return;
  }
  if (who.type === 'creature' && c.findPerson(who)?.topics.length === 0) {
    c.narrate('creature', { who: c.nameNoun(who) });
    return;
  }
  if (isRefusing(c, who)) return yield* playRefusal(c, who);
  if (wantQuestion.test(c.intent.heard)) return yield* playWant(c, who);
  if (/^ (?:and )?who (?:are|is) (?:you|this|that|he|she|they) /.test(c.intent.heard))
    return narrateIntroduction(c, who);
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
  if (held !== undefined && c.narrate('tells-loan', { who: c.nameNoun(who), item: nameThing(held.name) }))
    return;
  if (narrateTrouble(c, who)) return;
  if (isGeneral(c)) return narrateSmall(c, who);
  answerUnknown(c, who);
  narrateIdle(c, who);
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
function narrateTrouble(c: Chronicle, who: Entity): boolean {
  if ((c.findPerson(who)?.topics.length ?? 0) > 0) return false;
  const step = listCurrentSteps(c).find(
    ({ on, what, with: item }) => on === 'talk' && isSame(what ?? '', nameOf(who)) && item === undefined,
  );
  const about = step === undefined ? '' : readText(step.quest, 'about');
  const slots = { who: c.nameNoun(who) };
  if (about !== '' && c.narrate('tells-trouble', { ...slots, text: completeSentence(about) })) return true;
  const place = step === undefined ? undefined : findNextPlace(c, step.quest);
  return place !== undefined && c.narrate('tells-where', { ...slots, place: c.nameNoun(place) });
}

/** Where the step after this one is to be done. */
function findNextPlace(c: Chronicle, quest: Entity): Entity | undefined {
  const next = listSteps(quest).filter(({ isDone }) => !isDone)[1];
  const named = next?.name.toLowerCase() ?? '';
  return c.world.list('location').find((place) => named.includes(nameOf(place).toLowerCase()));
}

function narrateIntroduction(c: Chronicle, who: Entity): void {
  const noun = c.nameNoun(who);
  const person = c.findPerson(who);
  if (noun.isProper) c.narrate('introduce', { who: noun });
  if (person === undefined || !c.narrateOneOf(person.look, `look/${person.name}`, { who: noun })) {
    const about = readAbout(who);
    if (about === '' || !c.narrate('look', { who: noun, about })) narrateIdle(c, who);
  }
}

/** What somebody wants, and the errand that comes of it. */
export function* playWant(c: Chronicle, who: Entity): Script<void> {
  const slots = { who: c.nameNoun(who) };
  const errand = findErrand(c, who);
  if (errand !== undefined) return yield* startErrand(c, who, errand);
  const { want } = c.findPerson(who) ?? {};
  if (hasOpenErrand(c, who) && c.narrate('errand-given', slots)) return;
  if (want === undefined || !c.narrate('wants', { ...slots, want: want.replace(/[.]$/, '') }))
    c.narrate('wants-nothing', slots);
  narrateIdle(c, who);
}

function answerUnknown(c: Chronicle, who: Entity): void {
  const asked = / (?:about|of) (?:the |a |an |his |her |their |this |that )?(.{3,60}?) $/.exec(
    ` ${c.intent.rest.trim()} `,
  )?.[1];
  const other = findAbsent(c, ` ${c.intent.rest} `);
  const place = other === undefined ? undefined : c.world.find(String(other.sheet['at'] ?? ''));
  if (other !== undefined && !isGone(other) && place !== undefined) {
    const pointed = c.narrate('ask-pointer', {
      who: c.nameNoun(who),
      other: c.nameNoun(other),
      place: c.nameNoun(place),
    });
    if (pointed) return;
  }
  const isPlain = asked !== undefined && !/\b(?:you|me|i)\b/.test(asked);
  const at = isPlain ? c.intent.raw.toLowerCase().indexOf(asked.trim()) : -1;
  // As it was written: names keep their large letters.
  const topic = at === -1 ? undefined : c.intent.raw.slice(at, at + (asked?.trim().length ?? 0));
  c.narrate('ask-unknown', { who: c.nameNoun(who), topic });
}

/** What a topic brings: told freely to whoever is trusted, else when the dice allow. */
function* answer(c: Chronicle, who: Entity, topic: Topic): Script<void> {
  const person = c.findPerson(who);
  const slots = { who: c.nameNoun(who) };
  const needed = findNeededTopic(c, who);
  if (needed === undefined || needed === topic) c.happened.talkedTo.add(nameOf(who));
  const given =
    topic.gives === undefined
      ? undefined
      : c.world.listHeldBy(who).find(({ name }) => isSame(name, topic.gives ?? ''));
  if (given !== undefined && topic.wants_check && readAttitude(who) < 1) {
    const tried = yield* rollSway(c, who, 'persuade');
    if (tried === undefined || tried.degree < 0) return;
  }
  if (!c.narrateOneOf(topic.say, `topic/${person?.name}/${topic.words[0]}`, slots))
    c.narrate('told-all', slots);
  if (given === undefined) return;
  yield* moveThing(c, given, c.world.player.id);
  c.startParagraph();
  c.narrate('gives-item', { ...slots, item: nameThing(given.name) });
}
