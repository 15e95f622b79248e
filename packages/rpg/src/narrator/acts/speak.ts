// Speaks: talking, asking, persuading, threatening; people answer in their own voices, and say no twice the same way.

import type { Entity } from '../../state/entity.ts';
import type { Chronicle } from '../chronicle.ts';
import { findAbsent, findNamedPerson, findPerson, listNameWords } from '../find-referent.ts';
import { grammar } from '../grammar.ts';
import { nameThing } from '../name-noun.ts';
import { findCurrentSteps } from '../quest-steps.ts';
import type { ScenarioPerson } from '../scenario.ts';
import type { Script } from '../script.ts';
import { type Tried, tryIntent } from '../try-intent.ts';
import { isGone, isSame, nameOf, readAttitude } from '../world.ts';
import { findVoice, sayBeat, sayIdle } from './describe.ts';
import { passThing } from './give-over.ts';
import { strikeBack } from './strike-back.ts';

type Topic = ScenarioPerson['topics'][number];

/** Whom the words are for; where there is nobody, that is said. */
function findListener(c: Chronicle): Entity | undefined {
  const { heard } = c.intent;
  const present = c.world.listPresent();
  const named = findNamedPerson(c, heard, present);
  const absent = named === undefined ? findAbsent(c, heard) : undefined;
  if (absent !== undefined && (present.length === 0 || isAddressed(heard, absent))) {
    c.say(isGone(absent) ? 'gone' : 'absent', { who: c.noun(absent) });
    c.happened.isIdle = true;
    return undefined;
  }
  if (named === undefined && namesStranger(c)) {
    c.say('nobody');
    c.happened.isIdle = true;
    return undefined;
  }
  const found = named ?? findPerson(c, heard);
  if (found === undefined) {
    c.say('nobody-at-all');
    c.happened.isIdle = true;
  }
  return found;
}

/** "ask Perkin for the key", where nobody of the story is called so. */
function namesStranger(c: Chronicle): boolean {
  const asked =
    /\b(?:ask|tell|question|talk to|speak (?:to|with))\s+(\p{Lu}\p{L}+)/iu.exec(c.intent.raw)?.[1] ?? '';
  if (!/^\p{Lu}/u.test(asked) || /^(?:Him|Her|Them|The|About|Me|It)$/i.test(asked)) return false;
  return c.world.listOthers().every((one) => !nameOf(one).toLowerCase().includes(asked.toLowerCase()));
}

/** "ask Nell about Crake" is for Nell, "talk to Crake" for Crake. */
function isAddressed(heard: string, who: Entity): boolean {
  const [first] = heard.split(/ (?:about|of|for|what|where|why|how|who|if) /);
  return listNameWords(nameOf(who)).some(
    (word) => (first ?? '').includes(` ${word} `) || `${first ?? ''} `.includes(` ${word} `),
  );
}

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
  const topic = findTopic(c, who, c.intent.rest);
  if (topic !== undefined && mentionsTopic(c, topic)) return yield* answer(c, who, topic);
  c.happened.talkedTo.add(nameOf(who));
  greet(c, who);
  const needed = findNeededTopic(c, who);
  if (needed !== undefined) return yield* answer(c, who, needed);
  saySmall(c, who);
  yield* c.act([]);
}

function greet(c: Chronicle, who: Entity): void {
  const person = c.findPerson(who);
  const slots = { who: c.noun(who) };
  if (hasSpokenLately(c, who)) return;
  if (person !== undefined && c.tellOne(person.greet, `greet/${person.name}`, slots)) return;
  if (readAttitude(who) < -1 && c.say('hostile', slots)) return;
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
  const topic = findTopic(c, who, c.intent.rest) ?? findNeededTopic(c, who);
  if (topic !== undefined) return yield* answer(c, who, topic);
  c.happened.talkedTo.add(nameOf(who));
  answerUnknown(c, who);
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
  if (!c.tellOne(topic.say, `topic/${person?.name}/${topic.words[0]}`, slots)) c.say('told-all', slots);
  const given =
    topic.gives === undefined
      ? undefined
      : c.world.listHeldBy(who).find(({ name }) => isSame(name, topic.gives ?? ''));
  if (given === undefined) return;
  if (topic.wants_check && readAttitude(who) < 1) {
    const tried = yield* trySway(c, who, 'persuade');
    if (tried === undefined || tried.degree < 0) return;
  }
  yield* passThing(c, given, c.world.player.id);
  c.paragraph();
  c.say('gives-item', { ...slots, item: nameThing(given.name) });
}

function* trySway(c: Chronicle, who: Entity, kind: 'persuade' | 'threaten'): Script<Tried | undefined> {
  const tried = yield* tryIntent(c, { kind, opponent: who, reason: `${kind} ${nameOf(who)}` });
  if (tried.refusal !== undefined) {
    c.tell(tried.refusal);
    return undefined;
  }
  const slots = { who: c.noun(who) };
  c.paragraph();
  if (tried.degree < 0) {
    c.happened.hasFailed = true;
    const own = kind === 'threaten' ? (c.findPerson(who)?.threatened ?? []) : [];
    if (!c.tellOne(own, `threatened/${nameOf(who)}`, slots)) c.say(`${kind}-failure`, slots);
    return tried;
  }
  const degrees = kind === 'threaten' ? ['mixed', 'success', 'success'] : ['mixed', 'success', 'triumph'];
  c.say(`${kind}-${degrees[tried.degree] ?? 'success'}`, slots);
  return tried;
}

export function* persuade(c: Chronicle): Script<void> {
  yield* sway(c, 'persuade');
}

export function* threaten(c: Chronicle): Script<void> {
  yield* sway(c, 'threaten');
}

function* sway(c: Chronicle, kind: 'persuade' | 'threaten'): Script<void> {
  const who = findListener(c);
  if (who === undefined) {
    sayBeat(c);
    return;
  }
  const before = readAttitude(who);
  const isFight = c.world.mode === 'combat';
  c.happened.talkedTo.add(nameOf(who));
  const tried = yield* trySway(c, who, kind);
  if (tried === undefined) return;
  if (tried.degree < 0) {
    if (isFight) yield* strikeBack(c, who, tried.isStruckBack || before < -1);
    return;
  }
  yield* reward(c, who, tried.degree);
}

/** What somebody who gave way gives: the thing that is wanted, an end of the fight, a secret. */
function* reward(c: Chronicle, who: Entity, degree: number): Script<void> {
  const noun = { who: c.noun(who) };
  const isFight = c.world.mode === 'combat';
  const wanted = new Set(
    (c.findPerson(who)?.topics ?? []).flatMap(({ gives }) => gives?.toLowerCase() ?? []),
  );
  const thing = c.world.listHeldBy(who).find(({ name }) => wanted.has(name.toLowerCase()));
  c.happened.settled.add(nameOf(who));
  if (isFight || (who.type === 'creature' && readAttitude(who) < 0)) {
    yield* c.act([
      { name: 'mode_set', arguments: { mode: 'exploration', opponents: [] } },
      { name: 'set', arguments: { path: 'attitude', value: 'wary', target: who.id } },
    ]);
    c.say(who.type === 'creature' ? 'creature-calmed' : 'yields', noun);
  }
  if (thing !== undefined) {
    yield* passThing(c, thing, c.world.player.id);
    c.say('gives-item', { ...noun, item: nameThing(thing.name) });
    return;
  }
  sayHeart(c, who, degree);
}

function sayHeart(c: Chronicle, who: Entity, degree: number): void {
  const person = c.findPerson(who);
  const slots = { who: c.noun(who) };
  const isOpen = degree > 0 || readAttitude(who) > 0;
  if (isOpen && person !== undefined && c.tellOne(person.secret, `secret/${person.name}`, slots)) return;
  if (who.type === 'creature') return;
  const topics = person?.topics.flatMap(({ say }) => say) ?? [];
  if (c.tellOne(topics, `topics/${person?.name}`, slots)) return;
  c.tellOne(grammar[`small-${findVoice(who)}`] ?? [], 'small', slots);
}
