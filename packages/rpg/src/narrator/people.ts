// People: whom words are for, what they can speak of, and how they answer where nothing is written down for it.

import type { Entity } from '../values/entity.ts';
import type { Chronicle } from './chronicle.ts';
import { chooseVoice, completeSentence, narrateIdle } from './describe.ts';
import { findAbsent, findNamedPerson, findPerson, isUnclear, listNameWords } from './find-referent.ts';
import { buildFirstWordsNote, readFirstWords } from './first-words.ts';
import type { Topic } from './frame.ts';
import { grammar } from './grammar.ts';
import { listCurrentSteps, listHeldBack } from './quest-steps.ts';
import type { Script } from './script.ts';
import { isGone, isSame, listSteps, nameOf, readAttitude, readText } from './world.ts';

/** Undefined where the person named is not here, or nobody is; that has been told then. */
export function findListener(c: Chronicle): Entity | undefined {
  const { heard } = c.intent;
  const present = c.world.listPresent();
  const named = findNamedPerson(c, heard, present);
  const absent = named === undefined ? findAbsent(c, heard) : undefined;
  if (absent !== undefined && (present.length === 0 || isAddressed(heard, absent))) {
    return narrateNobody(c, isGone(absent) ? 'gone' : 'absent', absent);
  }
  if (named === undefined && isStrangerNamed(c)) return narrateNobody(c, 'nobody');
  return (
    named ??
    findPerson(c, heard) ??
    (isUnclear(c, heard) ? narrateUnclear(c) : narrateNobody(c, 'nobody-at-all'))
  );
}

/** A pronoun that may mean several is asked about, rather than guessed. */
export function narrateUnclear(c: Chronicle): undefined {
  const names = c.world.listPresent().map(nameOf).slice(0, 6);
  const whom = [names.slice(0, -1).join(', '), names.at(-1)].filter((part) => part !== '').join(' or ');
  c.narrate('whom', { whom });
  c.happened.isIdle = true;
}

function narrateNobody(c: Chronicle, kind: string, who?: Entity): undefined {
  c.narrate(kind, who === undefined ? {} : { who: c.nameNoun(who) });
  c.happened.isIdle = true;
}

/** Whether the words ask somebody who does not exist, as in "ask Perkin for the key". */
function isStrangerNamed(c: Chronicle): boolean {
  const asked =
    /\b(?:ask|tell|question|talk to|speak (?:to|with))\s+(\p{Lu}\p{L}+)/iu.exec(c.intent.raw)?.[1] ?? '';
  if (!/^\p{Lu}/u.test(asked) || /^(?:Him|Her|Them|The|About|Me|It)$/i.test(asked)) return false;
  return c.world.listOthers().every((one) => !nameOf(one).toLowerCase().includes(asked.toLowerCase()));
}

/**
 * Whether somebody is spoken to and not only about: "ask Nell about Crake" is for Nell, "talk to Crake" is for Crake.
 */
function isAddressed(heard: string, who: Entity): boolean {
  const [first = ''] = heard.split(/ (?:about|of|for|what|where|why|how|who|if) /);
  return listNameWords(nameOf(who)).some((word) => `${first} `.includes(` ${word} `));
}

/**
 * Whether somebody answers nothing until they are won over: a person who was made an enemy, and did not begin as one.
 */
export function isRefusing(c: Chronicle, who: Entity): boolean {
  if (readAttitude(who) > -2 || c.findPerson(who)?.attitude === 'hostile') return false;
  return who.type === 'npc';
}

export function isQuestion(heard: string): boolean {
  return / (?:about|what|why|where|who|how) /.test(heard);
}

const generalQuestion =
  / (?:what (?:happened|is going on|goes on|is wrong|is this|is it|do you know|is new|now)|news|rumou?rs?|gossip|everything|more|yourself|this place|going on) /;

export function isGeneral(c: Chronicle): boolean {
  return generalQuestion.test(c.intent.heard);
}

export function* playGreeting(c: Chronicle, who: Entity): Script<void> {
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

/** Whether they talked in one of the last turns: people are greeted once, not at every sentence. */
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

export function narrateSmall(c: Chronicle, who: Entity): void {
  const person = c.findPerson(who);
  const slots = { who: c.nameNoun(who) };
  if (person !== undefined && c.narrateOneOf(person.small, `small/${person.name}`, slots)) {
    narrateIdle(c, who);
    return;
  }
  if (person === undefined && c.narrate(`small-${chooseVoice(who)}`, slots)) return;
  if (!c.narrate('told-all', slots)) narrateIdle(c, who);
}

/** The topic by which this person answers a current quest that needs them spoken to, whatever was asked. */
export function findNeededTopic(c: Chronicle, who: Entity): Topic | undefined {
  const isNeeded = listCurrentSteps(c).some(
    ({ on, what, with: item }) =>
      on === 'talk' && isSame(what ?? '', nameOf(who)) && (item === undefined || c.world.hasThing(item)),
  );
  return isNeeded ? chooseStepTopic(c, who) : undefined;
}

function chooseStepTopic(c: Chronicle, who: Entity): Topic | undefined {
  const steps = listCurrentSteps(c).filter(({ what }) => isSame(what ?? '', nameOf(who)));
  const names = steps.map(({ name }) => name).join(' ');
  const named = ` ${names.toLowerCase().replace(/[^\p{L}]+/gu, ' ')} `;
  const topics = c.findPerson(who)?.topics ?? [];
  return topics.find(({ words }) => words.some((word) => named.includes(` ${word} `))) ?? topics[0];
}

export function findTopic(c: Chronicle, who: Entity): Topic | undefined {
  const { rest } = c.intent;
  const own = new Set(listNameWords(nameOf(who)));
  const asked = rest.split(/ about /).at(-1) ?? '';
  const heard = ` ${asked.trim()} `;
  const scoreTopic = ({ words }: Topic) =>
    words.filter((word) => !own.has(word) && heard.includes(` ${word} `)).length;
  const weighed = (c.findPerson(who)?.topics ?? []).map((topic) => ({ topic, weight: scoreTopic(topic) }));
  const [best] = weighed.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight);
  return best?.topic;
}

/** What somebody can speak of and has not lately, for whoever asks what there is. */
export function findUntoldTopic(c: Chronicle, who: Entity): Topic | undefined {
  const topics = isGeneral(c) ? (c.findPerson(who)?.topics ?? []) : [];
  return topics.find(
    ({ say, gives }) =>
      gives === undefined && !say.some((line) => c.recent.some((text) => text.includes(line))),
  );
}

/** A person without topics who asked for help says what is wrong, or where to go. */
export function narrateTrouble(c: Chronicle, who: Entity): boolean {
  if ((c.findPerson(who)?.topics.length ?? 0) > 0) return false;
  const step = listCurrentSteps(c).find(
    ({ on, what, with: item }) => on === 'talk' && isSame(what ?? '', nameOf(who)) && item === undefined,
  );
  if (step === undefined) return false;
  const about = readText(step.quest, 'about');
  const slots = { who: c.nameNoun(who) };
  if (about !== '' && c.narrate('tells-trouble', { ...slots, text: completeSentence(about) })) return true;
  const place = findNextPlace(c, step.quest);
  return place !== undefined && c.narrate('tells-where', { ...slots, place: c.nameNoun(place) });
}

/** The place that the step after the current one names. */
function findNextPlace(c: Chronicle, quest: Entity): Entity | undefined {
  const open = listSteps(quest).filter(({ isDone }) => !isDone);
  const named = (open[1]?.name ?? listHeldBack(c, quest)[0] ?? '').toLowerCase();
  return c.world.list('location').find((place) => named.includes(nameOf(place).toLowerCase()));
}

/** Nothing is known of what was asked, but perhaps where somebody is. */
export function narrateUnknown(c: Chronicle, who: Entity): void {
  const { rest, raw } = c.intent;
  const other = findAbsent(c, ` ${rest} `);
  const place = other === undefined ? undefined : c.world.find(readText(other, 'at'));
  const slots = { who: c.nameNoun(who) };
  if (other !== undefined && !isGone(other) && place !== undefined) {
    const pointed = { ...slots, other: c.nameNoun(other), place: c.nameNoun(place) };
    if (c.narrate('ask-pointer', pointed)) return;
  }
  const asked = / (?:about|of) (?:the |a |an |his |her |their |this |that )?(.{3,60}?) $/.exec(
    ` ${rest.trim()} `,
  )?.[1];
  const isPlain = asked !== undefined && !/\b(?:you|me|i)\b/.test(asked);
  const at = isPlain ? raw.toLowerCase().indexOf(asked.trim()) : -1;
  // Taken from the words as they were written, so that names keep their capital letters.
  const topic = at === -1 ? undefined : raw.slice(at, at + (asked?.trim().length ?? 0));
  c.narrate('ask-unknown', { ...slots, topic });
}

/** Tells a secret to somebody who is trusted; else something that was not said yet. */
export function* playHeart(c: Chronicle, who: Entity, degree: number): Script<void> {
  const person = c.findPerson(who);
  const slots = { who: c.nameNoun(who) };
  const isOpen = degree > 0 || readAttitude(who) > 0;
  if (isOpen && (yield* playSecret(c, who))) return;
  if (who.type === 'creature') return;
  const topics = person?.topics.flatMap(({ say }) => say) ?? [];
  if (c.narrateOneOf(topics, `topics/${person?.name}`, slots)) return;
  c.narrateOneOf(grammar[`small-${chooseVoice(who)}`] ?? [], 'small', slots);
}

/** Tells what somebody hides, and notes that it has come out; false where they have nothing left to tell. */
function* playSecret(c: Chronicle, who: Entity): Script<boolean> {
  const person = c.findPerson(who);
  const slots = { who: c.nameNoun(who) };
  const noted = c.listSecrets(who, 'hides');
  const isNoted = noted.length > 0 || c.notebook.plans.length > 0;
  if (!isNoted) {
    return person !== undefined && c.narrateOneOf(person.secret, `secret/${person.name}`, slots);
  }
  for (const { id, text } of noted) {
    const isProse = /["“]/.test(text);
    const isTold = isProse
      ? c.narrateOneOf([text], `secret/${id}`, slots)
      : c.narrate('tells-trouble', { ...slots, text: completeSentence(text) });
    if (!isTold) continue;
    yield* c.execute([{ name: 'reveal', arguments: { id } }]);
    return true;
  }
  return false;
}

/** Lowers somebody's attitude by one, but not below -1: words alone make no enemy. True where it was lowered. */
export function* applyGrudge(c: Chronicle, who: Entity): Script<boolean> {
  if (readAttitude(who) < 0) return false;
  yield* c.execute([{ name: 'adjust', arguments: { path: 'attitude', delta: -1, target: who.id } }]);
  return true;
}
