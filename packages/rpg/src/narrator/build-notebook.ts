// Builds the notebook of a scenario: actions that note what only the game master knows about people, places and quests.

import { isSameName, type SecretKind, type StepWait, whileOpen } from '../state/notebook.ts';
import type { Action } from '../state/session.ts';
import { longestText } from '../tools/arguments.ts';
import type { JsonObject } from '../values/json.ts';
import type { Scenario, ScenarioPerson, ScenarioQuest } from './scenario.ts';

/**
 * At most this many characters of a person's words on one topic are noted; no topic of the bundled stories is longer.
 */
const longestTopic = 1_200;
const mostTopics = 8;
const longestStep = 300;
/** About how many hours lie between two journeys of somebody, if the journeys wait for no clock. */
const hoursOfJourney = 8;

/**
 * Builds the actions that note what only the game master knows. They refer to people, places and clocks, so the actions
 * that create those must come first.
 */
export function buildNotebook(scenario: Scenario): readonly Action[] {
  const people = [...scenario.people, ...scenario.creatures];
  const hidden = scenario.items.filter(
    ({ hidden_at, holder }) => hidden_at !== undefined && holder === undefined,
  );
  return [
    ...people.flatMap(listNotesOf),
    ...hidden.map(({ name, about, hidden_at }) =>
      buildNote({ of: hidden_at, kind: 'holds', text: about === '' ? name : `${name}: ${about}` }),
    ),
    ...scenario.clocks.flatMap(({ name, full }) =>
      full === undefined ? [] : [buildNote({ of: name, kind: 'brings', text: stripPlaces(full) })],
    ),
    ...scenario.clocks
      .filter(({ name }, at, all) => all.findIndex((one) => isSameName(one.name, name)) === at)
      .map(({ name, on, while: quest = '' }) => buildAction('clock_plan', { name, on, while: quest })),
    ...scenario.secrets.map(({ of, kind, text }) => buildNote({ of, kind, text })),
    ...scenario.quests
      .filter(({ name }, at, all) => all.findIndex((one) => isSameName(one.name, name)) === at)
      .map((quest) => buildQuestPlan(scenario, quest)),
  ];
}

interface NoteOf {
  readonly of?: string | undefined;
  readonly kind: SecretKind;
  readonly text: string;
  readonly hours?: number | undefined;
}

function buildNote({ of, kind, text, hours }: NoteOf): Action {
  const given = {
    ...(of === undefined ? {} : { of }),
    kind,
    text: cut(text, longestText),
    ...(hours ? { hours } : {}),
  };
  return buildAction('notebook', given);
}

/** Whether somebody's name or description contains their role; true for somebody without a role. */
export function isRoleTold({
  name,
  about,
  role = '',
}: Pick<ScenarioPerson, 'name' | 'about' | 'role'>): boolean {
  return `${name} ${about}`.toLowerCase().includes(role.replace(/^(?:an?|the) /i, '').toLowerCase());
}

function listNotesOf(person: ScenarioPerson): readonly Action[] {
  const { name, role, want, secret, topics, plans } = person;
  return [
    ...(role === undefined || isRoleTold(person) ? [] : [buildNote({ of: name, kind: 'truth', text: role })]),
    ...(want === undefined ? [] : [buildNote({ of: name, kind: 'wants', text: want })]),
    ...secret.map((text) => buildNote({ of: name, kind: 'hides', text })),
    ...topics
      .slice(0, mostTopics)
      .map((topic) => buildNote({ of: name, kind: 'knows', text: describeTopic(topic) })),
    ...buildJourneys(name, plans),
  ];
}

function describeTopic({ words, say, wants_check, gives }: ScenarioPerson['topics'][number]): string {
  const marks = [
    ...(wants_check ? ['tells this only to friends, or when persuaded'] : []),
    ...(gives ? [`gives the ${gives}`] : []),
  ];
  const asked = `asked about ${words.slice(0, 5).join(', ')}`;
  return `${asked}${marks.length === 0 ? '' : ` (${marks.join('; ')})`}: ${cut(say.join(' / '), longestTopic)}`;
}

/**
 * Builds up to two notes about somebody's journeys: one about those that begin when a clock (a counter of segments) is
 * full, and one about all others, which are made every few hours.
 */
function buildJourneys(name: string, plans: ScenarioPerson['plans']): readonly Action[] {
  const timed = plans
    .filter(({ full }) => full === undefined)
    .map(describeJourney)
    .join(' ');
  const waiting = plans
    .filter(({ full }) => full !== undefined)
    .map(describeJourney)
    .join(' ');
  return [
    ...(timed === '' ? [] : [buildNote({ of: name, kind: 'plans', text: timed, hours: hoursOfJourney })]),
    ...(waiting === '' ? [] : [buildNote({ of: name, kind: 'plans', text: waiting })]),
  ];
}

function describeJourney({ from, to, while: quest, full, ticks }: ScenarioPerson['plans'][number]): string {
  const when = [
    quest === undefined ? '' : ` ${whileOpen}${quest}" is open`,
    full === undefined ? '' : ` when the clock "${full}" is full`,
    ticks === undefined ? '' : `; this moves the clock "${ticks}" on`,
  ];
  return `If at ${from}, goes to ${to}${when.join('')}.`;
}

/**
 * Plans the steps that the player is not shown yet: all but the first step of an open quest, and all steps of any other
 * quest.
 */
function buildQuestPlan({ quests, items }: Scenario, quest: ScenarioQuest): Action {
  const { name, about, giver = '', won = '', open, steps } = quest;
  const after = open ? '' : (quests.find(({ next }) => isSameName(next ?? '', name))?.name ?? '');
  const planned = (open ? steps.slice(1) : steps).map((step) => ({
    name: step.name,
    text: cut(describeStep(step, items), longestStep),
  }));
  const waits = listWaits(steps, items);
  return buildAction('quest_plan', {
    name,
    about,
    giver,
    after,
    won: cut(won, longestText),
    steps: planned,
    ...(waits.length === 0 ? {} : { waits }),
  });
}

/**
 * Lists what steps wait for, as far as code can recognise it: for example, that the player arrives at a place or has a
 * thing.
 */
function listWaits(steps: ScenarioQuest['steps'], items: Scenario['items']): StepWait[] {
  return steps.flatMap(({ name, on, what, with: needed, finds = '' }): StepWait[] => {
    if (what === undefined) return [];
    if (on === 'arrive' || on === 'search') return [{ step: name, on, what, finds }];
    // A talk that also needs a thing in hand is not done by talking alone.
    if (on === 'talk' && needed === undefined) return [{ step: name, on, what, finds: '' }];
    const isThing = (on === 'find' || on === 'have') && items.some((item) => isSameName(item.name, what));
    return isThing ? [{ step: name, on: 'have', what, finds: what }] : [];
  });
}

/**
 * The text about a step: what it needs, what it brings, and what is told of it; empty if the scenario has none of
 * these.
 */
function describeStep(
  { finds, gives, with: needed, told = '' }: ScenarioQuest['steps'][number],
  items: Scenario['items'],
): string {
  const thing = finds ?? gives;
  const about = items.find(({ name }) => name === thing)?.about ?? '';
  const parts = [
    needed === undefined ? '' : `with: ${needed}.`,
    thing === undefined ? '' : `brings: ${thing}${about === '' ? '.' : `: ${about}`}`,
    told,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** Removes the names of places at the beginning of a line, as in `@Ropewalk: …`. */
function stripPlaces(line: string): string {
  return line.replace(/^@[^:]+: /, '');
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}

function buildAction(tool: string, given: JsonObject): Action {
  return { tool, arguments: JSON.stringify(given), by: 'system' };
}
