// Steps of quests: which ones are current, and what must happen for each.

import type { Entity } from '../state/entity.ts';
import type { Chronicle } from './chronicle.ts';
import { weighName } from './find-referent.ts';
import type { ScenarioQuest, ScenarioStep } from './scenario.ts';
import { isSame, listSteps, nameOf } from './world.ts';

export type StepKind = NonNullable<ScenarioStep['on']>;

export interface CurrentStep extends Omit<ScenarioStep, 'on' | 'hints'> {
  readonly quest: Entity;
  readonly on: StepKind;
  readonly hints: readonly string[];
  readonly told?: string | undefined;
}

export function listOpenQuests(c: Chronicle): readonly Entity[] {
  return c.world.list('quest').filter(({ sheet }) => (sheet['status'] ?? 'open') === 'open');
}

/** The first step that is not done of each open quest. */
export function findCurrentSteps(c: Chronicle): readonly CurrentStep[] {
  return listOpenQuests(c).flatMap((quest) => {
    const step = listSteps(quest).find(({ isDone }) => !isDone);
    return step === undefined ? [] : [readStep(c, quest, step.name)];
  });
}

export function findQuestData(c: Chronicle, quest: Entity): ScenarioQuest | undefined {
  return c.scenario?.quests.find(({ name }) => isSame(name, nameOf(quest)));
}

function readStep(c: Chronicle, quest: Entity, name: string): CurrentStep {
  const written = findQuestData(c, quest)?.steps.find((step) => isSame(step.name, name));
  const read = readStepName(c, name);
  return {
    hints: [],
    ...read,
    ...written,
    on: written?.on ?? read.on,
    what: written?.what ?? read.what,
    name,
    quest,
  };
}

const verbs: readonly (readonly [StepKind, RegExp])[] = [
  ['give', /^(?:bring|deliver|return|give|carry|hand)\b/i],
  ['beat', /^(?:defeat|kill|slay|stop|drive|fight|destroy|beat)\b/i],
  ['have', /^(?:find|get|take|steal|recover|fetch|collect|obtain|retrieve)\b/i],
  ['talk', /^(?:ask|speak|talk|tell|warn|meet|question|persuade|convince|show|learn from|consult)\b/i],
  ['use', /^(?:use|light|ring|open|unlock|place|burn|break)\b/i],
  ['search', /^(?:search|look|investigate|examine|inspect|explore)\b/i],
];

/** What a step asks for, out of its first word and the names in it. */
function readStepName(
  c: Chronicle,
  name: string,
): { readonly on: StepKind; readonly what?: string; readonly with?: string } {
  const heard = ` ${name
    .toLowerCase()
    .replace(/'s\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const person = findNamed(c, heard, ['npc', 'creature']);
  const place = findNamed(c, heard, ['location']);
  const item = findNamed(c, heard, ['item']);
  const on = verbs.find(([, pattern]) => pattern.test(name))?.[0] ?? 'arrive';
  if (on === 'give' && person !== undefined)
    return { on: 'talk', what: person, ...(item === undefined ? {} : { with: item }) };
  if (on === 'have' && item === undefined) return readPlain(person, place);
  const what = {
    give: place,
    beat: person,
    have: item,
    talk: person,
    use: item,
    search: place,
    arrive: place,
  }[on as 'give'];
  return what === undefined ? readPlain(person, place) : { on, what };
}

function readPlain(
  person: string | undefined,
  place: string | undefined,
): { readonly on: StepKind; readonly what?: string } {
  if (person !== undefined) return { on: 'talk', what: person };
  return place === undefined ? { on: 'search' } : { on: 'search', what: place };
}

function findNamed(c: Chronicle, heard: string, types: readonly string[]): string | undefined {
  const found = types
    .flatMap((type) => c.world.list(type))
    .map((one) => ({ name: nameOf(one), weight: weighName(heard, nameOf(one)) }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  return found[0]?.name;
}
