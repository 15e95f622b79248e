// Tests facts that a model notes in maintenance: their quotes are checked, and they are held, proposed or reverted.
import { buildScriptedModel, type ScriptStep } from '@terrarium/kernel/testing/scripted-model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forget } from '../../src/forgetting/forget.ts';
import { buildModelWriter } from '../../src/maintenance/model-writer.ts';
import { applyProposals, listProposals } from '../../src/maintenance/proposals.ts';
import { revertRun } from '../../src/maintenance/revert-run.ts';
import { type MaintenanceRequest, runMaintenance } from '../../src/maintenance/run-maintenance.ts';
import { exampleVoices } from '../../src/tags/voices.ts';
import { findFactValue } from '../../src/working-memory/find-fact-value.ts';
import type { ItemId } from '../../src/working-memory/item.ts';
import { openWorkingMemoryStore } from '../../src/working-memory/working-memory-store.ts';
import { type MaintainedMemory, openMaintainedMemory } from '../support/maintained-memory.ts';

let memory: MaintainedMemory;

beforeEach(() => {
  memory = openMaintainedMemory();
});

afterEach(() => memory.close());

const tokens = { count: (text: string) => Math.ceil(text.length / 4) };
const keys = 'Big day: we finally have the keys of the flat in Leeds!';
const york = 'We have a flat in York.';

function reply(...operations: readonly Readonly<Record<string, unknown>>[]): ScriptStep {
  return { text: JSON.stringify({ operations }) };
}

async function maintain(script: readonly ScriptStep[], request: Partial<MaintenanceRequest> = {}) {
  const model = buildScriptedModel(script, { contextTokens: 16_000 });
  const writer = buildModelWriter({ model, tokens, timeZone: 'UTC' });
  const outcome = await runMaintenance(memory.ground(writer), { kind: 'manual', ...request });
  model.assertDone();
  return { outcome, requests: model.requests };
}

const note = (event: number, value: string, quote: string, relation = 'home') => ({
  do: 'note-fact',
  event,
  relation,
  value,
  quote,
});

const list = () =>
  openWorkingMemoryStore(memory.connection)
    .listAll()
    .filter(({ kind }) => kind === 'fact')
    .map((item) => `${item.status} ${item.subject}=${findFactValue(item)}`);

describe('facts that a model notes', () => {
  it('FP7: a fact is held with the words that tell it, replaces the former one, and is taken back with its run', async () => {
    const first = memory.hear(york);
    await maintain([reply(note(first, 'York', york))]);
    memory.clock.advance(86_400_000);
    const second = memory.hear(keys);
    const { outcome, requests } = await maintain([
      reply(note(second, 'Leeds', 'WE FINALLY HAVE THE KEYS of the flat in Leeds.')),
    ]);
    expect(requests[0]?.messages[1]?.content).toContain('kind="fact" fact="home: York"');
    expect(list()).toEqual(['superseded user/:home=York', 'active user/:home=Leeds']);
    const [, held] = openWorkingMemoryStore(memory.connection).listAll();
    expect(held).toMatchObject({ content: 'we finally have the keys of the flat in Leeds', eventId: second });
    revertRun(memory, outcome.runId ?? 0);
    expect(list()).toEqual(['active user/:home=York', 'dropped user/:home=Leeds']);
  });

  it('FP7: what the words do not say is refused, and the model is told why', async () => {
    const event = memory.hear(`${keys} Do you like the flat in Hull?`);
    const spoken = memory.hear('You live in Bath.', { voice: 'companion' });
    const wrong = [
      note(event, 'Leeds', 'we got the keys in Leeds'),
      note(event, 'London', 'we finally have the keys of the flat in Leeds'),
      note(event, 'Hull', 'the flat in Hull'),
      note(spoken, 'Bath', 'You live in Bath'),
      note(99, 'Leeds', 'Leeds'),
    ];
    const { outcome, requests } = await maintain([reply(...wrong), reply()]);
    expect(outcome.operations).toEqual([]);
    const told = requests[1]?.messages.at(-1)?.content ?? '';
    for (const reason of [
      `The quote is not in event ${event}`,
      '"London" is not in the quote',
      'part of a question',
      `Event ${spoken} is not the person's`,
      'There is no event 99',
    ])
      expect(told).toContain(reason);
    expect(list()).toEqual([]);
  });

  it('FP7: what is known already is not noted again', async () => {
    await maintain([reply(note(memory.hear(york), 'York', york))]);
    const again = memory.hear('Our flat in York is cold.');
    // The fact is not to be corrected, so the model is not asked again.
    const { requests } = await maintain([reply(note(again, 'York', 'Our flat in York'))]);
    expect(requests).toHaveLength(1);
    expect(list()).toEqual(['active user/:home=York']);
  });

  it('MT29: the person is named as they said, and it is not earlier than what they said last', async () => {
    const later = Date.UTC(2031, 4, 6, 10, 0);
    const first = memory.hear("Hello, I'm Ada.");
    await maintain([reply(note(first, 'Ada', "I'm Ada", 'name'))]);
    memory.hear('Good day.', { atMs: later });
    const { requests } = await maintain([reply()]);
    const asked = String(requests[0]?.messages.at(-1)?.content);
    expect(asked).toContain('The person is Ada: write of the person by name');
    expect(asked).toContain('by="Ada"');
    expect(asked).toMatch(/Now: Tue 6 May 2031, \d\d:00/u);
    expect(asked).toContain('<ambient-file empty="yes"/>');
  });

  it('FP7: if a run only proposes, a fact waits, and goes if its moment is forgotten meanwhile', async () => {
    const first = memory.hear(york);
    const second = memory.hear(keys);
    await maintain([reply(note(first, 'York', york), note(second, 'the flat in Leeds', keys, 'new place'))], {
      isProposing: true,
    });
    expect(list()).toEqual([]);
    const waiting = listProposals(memory.connection, memory.ambientPath);
    expect(waiting.map(({ changes }) => changes[0]?.added)).toEqual([
      ['fact: home: York'],
      ['fact: new place: the flat in Leeds'],
    ]);
    forget({ ...memory, imagesDir: memory.folder, voices: exampleVoices }, { targets: [{ event: second }] });
    applyProposals(memory, [waiting[0]?.id ?? 0]);
    expect(list()).toEqual(['active user/:home=York']);
    expect(listProposals(memory.connection, memory.ambientPath)).toEqual([]);
    forget(
      { ...memory, imagesDir: memory.folder, voices: exampleVoices },
      { targets: [{ item: 1 as ItemId }] },
    );
    expect(list()).toEqual(['dropped undefined=']);
  });
});
