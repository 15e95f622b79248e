// Extracts a system from a small rulebook of the kind of Ironsworn, and plays a fight in it to the end.

import { readFileSync } from 'node:fs';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { buildScriptedModel } from '@terrarium/kernel/testing/scripted-model';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { extractSystem } from '../../src/extraction/extract-system.ts';
import { checkManifest } from '../../src/manifest/check-manifest.ts';
import type { RolledCheck } from '../../src/rules/rolled-check.ts';
import { drawWorld } from '../../src/session-zero/draw-world.ts';
import type { System } from '../../src/system/system.ts';
import { openStory } from '../support/play-story.ts';

const folder = new URL('../fixtures/ember-road/', import.meta.url);
const readFixture = (name: string) => readFileSync(new URL(name, folder), 'utf8');

/** The items that a reader found in the book, with one mistake: a trait that does not exist. */
function listSlipped() {
  const items: readonly { readonly id?: string }[] = JSON.parse(readFixture('items.json')).items;
  const fight = items.find(({ id }) => id === 'fight');
  const slipped = items.map((item) =>
    item === fight ? JSON.parse(JSON.stringify(item).replace('traits.heart', 'traits.hart')) : item,
  );
  return { fight, slipped };
}

let system: System;

beforeAll(async () => {
  const { fight, slipped } = listSlipped();
  const model = buildScriptedModel([
    { text: JSON.stringify({ items: slipped }) },
    { text: JSON.stringify({ items: [fight] }) },
  ]);
  const extraction = await extractSystem({
    book: { file: 'ember-road.md', text: readFixture('ember-road.md') },
    title: { id: 'ember-road', name: 'Ember Road' },
    model,
    journal: { list: () => [], record: () => undefined },
    countTokens: (text) => Math.ceil(text.length / 4),
    contextTokens: 32_000,
  });
  model.assertDone();
  expect([extraction.problems, extraction.refused]).toEqual([[], []]);
  expect(String(model.requests[1]?.messages.at(-1)?.content)).toContain('check fight, dice: ');
  const checked = checkManifest(extraction.manifest);
  if (!checked.ok) throw new Error('The manifest does not load.');
  system = checked.system;
});

describe('a small rulebook of moves', () => {
  it('SZ29: plays a scene with a fight to its end, by its challenge dice', async () => {
    const { chance } = buildFakeEnvironment();
    const story = openStory({ system, scenario: drawWorld(system, chance), seed: 'ember' });
    onTestFinished(() => story.close());
    const wolf = { name: 'grey wolf', about: 'A lean grey wolf.', type: 'creature', attitude: 'hostile' };
    story.force([['npc_create', { ...wolf, values: { 'resources.grit.current': 3 } }]]);
    const readGrit = () => readCurrent(story.game.state.list('creature')[0]?.sheet, 'grit');
    const readHealth = () => readCurrent(story.game.state.find('character:player')?.sheet, 'health');
    const outcomes = new Set<string>();
    for (let round = 0; round < 12 && readGrit() > 0 && readHealth() > 0; round += 1) {
      const { happenings } = await story.play('I attack the grey wolf');
      const strikes = happenings.flatMap((one) =>
        one.kind === 'rolled' && one.roll.check === 'fight' ? [one.roll] : [],
      );
      for (const strike of strikes) {
        expect(strike.outcome?.id).toBe(chooseOutcome(strike));
        outcomes.add(strike.outcome?.id ?? '');
      }
    }
    expect(Math.min(readGrit(), readHealth())).toBe(0);
    expect(outcomes.size).toBeGreaterThan(1);
  });
});

/** The expected outcome, by how many of the challenge dice the total beats. */
function chooseOutcome({ rolled, challenge }: RolledCheck): string | undefined {
  const faces = challenge?.groups.flatMap(({ dice }) => dice.map(({ face }) => face)) ?? [];
  expect(faces).toHaveLength(2);
  return ['miss', 'weak', 'strong'][faces.filter((face) => rolled.total > face).length];
}

function readCurrent(sheet: unknown, name: string): number {
  const { resources = {} } = (sheet ?? {}) as { resources?: Record<string, { current?: number }> };
  return resources[name]?.current ?? 0;
}
