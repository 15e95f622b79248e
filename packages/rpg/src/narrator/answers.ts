// Answers: finds the scenario's answer to a question, by how similar the question is to the scenario's examples.

import { isFullClock } from '../state/is-full-clock.ts';
import type { Entity } from '../values/entity.ts';
import type { Chronicle } from './chronicle.ts';
import { findLastTold, findSubject, listForms } from './follow-up.ts';
import { buildWeigh, computeLikeness, isTelling, type Question, readQuestion } from './likeness.ts';
import { listContent } from './record.ts';
import type { ScenarioAnswer } from './scenario.ts';
import { readForm } from './word-forms.ts';
import { isSame, listSteps, nameOf, readText } from './world.ts';

/** The least likeness with which a question counts as asking the same as an example. */
const enough = 0.5;
/** Added to the weight of a person's own answer, so that it is preferred to a shared answer that fits about as well. */
const ownGain = 0.05;
/** If the best answer was given lately, another may be given instead, if its weight is lower by less than this. */
const nearness = 0.12;

interface Read {
  readonly questions: readonly Question[];
  readonly asked: ReadonlySet<string>;
  /** All words of the answer, in the form in which they are compared. */
  readonly known: ReadonlySet<string>;
}

const read = new WeakMap<ScenarioAnswer, Read>();

function readAnswer(answer: ScenarioAnswer): Read {
  const kept = read.get(answer);
  if (kept !== undefined) return kept;
  const questions = answer.to.map(readQuestion);
  const said = listContent(answer.say.join(' ')).map(readForm);
  const asked = new Set(questions.flatMap(({ forms }) => forms));
  const made = { questions, asked, known: new Set([...asked, ...said]) };
  read.set(answer, made);
  return made;
}

/** The answers that the person can give now: first their own, then those that the scenario shares among people. */
function listAnswers(c: Chronicle, who: Entity): readonly ScenarioAnswer[] {
  const own = c.findPerson(who)?.answers ?? [];
  const shared = (c.scenario?.answers ?? []).filter(
    ({ by }) => by === undefined || by.some((name) => isSame(name, nameOf(who))),
  );
  const isPerson = c.findPerson(who) !== undefined && who.type === 'npc';
  return [...own, ...(isPerson || own.length > 0 ? shared : [])].filter(
    ({ after, before }) =>
      (after === undefined || hasComeAbout(c, after)) && (before === undefined || !hasComeAbout(c, before)),
  );
}

/**
 * Whether what an answer waits for has come about: for example, a quest of this name is done, or a place of this name
 * is visited.
 */
function hasComeAbout(c: Chronicle, name: string): boolean {
  const { world } = c;
  const quests = world.list('quest');
  if (quests.some((quest) => listSteps(quest).some((step) => step.isDone && isSame(step.name, name))))
    return true;
  const named = world.findNamed(name, ['quest', 'clock', 'location', 'npc', 'creature', 'item']);
  if (named === undefined) return false;
  if (named.type === 'quest') return named.sheet['status'] === 'done';
  if (named.type === 'clock') return isFullClock(named);
  if (named.type === 'location') return isVisited(c, named);
  if (named.type === 'item') return true;
  return isVisited(c, world.find(readText(named, 'at')));
}

function isVisited(c: Chronicle, place: Entity | undefined): boolean {
  return place !== undefined && (place.id === c.world.here?.id || place.sheet['is_visited'] === true);
}

/** Whether a line of the answer was told lately, in the form in which this person says it. */
function isSaid(c: Chronicle, who: Entity, { say }: ScenarioAnswer): boolean {
  const told = [c.text, ...c.recent];
  const lines = say.flatMap((line) => c.fillLine(line, { who: c.nameNoun(who) }) ?? []);
  return lines.some((line) => told.some((text) => text.includes(line)));
}

export interface Found {
  readonly answer: ScenarioAnswer;
  /** How certain it is that the question asks for this answer, from 0 to 1. */
  readonly likeness: number;
}

/** The person's answer to the player's question; undefined if no answer fits well enough. */
export function findAnswer(c: Chronicle, who: Entity, put: string): Found | undefined {
  const answers = listAnswers(c, who);
  const question = readQuestion(put);
  const weigh = buildWeigh(answers.map((answer) => readAnswer(answer).asked));
  const meant = listMeant(c, who, put, question);
  const subject = findSubject(c, who, put);
  const own = c.findPerson(who)?.answers ?? [];
  const scored = answers.map((answer) => {
    const { questions, known } = readAnswer(answer);
    const given = { weigh, known, meant, subject };
    const likeness = Math.max(...questions.map((example) => computeLikeness(question, example, given)));
    return { answer, likeness, weight: likeness + (own.includes(answer) ? ownGain : 0) };
  });
  const fitting = scored
    .filter(({ likeness }) => likeness >= enough)
    .sort((one, other) => other.weight - one.weight);
  const [best] = fitting;
  if (best === undefined) return undefined;
  const isNear = ({ answer, weight }: (typeof fitting)[number]) =>
    weight > best.weight - nearness && !isSaid(c, who, answer);
  return fitting.find(isNear) ?? best;
}

/**
 * The words that this person said last, if the question may refer to them: if it is short, or has a word such as "it".
 * Undefined for other questions, and if the person said nothing lately.
 */
function listMeant(
  c: Chronicle,
  who: Entity,
  put: string,
  { forms, person, owned }: Question,
): ReadonlySet<string> | undefined {
  // "What is your name?" can be understood by itself, whatever was said before it.
  const isOfOwn = person === 'you' && owned !== undefined;
  const isShort = !isOfOwn && forms.filter(isTelling).length < 2;
  if (!isShort && !/\b(?:it|that|this|they|them|there|then)\b/.test(put)) return undefined;
  const told = findLastTold(c, who);
  return told === undefined ? undefined : listForms(told.speech);
}

/**
 * Says the first line of the answer that was not said lately; if there is none, repeats the first line of all. False if
 * nothing could be said.
 */
export function narrateAnswer(c: Chronicle, who: Entity, { say }: ScenarioAnswer): boolean {
  const slots = { who: c.nameNoun(who) };
  c.happened.replied.add(who.id);
  const isNew = say.some((line) => c.narrateOneOf([line], 'answer', slots));
  return isNew || c.narrateAgain(say[0] ?? '', slots);
}
