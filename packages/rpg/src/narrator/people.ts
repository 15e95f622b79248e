// People: finds whom the player speaks to, and plays how people greet, refuse or answer if no answer is written for them.

import type { Entity } from '../values/entity.ts';
import type { Chronicle } from './chronicle.ts';
import { chooseVoice, completeSentence, joinWords, listSayings, narrateIdle } from './describe.ts';
import {
  findAbsent,
  findNamedPerson,
  findOnlySuch,
  findPerson,
  isSomebody,
  isUnclear,
  listNameWords,
} from './find-referent.ts';
import { buildFirstWordsNote, readFirstWords } from './first-words.ts';
import { findSpeaker, listScripts } from './follow-up.ts';
import type { Topic } from './frame.ts';
import { grammar } from './grammar.ts';
import { normaliseSpeech } from './normalise-speech.ts';
import { renderNoun } from './noun.ts';
import { listCurrentSteps, listHeldBack } from './quest-steps.ts';
import { isQuestionAlone } from './question-words.ts';
import { countShared } from './record.ts';
import type { SmallTalkKind } from './scenario.ts';
import type { Script } from './script.ts';
import { findSmallTalk } from './small-talk.ts';
import { somebodyWords } from './somebody-words.ts';
import { isGone, isSame, listSteps, nameOf, readAttitude, readText } from './world.ts';

/**
 * The person here to whom the player speaks, who is noted as addressed. If there is none, or it is unclear who is
 * meant, tells the player so and returns undefined.
 */
export function findListener(c: Chronicle): Entity | undefined {
  const listener = findHearer(c);
  c.addressed = listener?.id ?? c.addressed;
  return listener;
}

function findHearer(c: Chronicle): Entity | undefined {
  const called = findCalled(c, c.world.listPresent());
  if (called !== undefined) return called;
  return isCalledBeyond(c) ? narrateBeyond(c) : findHearerNamed(c);
}

function findHearerNamed(c: Chronicle): Entity | undefined {
  const { heard } = c.intent;
  const present = c.world.listPresent();
  const away = findAskedAway(c, present);
  if (away !== undefined) return narrateNobody(c, isGone(away) ? 'gone' : 'absent', away);
  const named = findAsked(c, present) ?? findAddressed(c, heard) ?? findNamedPerson(c, heard, present);
  const absent = named === undefined ? findAbsent(c, heard) : undefined;
  if (absent !== undefined && (present.length === 0 || isAddressed(heard, absent))) {
    return narrateNobody(c, isGone(absent) ? 'gone' : 'absent', absent);
  }
  return named ?? findUnnamed(c, heard);
}

/**
 * Words that are spoken to "her", as in "ask her". The question "where is she?" is put to the person who spoke last.
 */
const toThem = / (?:ask|tell|to|with|at|question|thank|greet|call|insult|praise|accuse) (?:him|her|them) /;

function findUnnamed(c: Chronicle, heard: string): Entity | undefined {
  if (isPasserAsked(c)) return narrateNobody(c, 'passer');
  if (isStrangerNamed(c)) return narrateNobody(c, 'nobody');
  const people = c.world.listPresent().filter(({ type }) => type === 'npc');
  const dealt = people.find(({ id }) => id === c.dealtWith);
  const speaker = dealt ?? (toThem.test(heard) ? undefined : findSpeaker(c, people));
  const who = speaker ?? findPerson(c, heard);
  if (who !== undefined) return who;
  return isUnclear(c, heard) ? narrateUnclear(c) : narrateNobody(c, 'nobody-at-all');
}

/**
 * The person here whom the player addresses by name or to whom they spoke last in this turn; undefined if the words say
 * to whom they are spoken, as in "talk to Hob".
 */
function findAddressed(c: Chronicle, heard: string): Entity | undefined {
  if (/ (?:talk|speak|say|shout|whisper) .*to /.test(heard) || / (?:greet|thank) /.test(heard))
    return undefined;
  return c.world.listPresent().find(({ id }) => id === c.addressed);
}

const calling =
  / (?:call|shout|yell|cry|speak|talk|say|whisper|wave|beckon) (?:(?:out|over|across|down|up|something|a word) )*to (?:the |that |a |an )((?:\S+ ){1,5})/;

/** The words by which the player calls to somebody, such as "the old man", without what is said to this person. */
function readCalled({ intent }: Chronicle): string | undefined {
  const [head = ''] = intent.raw.split(/[:,"“]/);
  const called = calling.exec(
    ` ${head
      .toLowerCase()
      .replace(/[^\p{L}]+/gu, ' ')
      .trim()} `,
  )?.[1];
  return called === undefined ? undefined : ` ${called}`;
}

/** The person to whom the words are called or spoken, by name or by description. */
function findCalled(c: Chronicle, present: readonly Entity[]): Entity | undefined {
  const called = readCalled(c);
  if (called === undefined) return undefined;
  return findNamedPerson(c, called, present) ?? findOnlySuch(c, called, present);
}

/**
 * Whether the player calls to somebody by a description that fits nobody elsewhere. Called only if the description fits
 * nobody here either.
 */
function isCalledBeyond(c: Chronicle): boolean {
  const called = readCalled(c);
  return called !== undefined && isSomebody(called) && findAbsent(c, called) === undefined;
}

function narrateBeyond(c: Chronicle): undefined {
  const names = c.world.listPresent().map((one) => renderNoun(c.nameNoun(one), 'the') ?? nameOf(one));
  c.happened.isIdle = true;
  if (names.length === 0) return narrateNobody(c, 'nobody-at-all');
  c.narrate('beyond-call', { whom: joinWords(names.slice(0, 6), 'or') });
}

/** Asks the player whom they mean, and names up to six of those who are here. */
export function narrateUnclear(c: Chronicle): undefined {
  const names = c.world.listPresent().map(nameOf).slice(0, 6);
  const whom = [names.slice(0, -1).join(', '), names.at(-1)].filter((part) => part !== '').join(' or ');
  // Told even if it was told lately, since otherwise the player could not know what is missing.
  if (names.length === 1) c.narratePlainly(`Do you mean ${whom}?`);
  else if (!c.narrateOneOf(grammar['whom'] ?? [], 'whom', { whom }))
    c.narratePlainly(`Whom do you mean: ${whom}?`);
  c.happened.isIdle = true;
  c.happened.isRefused = true;
}

function narrateNobody(c: Chronicle, kind: string, who?: Entity): undefined {
  c.narrate(kind, who === undefined ? {} : { who: c.nameNoun(who) });
  c.happened.isIdle = true;
}

/** "The nearest person" is one of the people here, whatever else the text of the place calls near. */
const anyOfThem = /^(?:nearest|closest|first|next|other|person|people)$/;

/** Whether the question goes to somebody who is only mentioned in the text of the place: a child, the sitters. */
function isPasserAsked(c: Chronicle): boolean {
  const asked = / (?:ask|tell|question|greet) (?:the|a|an|one of the) (?:\S+ )??(\S+) /.exec(
    c.intent.heard,
  )?.[1];
  const { here } = c.world;
  if (asked === undefined || here === undefined || anyOfThem.test(asked)) return false;
  return countShared(listSayings(c, here).join(' '), [asked]) > 0;
}

/** Whether the player asks somebody who is elsewhere, as in "ask Nell about the bell". */
export function isAskedAway(c: Chronicle): boolean {
  return findAskedAway(c, c.world.listPresent()) !== undefined;
}

/** The person elsewhere whom the player asks, as in "ask Nell about the bell". */
function findAskedAway(c: Chronicle, present: readonly Entity[]): Entity | undefined {
  const asked = / ask ((?:the )?\S+ )/.exec(c.intent.heard)?.[1];
  if (asked === undefined || findAsked(c, present) !== undefined) return undefined;
  return findAbsent(c, ` ${asked}`);
}

/**
 * The person here who is named or described right after the verb of asking: Issy, in "ask Issy what she thinks of
 * Nell".
 */
function findAsked(c: Chronicle, present: readonly Entity[]): Entity | undefined {
  const { heard } = c.intent;
  const asked = described.exec(heard)?.[1] ?? / (?:ask|tell|question) ((?:\S+ ){1,2})/.exec(heard)?.[1];
  if (asked === undefined) return undefined;
  return findNamedPerson(c, ` ${asked}`, present) ?? findOnlySuch(c, ` ${asked}`, present);
}

/** Somebody who is asked by a description: "the man with the spoon". */
const described = new RegExp(
  ` (?:ask|tell|question) ((?:the|that) (?:\\S+ )?(?:${somebodyWords}) (?:(?:with|on|by|in|at|near) (?:the|a|an|his|her) (?!who |what |why )\\S+ )?)`,
);

/** Whether the words address somebody who does not exist, as in "ask Perkin for the key" or "talk to Perkin". */
function isStrangerNamed(c: Chronicle): boolean {
  const asked =
    /\b(?:ask|tell|question|talk to|speak (?:to|with))\s+(\p{Lu}\p{L}+)/iu.exec(c.intent.raw)?.[1] ?? '';
  if (!/^\p{Lu}/u.test(asked) || /^(?:Him|Her|Them|The|About|Me|It)$/i.test(asked)) return false;
  return c.world.listOthers().every((one) => !nameOf(one).toLowerCase().includes(asked.toLowerCase()));
}

const asksAfter =
  /^ (?:is|are|was|were|do|does|did|has|have|can|could|will|would|what|who|where|why|when|how|which|whose) /;

/**
 * Whether the words speak to this person and not only about them: "ask Nell about Crake" speaks to Nell, not to Crake.
 */
function isAddressed(heard: string, who: Entity): boolean {
  if (asksAfter.test(heard) && !/ (?:you|your) /.test(heard)) return false;
  const [first = ''] = heard.split(/ (?:about|of|for|what|where|why|how|who|if) /);
  return listNameWords(nameOf(who)).some((word) => `${first} `.includes(` ${word} `));
}

/** Whether this person refuses to answer: they were made an enemy in the game, and have not been won over. */
export function isRefusing(c: Chronicle, who: Entity): boolean {
  if (readAttitude(who) > -2 || c.findPerson(who)?.attitude === 'hostile') return false;
  return who.type === 'npc';
}

const greetings =
  / (?:hello|hullo|hi|hey|greet|greetings|good (?:evening|morning|day|afternoon|night)|evening|well met|nice to meet|pleased to meet) /;

export function isGreeting({ intent }: Chronicle): boolean {
  return greetings.test(intent.heard) && !/ (?:talk|speak) /.test(intent.heard);
}

const tellings =
  /^ (?:ve|have) |^ (?:i|we) (?:ve|have) | (?:tell|say|warn|inform|explain|answer|reply|whisper|shout|mention|remark|confess|promise|swear) (?:\S+ ){3}| (?:that|because) /;

const ownTelling =
  /^\W*(?:(?:i|we) (?:do not|don['’]?t|can['’]?t|didn['’]?t|hear|heard|think|believe|suppose|guess|hope|wish|love|like|hate|miss|mean|swear|promise)|i am|i['’]m|my name|call me|we are|we['’]re|(?:i|we)(?:['’]ve| have)|you|it|he|she|they|this|that|there)\b[^?]*$/i;

/** Whether the words tell somebody something, and do not only begin a talk. */
export function isStatement({ intent }: Chronicle): boolean {
  const { heard, speech, raw } = intent;
  const isClause = / that (?:i|we|he|she|it|they|there|my|the|you) /.test(heard);
  if (greetings.test(heard) && !isClause) return false;
  if (isQuestion(heard) && !isClause) return ownTelling.test(raw);
  return speech !== '' || tellings.test(heard) || ownTelling.test(raw);
}

/** Whether a question is put to nobody in particular: it has no "you" and names nobody here. */
export function isUnaddressed(c: Chronicle): boolean {
  const { heard, speech } = c.intent;
  if (speech !== '' || c.addressed !== undefined || / (?:you|your|ask|tell|question) /.test(heard))
    return false;
  return findNamedPerson(c, heard, c.world.listPresent()) === undefined;
}

/** The kind of small talk that is heard; undefined if the words are not small talk. */
export function readSmallTalk({ intent }: Chronicle): SmallTalkKind | undefined {
  const { heard, raw, speech } = intent;
  const words = speech === '' ? heard : normaliseSpeech(speech);
  return findSmallTalk(words, raw.includes('?') || isQuestionAlone(words));
}

export function isQuestion(heard: string): boolean {
  return / (?:about|what|why|where|who|whose|whom|how|which|when|whether) /.test(heard);
}

const generalQuestion =
  / (?:what (?:happened(?= (?:here |so far )?$)|is going on|goes on|is wrong|do you know(?= $)|is new|now)|news|rumou?rs?|gossip|everything|more|about yourself|this place|going on) /;

export function isGeneral(c: Chronicle): boolean {
  return generalQuestion.test(c.intent.heard);
}

/** Greets the player's character; false if they talked just now, or if the person has nothing to say. */
export function* playGreeting(c: Chronicle, who: Entity): Script<boolean> {
  const person = c.findPerson(who);
  const slots = { who: c.nameNoun(who) };
  if (hasSpokenLately(c, who)) return false;
  if (person !== undefined && c.narrateOneOf(person.greet, `greet/${person.name}`, slots)) return true;
  if (readAttitude(who) < -1 && c.narrate('hostile', slots)) return true;
  const first = readFirstWords(c.world, who);
  if (first !== '' && c.narrateText(first)) {
    yield* c.execute([buildFirstWordsNote(nameOf(who))]);
    return true;
  }
  return c.narrate(`greet-${chooseVoice(who)}`, slots);
}

/** Whether this person and the player talked in one of the last turns, so that no further greeting is due. */
function hasSpokenLately(c: Chronicle, who: Entity): boolean {
  const person = c.findPerson(who);
  const { name, short = name } = c.nameNoun(who);
  if (person === undefined)
    return c.recent
      .slice(-2)
      .some((text) => text.includes(`says ${short}`) || text.includes(`${short} says`));
  const lines = listScripts(person).flat();
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

/**
 * The topic that a current step of a quest requires the player to ask this person about, whatever was actually asked.
 */
export function findNeededTopic(c: Chronicle, who: Entity): Topic | undefined {
  const isNeeded = listCurrentSteps(c).some(
    ({ on, what, with: item }) =>
      on === 'talk' && isSame(what ?? '', nameOf(who)) && (item === undefined || c.world.hasThing(item)),
  );
  return isNeeded ? chooseStepTopic(c, who) : undefined;
}

/**
 * Whether the words touch on the topic that a step needs from this person, or a step asks the player to win this person
 * over.
 */
export function isPressedFor(c: Chronicle, who: Entity, needed: Topic): boolean {
  const isWon = listCurrentSteps(c).some(
    ({ name, what }) =>
      isSame(what ?? '', nameOf(who)) && /^(?:persuade|convince|win|threaten|force|bribe)\b/i.test(name),
  );
  return isWon || needed.words.some((word) => c.intent.heard.includes(` ${word} `));
}

function chooseStepTopic(c: Chronicle, who: Entity): Topic | undefined {
  const steps = listCurrentSteps(c).filter(({ what }) => isSame(what ?? '', nameOf(who)));
  const names = steps.map(({ name }) => name).join(' ');
  const named = ` ${names.toLowerCase().replace(/[^\p{L}]+/gu, ' ')} `;
  const topics = c.findPerson(who)?.topics ?? [];
  return topics.find(({ words }) => words.some((word) => named.includes(` ${word} `))) ?? topics[0];
}

/**
 * A topic that hands nothing over and that this person has not told lately, for a player who asks what there is to
 * know. Undefined for any other question.
 */
export function findUntoldTopic(c: Chronicle, who: Entity): Topic | undefined {
  const topics = isGeneral(c) ? (c.findPerson(who)?.topics ?? []) : [];
  return topics.find(
    ({ say, gives }) =>
      gives === undefined && !say.some((line) => c.recent.some((text) => text.includes(line))),
  );
}

/**
 * Lets a person without topics, to whom a quest leads the player, say what is wrong or where to go; false if nothing
 * was told.
 */
export function narrateTrouble(c: Chronicle, who: Entity): boolean {
  if ((c.findPerson(who)?.topics.length ?? 0) > 0) return false;
  const step = listCurrentSteps(c).find(
    ({ on, what, with: item }) => on === 'talk' && isSame(what ?? '', nameOf(who)) && item === undefined,
  );
  if (step === undefined) return false;
  const about = toFirstPerson(nameOf(who), readText(step.quest, 'about'));
  const slots = { who: c.nameNoun(who) };
  if (about !== '' && c.narrate('tells-trouble', { ...slots, text: completeSentence(about) })) return true;
  const place = findNextPlace(c, step.quest);
  return place !== undefined && c.narrate('tells-where', { ...slots, place: c.nameNoun(place) });
}

const ownVerbs: Readonly<Record<string, string>> = {
  wants: 'want',
  needs: 'need',
  asks: 'ask',
  seeks: 'seek',
  fears: 'fear',
  hopes: 'hope',
  looks: 'look',
  has: 'have',
  is: 'am',
  was: 'was',
  lost: 'lost',
  knows: 'know',
  must: 'must',
};
const ofAnother = /\b(?:he|she|they|him|her|his|hers|their|them)\b/iu;

/**
 * A text about somebody, put into the first person, as that person would say it. A text that does not begin with the
 * name stays as it is. Empty if the text cannot be turned with certainty.
 */
function toFirstPerson(name: string, about: string): string {
  // A quest of the player's own is not another person's trouble.
  if (about.startsWith('You ')) return '';
  if (!about.startsWith(`${name} `)) return about;
  const [verb = '', ...rest] = about.slice(name.length + 1).split(' ');
  const own = ownVerbs[verb];
  return own === undefined || ofAnother.test(about) ? '' : `I ${own} ${rest.join(' ')}`;
}

/** The place that is named by the step after the current step. */
function findNextPlace(c: Chronicle, quest: Entity): Entity | undefined {
  const open = listSteps(quest).filter(({ isDone }) => !isDone);
  const named = (open[1]?.name ?? listHeldBack(c, quest)[0] ?? '').toLowerCase();
  return c.world.list('location').find((place) => named.includes(nameOf(place).toLowerCase()));
}

/**
 * Tells a secret if the roll went well or this person is well disposed, and a secret is left. Otherwise a person, but
 * no creature, tells something that was not told lately.
 */
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

/** Tells what somebody hides, and notes that it has come out; false if they have nothing left to tell. */
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

/** Lowers somebody's attitude by one, but not below -1: words alone make no enemy. True if it was lowered. */
export function* applyGrudge(c: Chronicle, who: Entity): Script<boolean> {
  if (readAttitude(who) < 0) return false;
  yield* c.execute([{ name: 'adjust', arguments: { path: 'attitude', delta: -1, target: who.id } }]);
  return true;
}
