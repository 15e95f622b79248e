// Tests the bundled scenarios: everything that they name exists, and no question fits two answers of one person.

import { describe, expect, it } from 'vitest';
import { readQuestion } from './likeness.ts';
import type { Scenario, ScenarioAnswer } from './scenario.ts';
import { listScenarios, readScenario } from './scenarios.ts';

function listNames(scenario: Scenario): ReadonlySet<string> {
  const { places, people, creatures, items, quests, clocks } = scenario;
  const steps = quests.flatMap((quest) => quest.steps);
  return new Set(
    [places, people, creatures, items, quests, clocks, steps].flatMap((list) => list.map(({ name }) => name)),
  );
}

function isNeverBoth(one: ScenarioAnswer, other: ScenarioAnswer): boolean {
  return (
    (one.after !== undefined && one.after === other.before) ||
    (one.before !== undefined && one.before === other.after)
  );
}

function renderQuestion(text: string): string {
  const { asked, person, forms } = readQuestion(text);
  return [asked, person, ...forms.toSorted()].join(' ');
}

/** Examples that belong to two answers which one person could give at the same time. */
function listClashes(answers: readonly ScenarioAnswer[]): readonly string[] {
  const seen = new Map<string, ScenarioAnswer[]>();
  return answers.flatMap((answer) =>
    answer.to.filter((text) => {
      const question = renderQuestion(text);
      const others = seen.get(question) ?? [];
      seen.set(question, [...others, answer]);
      return others.some((other) => other !== answer && !isNeverBoth(answer, other));
    }),
  );
}

describe.each(listScenarios().map(({ id }) => id))('%s', (id) => {
  const scenario = readScenario(id);

  it('NA78: an answer names nothing that the scenario does not have', () => {
    const names = listNames(scenario);
    const answers = [...scenario.answers, ...scenario.people.flatMap((one) => one.answers)];
    const named = answers.flatMap(({ after, before, gives }) => [after, before, gives]);
    const speakers = scenario.answers.flatMap(({ by = [] }) => by);
    const unknown = [...named, ...speakers].filter((name) => name !== undefined && !names.has(name));
    expect(unknown).toEqual([]);
  });

  it('NA78: no example asks for two answers of one person', () => {
    const { people, answers } = scenario;
    const lists = [...people.map((one) => one.answers), answers];
    expect(lists.flatMap(listClashes)).toEqual([]);
  });
});

it('NA102: no note of The Winter Toll tells the bargain; its secrets do', () => {
  const { notes, secrets } = readScenario('the-winter-toll');
  const bargain = /company|collector|planed/i;
  expect(notes.filter(({ content, tags }) => bargain.test(`${content} ${tags.join(' ')}`))).toEqual([]);
  expect(
    secrets.some(({ text }) => /planed the words ONE NIGHT'S COMPANY off the toll board/.test(text)),
  ).toBe(true);
});
