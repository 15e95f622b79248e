// Tests a turn from the player's words to the commit: what a model may do, and that there is always a narrative.

import { ModelError, ProviderError } from '@terrarium/kernel/errors';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import { buildScriptedModel, type ScriptStep } from '@terrarium/kernel/testing/scripted-model';
import { describe, expect, it } from 'vitest';
import { playTurn, resumeTurn, retryTurn } from '../../src/play-turn.ts';
import { buildTurnLog } from '../../src/turn/turn-log.ts';
import { openTestGame } from '../support/open-test-game.ts';
import { gather, listKinds, ofKind, playScript, readShown } from '../support/play-script.ts';
import { openStory } from '../support/play-story.ts';

const roll = { name: 'roll', arguments: { formula: '1d20', reason: 'force the door' } };
const tire = { name: 'adjust', arguments: { path: 'resources.health.current', delta: -2 } };
const after =
  '\n\n<after>\nsummary: The door is open.\ntags: door, mill\nimportance: 0.4\n- Go in\n- Wait\n- Call out\n</after>';

const away = (retryable: boolean, code = 'model.unavailable') =>
  new ProviderError({ code, happened: 'It is away.', todo: 'Start it.', retryable });

describe('the rounds of a turn', () => {
  it('TU10, TU14: decide with tools, then narrate; the screen is told all of it in order', async () => {
    const { events, game, model } = await playScript([
      { text: 'I roll.', reasoning: 'An old door.', calls: [roll, tire] },
      { text: `It gives way.${after}` },
    ]);
    expect(listKinds(events)).toEqual([
      'turn-started',
      'context-built',
      'replied',
      'thought',
      'thought',
      'tool-called',
      'rolled',
      'tool-called',
      'state-changed',
      'replied',
      'narrative-delta',
      'suggestions',
      'turn-committed',
    ]);
    expect(game.head).toMatchObject({
      number: 1,
      words: 'I look around.',
      narrative: 'It gives way.',
      summary: 'The door is open.',
      tags: ['door', 'mill'],
      importance: 0.4,
      suggestions: ['Go in', 'Wait', 'Call out'],
    });
    expect(events.at(-1)).toMatchObject({ stateHash: game.head.stateHash, narrative: 'It gives way.' });
    const [, second] = model.requests;
    expect(second?.messages.slice(-3).map(({ role }) => role)).toEqual(['assistant', 'tool', 'tool']);
    expect(second?.toolChoice).toBe('auto');
  });

  it('TU10: end at once when what was refused beside a whole telling is mended', async () => {
    const slip = { ...tire, arguments: { ...tire.arguments, path: 'resources.nothing' } };
    const { game, model } = await playScript([
      { text: `It gives way.${after}`, calls: [slip] },
      { calls: [tire] },
    ]);
    expect(model.requests).toHaveLength(2);
    expect(game.head).toMatchObject({ narrative: 'It gives way.', summary: 'The door is open.' });
  });

  it('TU10, TU35: end at once when a call beside a whole telling only repeats one that was done', async () => {
    const told = { text: `It gives way.${after}`, calls: [tire] };
    const { game, model } = await playScript([{ calls: [tire] }, told]);
    expect(model.requests).toHaveLength(2);
    expect(game.head).toMatchObject({ narrative: 'It gives way.', summary: 'The door is open.' });
  });

  it('TU15: a short text beside calls adds to a telling that came with its block', async () => {
    const slip = { ...tire, arguments: { ...tire.arguments, path: 'resources.nothing' } };
    const gem = { name: 'item_add', arguments: { name: 'Cloudy gem' } };
    const { game, events } = await playScript([
      { text: `It gives way.${after}`, calls: [slip] },
      { text: 'Behind it lies a cloudy gem.', calls: [gem] },
    ]);
    expect(game.head.narrative).toBe('It gives way.\n\nBehind it lies a cloudy gem.');
    expect(readShown(events)).toBe(game.head.narrative);
    expect(game.head.summary).toBe('The door is open.');
  });

  it('TU10: are at most so many; then a narrative is asked for without tools, which stay declared; what is noted beside it counts', async () => {
    const calls = Array.from({ length: 3 }, (_unused, index) => ({
      calls: [{ name: 'note', arguments: { content: `Thing ${index}.` } }],
    }));
    const beside = [{ name: 'note', arguments: { content: 'Thing 4.' } }, roll];
    const { events, model, game } = await playScript([...calls, { text: 'So it is.', calls: beside }], {
      settings: { maxRounds: 3 },
    });
    expect(ofKind(events, 'tool-called').map(({ name }) => name)).toEqual(Array(4).fill('note'));
    expect(model.requests.map(({ toolChoice }) => toolChoice)).toEqual(['auto', 'auto', 'auto', 'none']);
    expect(model.requests[3]?.tools).toEqual(model.requests[0]?.tools);
    const hints = model.requests.map(({ messages }) => messages.at(-1)?.content ?? '');
    expect(hints.map((hint) => hint.includes('is the last of this turn that may hold calls'))).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(hints[3]).toContain('No further calls');
    expect(game.head.narrative).toBe('So it is.');
  });

  describe('TU74: behind a refused call', () => {
    const lay = { name: 'item_remove', arguments: { item: 'Shield' } };
    const leave = { name: 'move', arguments: { destination: 'Rome' } };
    const sleep = { name: 'time_advance', arguments: { minutes: 480 } };
    const note = { name: 'note', arguments: { content: 'It is late.' } };
    const soften = { name: 'adjust', arguments: { path: 'attitude', delta: 1, target: 'Mira' } };
    const outcomes = (events: Parameters<typeof ofKind>[0]) =>
      ofKind(events, 'tool-called').map(({ name, ok }) => `${name} ${ok}`);

    it('behind a roll or a move of the player: time, the player and quests wait, and not notes or others', async () => {
      const { events, game, model } = await playScript([
        { calls: [leave, sleep, tire, note, soften] },
        { text: 'You are still awake.' },
      ]);
      expect(outcomes(events)).toEqual([
        'move false',
        'time_advance false',
        'adjust false',
        'note true',
        'adjust true',
      ]);
      const answers = model.requests[1]?.messages.slice(-5).map(({ content }) => content);
      expect(answers?.[1]).toBe(
        'Not done, since a call before it in this reply on which it depends (move) was refused. Send it again if it still holds.',
      );
      expect(answers?.[4]).toContain(
        'Of the calls above – done: 4 note, 5 adjust; refused: 1 move; held back, as it depends on what was refused: 2 time_advance, 3 adjust. What was not done changed nothing',
      );
      expect(game.readActions(game.head.id).filter(({ ok }) => !ok)).toHaveLength(3);
    });

    it('behind anything else only what names the same, or is the other half of an exchange', async () => {
      const buy = { name: 'item_add', arguments: { name: 'Rope' } };
      const { events } = await playScript([
        { calls: [lay, sleep, tire, buy, soften] },
        { text: 'You are still awake.' },
      ]);
      expect(outcomes(events)).toEqual([
        'item_remove false',
        'time_advance true',
        'adjust true',
        'item_add false',
        'adjust true',
      ]);
      const wolf = { name: 'npc_create', arguments: { name: 'Wolf', type: 'creature', at: 'Rome' } };
      const fight = { name: 'mode_set', arguments: { mode: 'combat', opponents: ['the wolf'] } };
      const run = { name: 'mode_set', arguments: { mode: 'exploration' } };
      const beast = await playScript([{ calls: [wolf, fight, run, sleep] }, { text: 'You sleep.' }]);
      expect(outcomes(beast.events)).toEqual([
        'npc_create false',
        'mode_set false',
        'mode_set true',
        'time_advance true',
      ]);
    });

    it('what waited is done when it is sent again, alone or behind the same refused call', async () => {
      const alone = await playScript([{ calls: [leave, sleep] }, { calls: [sleep] }, { text: 'You sleep.' }]);
      expect(outcomes(alone.events)).toEqual(['move false', 'time_advance false', 'time_advance true']);
      const both = await playScript([
        { calls: [leave, sleep] },
        { calls: [leave, sleep] },
        { text: 'You sleep.' },
      ]);
      expect(outcomes(both.events).slice(2)).toEqual(['move false', 'time_advance true']);
    });

    it('nothing waits for a value that the sheet cannot hold', async () => {
      const arm = { name: 'set', arguments: { path: 'combat.cannon', value: 'big', target: 'Mira' } };
      const { events } = await playScript([{ calls: [arm, soften] }, { text: 'She smiles.' }]);
      expect(outcomes(events)).toEqual(['set false', 'adjust true']);
    });

    it('nothing waits for a look or a quest that was refused', async () => {
      const { events } = await playScript([
        { calls: [{ name: 'quest_update', arguments: { name: 'Home', done: ['Go'] } }, sleep, tire] },
        { text: 'You sleep.' },
      ]);
      expect(outcomes(events)).toEqual(['quest_update false', 'time_advance true', 'adjust true']);
    });
  });

  it('TU11: do nothing twice that only repeats, and end after two such calls', async () => {
    const { events, game, model } = await playScript([
      { calls: [roll, tire] },
      { calls: [roll, tire] },
      { text: 'Enough.' },
    ]);
    expect(ofKind(events, 'tool-called').map(({ ok }) => ok)).toEqual([true, true, false, false]);
    expect(ofKind(events, 'tool-called')[3]?.say).toMatch(/^Already done: .*Nothing was done again/);
    expect(ofKind(events, 'rolled')).toHaveLength(1);
    expect(model.requests[2]?.toolChoice).toBe('none');
    const once = await playScript([{ calls: [tire] }, { calls: [tire] }, { text: 'Enough.' }]);
    expect(once.model.requests[2]?.messages.at(-1)?.content).not.toContain('refused');
    expect(game.readActions(game.head.id)).toHaveLength(2);
  });

  it('TU11: take equal blows for two where something came in between, or in one reply', async () => {
    const again = { name: 'roll', arguments: { formula: '1d20', reason: 'once more' } };
    const { events } = await playScript([
      { calls: [roll, roll, tire] },
      { calls: [again, tire] },
      { text: 'Enough.' },
    ]);
    expect(ofKind(events, 'tool-called').map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
    expect(ofKind(events, 'rolled')).toHaveLength(3);
  });

  it('MV18: ask that a refused call be made right, and not that its result be told', async () => {
    const { model } = await playScript([
      { calls: [{ name: 'roll', arguments: { formula: '1d20', against: 'Nobody at all' } }] },
      { calls: [roll] },
      { text: 'The door holds.' },
    ]);
    expect(model.requests[1]?.messages.at(-1)?.content).toMatch(/There is no "Nobody at all".*did nothing/s);
    expect(model.requests[2]?.messages.at(-1)?.content).toMatch('tell now what happens');
  });

  it('TU27: keep a story that was told around a call, ask for what is missing alone, and tell nothing twice', async () => {
    const story = Array.from(
      { length: 4 },
      (_unused, at) =>
        `At the ${at}th push the old hinge of the mill gives a little more, and flour comes down like snow.`,
    ).join(' ');
    const note = `<tool_call>${JSON.stringify({ name: 'note', arguments: { content: 'The mill is open.' } })}</tool_call>`;
    const ended = await playScript([{ text: `${note}\n\n${story}${after}` }]);
    expect(ended.model.requests).toHaveLength(1);
    expect(ended.game.head.narrative).toBe(story);
    const open = await playScript([{ text: `${story}\n${note}` }, { text: after.trim() }]);
    expect(open.model.requests[1]?.messages.at(-1)?.content).toContain('What you told stands');
    expect(open.game.head).toMatchObject({ narrative: story, summary: 'The door is open.' });
    const twice = await playScript([{ text: `${story}\n${note}` }, { text: `${story}${after}` }]);
    expect(twice.game.head.narrative).toBe(story);
  });

  it('TU12: answer calls that cannot be read, are unknown or are too many, and go on', async () => {
    const many = Array.from({ length: 18 }, (_unused, index) => ({
      name: 'note',
      arguments: { content: `Thing ${index}.` },
    }));
    const { events, model } = await playScript([
      {
        calls: [
          { name: 'roll', arguments: '{"formula": "1d2' },
          { name: 'fly', arguments: {} },
        ],
      },
      { calls: many },
      { text: 'So it is.' },
    ]);
    const [garbled, unknown] = ofKind(events, 'tool-called');
    expect(garbled).toMatchObject({ ok: false });
    expect(garbled?.say).toContain('not valid JSON');
    expect(unknown?.say).toContain('There is no tool "fly"');
    const answers = model.requests[2]?.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(answers).toHaveLength(20);
    expect(answers.at(-1)?.content).toContain('Not done: a reply may hold 16 calls.');
    expect(events.at(-1)?.kind).toBe('turn-committed');
  });

  it.each<[string, readonly ScriptStep[], RegExp]>([
    ['at once', [{ text: '' }, { text: 'At last.' }], /^At last\.$/],
    [
      'twice',
      [{ text: '  ' }, { text: '' }],
      /^\(The narrator found no words for this turn\. Nothing on the sheets changed\.\)$/,
    ],
    ['but for the block', [{ text: after }, { text: 'At last.' }], /^At last\.$/],
    [
      'after calls, twice',
      [{ calls: [tire] }, { text: '' }, { text: '' }],
      /^\(The narrator found no words for this turn\. What changed: resources\.health \d+\/\d+ → \d+\/\d+\.\)$/,
    ],
  ])('TU13: bring a narrative where a reply is empty %s', async (_when, script, expected) => {
    const { game, events, model } = await playScript(script);
    expect(game.head.narrative).toMatch(expected);
    expect(readShown(events)).toBe(game.head.narrative);
    for (const { messages } of model.requests) {
      const roles = messages.filter(({ role }) => role !== 'system').map(({ role }) => role);
      expect(roles.some((role, index) => role === 'user' && roles[index - 1] === 'user')).toBe(false);
      expect(roles.some((role, index) => role === 'user' && roles[index - 1] === 'tool')).toBe(false);
    }
  });

  it('TU15: take text with calls for the narrative where nothing follows', async () => {
    const { game, events } = await playScript([
      { text: 'You are short of breath.', calls: [tire] },
      { text: '' },
    ]);
    expect(game.head.narrative).toBe('You are short of breath.');
    expect(readShown(events)).toBe('You are short of breath.');
  });

  it('TU15, TU16: end with a reply that has told all, where nothing must still be told', async () => {
    const { game, model } = await playScript([
      { text: `${'You are short of breath. '.repeat(12)}${after}`, calls: [tire] },
    ]);
    expect(model.requests).toHaveLength(1);
    expect(game.head.narrative).toMatch(/^You are short of breath\. .*breath\.$/);
  });

  it('TU16: in fast mode need one reply, and another only for a roll or a refusal', async () => {
    const fast = { settings: { isFast: true } };
    const one = await playScript([{ text: 'You pant.', calls: [tire] }], fast);
    expect(one.game.head.narrative).toBe('You pant.');
    const two = await playScript(
      [{ text: 'You lean on it.', calls: [roll] }, { text: 'It gives way.' }],
      fast,
    );
    expect(two.game.head.narrative).toBe('You lean on it.\n\nIt gives way.');
    expect(two.model.requests[1]?.messages.at(-1)?.content).toMatch(/What you told stands.*the roll brings/u);
    expect(two.events.findIndex(({ kind }) => kind === 'narrative-delta')).toBeLessThan(
      two.events.findIndex(({ kind }) => kind === 'tool-called'),
    );
    const refused = { name: 'adjust', arguments: { path: 'no.such', delta: 1 } };
    await playScript([{ text: 'You take it.', calls: [refused] }, { text: 'Or not.' }], fast);
  });

  it('TU16: what is told anew after a refusal takes the place of the first telling; what stands alone stays', async () => {
    const refused = { name: 'adjust', arguments: { path: 'no.such', delta: 1 } };
    const first = { text: 'Hob takes the hammer and laughs aloud at the bell.', calls: [refused] };
    const play = async (text: string) => {
      const { game, events } = await playScript([first, { text }], { settings: { isFast: true } });
      expect(readShown(events)).toBe(game.head.narrative);
      return game.head.narrative;
    };
    const again = 'Hob takes the hammer, laughs at the bell, and gives nothing.';
    expect(await play(again)).toBe(again);
    expect(await play('Outside it snows.')).toBe(`${first.text}\n\nOutside it snows.`);
  });

  it('TU17: ask again with growing waits, and give up as a turn that can be resumed', async () => {
    const { environment, events } = await playScript([away(true), away(true), { text: 'Here.' }]);
    expect(environment.clock.slept).toHaveLength(2);
    expect(listKinds(events)).toEqual([
      'turn-started',
      'context-built',
      'retry-waiting',
      'retry-waiting',
      'replied',
      'narrative-delta',
      'suggestions',
      'turn-committed',
    ]);
    const settings = { retries: { attempts: 2, baseDelayMs: 5, awayMinutes: 0 } };
    const failed = await playScript([away(true), away(true)], { settings });
    expect(failed.events.at(-1)).toMatchObject({
      kind: 'turn-failed',
      code: 'model.unavailable',
      says: 'It is away.',
      todo: expect.stringContaining('resume the turn, or drop it'),
      canResume: true,
    });
    expect(failed.game.head.number).toBe(0);
    expect(failed.game.findLeftDraft()?.words).toBe('I look around.');
  });

  it('TU18, DM20: leave the turn of a model that refuses, and let another model go on with it', async () => {
    const refusal = new ModelError({ code: 'model.refused', happened: 'It refuses.', todo: 'Take another.' });
    const { game, events } = await playScript([{ calls: [roll] }, refusal]);
    expect(events.at(-1)).toMatchObject({ code: 'model.refused', canResume: true });
    await expect(
      gather(playTurn({ game, words: 'Else.', model: buildScriptedModel([]) })),
    ).rejects.toMatchObject({
      code: 'session.draft-left',
    });
    const other = { ...buildScriptedModel([{ text: 'It opens.' }]), id: 'scripted:other' };
    const resumed = await gather(resumeTurn({ game, model: other }));
    const by = { model: 'scripted:model', promptVersion: expect.stringMatching(/^[0-9a-f]{12}$/) };
    expect(game.head.toldBy).toEqual([by, { ...by, model: 'scripted:other' }]);
    expect(game.listTurns(1)[0]?.toldBy).toEqual(game.head.toldBy);
    expect(game.editNarrative('It opens.').toldBy).toEqual([]);
    expect(ofKind(resumed, 'rolled')).toEqual(
      ofKind(events, 'rolled').map((event) => ({ ...event, sequence: expect.any(Number) })),
    );
    expect(game.head).toMatchObject({ number: 1, narrative: 'It opens.' });
  });

  it('TU26: cut a prompt that is refused as too long and go on, with what was done and answered so far', async () => {
    const game = await fillHistory();
    const model = buildScriptedModel([
      { calls: [tire] },
      away(false, 'model.context-overflow'),
      away(false, 'model.context-overflow'),
      { text: 'Dust.' },
      { text: 'More dust.' },
    ]);
    const settings = { promptTokens: 9000 };
    const events = await gather(playTurn({ game, model, settings, words: 'I look.' }));
    expect(events.at(-1)?.kind).toBe('turn-committed');
    const built = ofKind(events, 'context-built').map(({ promptTokens }) => promptTokens);
    expect(built).toHaveLength(3);
    expect(built[1]).toBeLessThanOrEqual((built[0] ?? 0) * 0.9);
    expect(built[2]).toBeLessThanOrEqual((built[1] ?? 0) * 0.9);
    expect(ofKind(events, 'warned')).toHaveLength(2);
    expect(ofKind(events, 'tool-called')).toHaveLength(1);
    const [, refused, , answered] = model.requests.map(({ messages }) => messages);
    expect(answered?.slice(-2)).toEqual(refused?.slice(-2));
    expect(JSON.stringify(answered).length).toBeLessThan(JSON.stringify(refused).length);
    const next = await gather(playTurn({ game, model, settings, words: 'I look again.' }));
    expect(ofKind(next, 'context-built')[0]?.promptTokens).toBeLessThan((built[1] ?? 0) + 100);
    model.assertDone();
  });

  it('TU26: leave a turn whose prompt cannot be cut enough, or of which a part was read', async () => {
    const overflow = away(false, 'model.context-overflow');
    const game = await fillHistory();
    const model = buildScriptedModel(Array.from({ length: 5 }, () => overflow));
    const events = await gather(playTurn({ game, model, words: 'I look.' }));
    expect(events.at(-1)).toMatchObject({ code: 'model.context-overflow', canResume: true });
    expect(model.requests.length).toBeLessThanOrEqual(5);
    const told: LanguageModel = {
      id: 'told',
      async reply(_request, options) {
        options?.onText?.('You look about you, and so on. '.repeat(20));
        throw overflow;
      },
    };
    const read = await gather(resumeTurn({ game, model: told }));
    expect(read.at(-1)).toMatchObject({ code: 'model.context-overflow', canResume: true });
    expect(ofKind(read, 'context-built')).toHaveLength(1);
  });

  it('TU26: cut a long prompt until it fits a server whose window is far smaller than it says', async () => {
    const { game, close } = openStory({ system: 'dnd5e', scenario: 'the-winter-toll', seed: 'long' });
    const text = 'Dust lies on the sill, and the lamp burns low. '.repeat(30);
    const words = `I look. ${'And I wait. '.repeat(30)}`;
    for (let turn = 0; turn < 24; turn += 1) await playScript([{ text: `${turn} ${text}` }], { game, words });
    const window = 2400;
    const model: LanguageModel = {
      id: 'boastful',
      findContextTokens: async () => 128_000,
      async reply(request) {
        const sent = request.messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
        if (sent > window) throw away(false, 'model.context-overflow');
        return await buildScriptedModel([{ text: 'Dust.' }]).reply(request);
      },
    };
    const events = await gather(playTurn({ game, model, words: 'I look.' }));
    const [first, ...shorter] = ofKind(events, 'context-built').map(({ promptTokens }) => promptTokens);
    expect(first).toBeGreaterThan(3 * window);
    expect(shorter.length).toBeGreaterThan(4);
    expect(events.at(-1)?.kind).toBe('turn-committed');
    close();
  });

  it('TU20: go on counting in the same log when a turn is resumed', async () => {
    const log = buildTurnLog();
    const { game } = await playScript([{ calls: [roll] }, away(false)], { log });
    const before = log.listAfter().length;
    const resumed = await gather(
      resumeTurn({ game, log, model: buildScriptedModel([{ text: 'It opens.' }]) }),
    );
    expect(resumed[0]).toMatchObject({ sequence: before + 1, kind: 'turn-started', isResumed: true });
    expect(log.listAfter().map(({ sequence }) => sequence)).toEqual(
      log.listAfter().map((_event, index) => index + 1),
    );
  });

  it('TU21: tell what the audit finds, ask it away once, and keep the first where nothing better comes', async () => {
    const wrong = 'The rope takes 13 damage, you 13 damage.';
    const noticed = await playScript([{ text: wrong }]);
    expect(ofKind(noticed.events, 'narrative-flagged')[0]?.flags[0]?.quote).toContain('13');
    expect(noticed.game.head.narrative).toBe(wrong);

    const settings = { isRewriting: true, retries: { attempts: 1, baseDelayMs: 1, awayMinutes: 0 } };
    const mended = await playScript([{ text: `${wrong}${after}` }, { text: 'You are short of breath.' }], {
      settings,
    });
    expect(mended.game.head).toMatchObject({
      narrative: 'You are short of breath.',
      summary: 'The door is open.',
    });
    expect(readShown(mended.events)).toBe('You are short of breath.');
    expect(mended.model.requests[1]?.messages.at(-1)?.content).toContain('13');

    for (const step of [{ text: '' }, away(true)]) {
      const kept = await playScript([{ text: wrong }, step], { settings });
      expect(kept.game.head.narrative).toBe(wrong);
      expect(readShown(kept.events)).toBe(wrong);
    }
  });

  it('TU56: say in one line of the next prompt, or of a retry, what the last telling claimed without cause', async () => {
    const wrong = 'You pick up a silver dagger.';
    const { game, events } = await playScript([{ text: wrong }]);
    expect(ofKind(events, 'narrative-flagged')[0]?.flags[0]).toMatchObject({ quote: wrong.slice(0, -1) });
    const model = buildScriptedModel([
      { text: 'It rains.' },
      { text: 'Nothing lies there.' },
      { text: 'On.' },
    ]);
    await gather(playTurn({ game, model, words: 'I wait.' }));
    game.undo();
    await gather(retryTurn({ game, model }));
    await gather(playTurn({ game, model, words: 'I go on.' }));
    const [next, retold, last] = model.requests.map(({ messages }) => messages.at(-1)?.content);
    const mark =
      '<marks of="your last telling">“You pick up a silver dagger”: Nothing in this turn gave it (dagger) to the character.';
    expect(next).toContain(`${mark} Make it true`);
    expect(retold).toContain(`${mark} Tell the turn anew`);
    expect(last).not.toContain('<marks');
  });

  it('TU27: do what was written as text in place of called, and tell only the story', async () => {
    const text = `<tool_call>${JSON.stringify({ name: roll.name, arguments: roll.arguments })}</tool_call>`;
    const { game, events, model } = await playScript([{ text }, { text: 'It gives way.' }]);
    expect(ofKind(events, 'rolled')).toHaveLength(1);
    expect(readShown(events)).toBe('It gives way.');
    expect(game.head.narrative).toBe('It gives way.');
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', name: 'roll' });
  });

  it('TU22: make suggestions, summary, tags and importance by code where the model gives none', async () => {
    const { game } = await playScript([{ calls: [roll, tire] }, { text: 'It gives way. You stumble in.' }]);
    const { suggestions, summary, tags, importance } = game.head;
    expect(suggestions).toEqual(['Talk to Mira', 'Go to Yard', expect.any(String)]);
    expect(summary).toMatch(
      /^“I look around\.”: Health 20\/20 → 18\/20; force the door: \d+\. It gives way\.$/,
    );
    expect(tags).toEqual(['exploration', 'old mill', 'mira']);
    expect(importance).toBeCloseTo(0.4);
    const quiet = await playScript([{ text: 'Dust lies on everything. Nothing moves.' }]);
    expect(quiet.game.head.summary).toBe('“I look around.”: Dust lies on everything.');
    // Suggestions in English would lead a game in another language into English.
    const text = 'Der Wind geht durch die Mühle, und auf den Stufen liegt der Staub, als wäre hier niemand.';
    expect((await playScript([{ text }])).game.head.suggestions).toEqual([]);
    const exits = [{ to: 'Old Mill', name: 'over the wall' }];
    const calls = [
      { name: 'place_create', arguments: { name: 'Ledge', exits } },
      { name: 'move', arguments: { destination: 'Ledge' } },
    ];
    const walled = await playScript([{ calls }, { text: 'There is a wall.' }]);
    expect(walled.game.head.suggestions).toContain('Go over the wall');
    const fight = [
      { name: 'npc_create', arguments: { name: 'Hound', type: 'creature' } },
      { name: 'mode_set', arguments: { mode: 'combat', opponents: ['Hound'] } },
    ];
    const fought = await playScript([{ calls: fight }, { text: 'It bares its teeth.' }]);
    expect(fought.game.head.suggestions).toEqual(['Attack Hound', 'Go to Yard', 'Talk to Mira']);
  });

  it('TU24: tell a turn again with the same words and dice, and keep the other as a variant', async () => {
    const { game, events } = await playScript([{ calls: [roll] }, { text: 'It opens.' }]);
    const first = game.head;
    const again = await gather(
      retryTurn({ game, model: buildScriptedModel([{ calls: [roll] }, { text: 'It creaks.' }]) }),
    );
    expect(ofKind(again, 'rolled')[0]?.roll).toEqual(ofKind(events, 'rolled')[0]?.roll);
    expect(game.head).toMatchObject({ words: first.words, narrative: 'It creaks.', number: 1 });
    expect(game.listVariants().map(({ narrative }) => narrative)).toEqual(['It opens.']);

    const cancelling = new AbortController();
    const model = buildScriptedModel([
      () => {
        cancelling.abort();
        return { text: 'It sings.' };
      },
    ]);
    const cancelled = await gather(retryTurn({ game, model, signal: cancelling.signal }));
    expect(cancelled.at(-1)).toMatchObject({ code: 'turn.cancelled' });
    expect(game.head.narrative).toBe('It creaks.');
    expect(game.editNarrative('It creaks, twice.').narrative).toBe('It creaks, twice.');
  });

  it('refuses no words, too many, and a turn to resume where none was left', async () => {
    const { game } = openTestGame();
    const model = buildScriptedModel([]);
    const code = (expected: string) => expect.objectContaining({ code: expected });
    await expect(gather(playTurn({ game, model, words: ' ' }))).rejects.toEqual(code('turn.no-words'));
    const long = gather(playTurn({ game, model, words: 'x'.repeat(20_001) }));
    await expect(long).rejects.toEqual(code('turn.words-too-long'));
    await expect(gather(resumeTurn({ game, model }))).rejects.toEqual(code('turn.nothing-left'));
    expect(game.findLeftDraft()).toBeUndefined();
  });

  it('builds its model over the turn that is played, where it is given what builds one', async () => {
    const { game } = openTestGame();
    const seen: string[] = [];
    await gather(
      playTurn({
        game,
        words: 'I look.',
        model: (draft) => {
          seen.push(draft.words);
          return buildScriptedModel([{ text: 'Dust.' }]);
        },
      }),
    );
    expect(seen).toEqual(['I look.']);
  });
});

/** Plays twelve turns about dust, which are more than a small prompt has room for. */
async function fillHistory() {
  const { game } = openTestGame();
  for (let turn = 0; turn < 12; turn += 1) {
    const text = `${turn} ${'Dust lies on it. '.repeat(60)}`;
    await playScript([{ text }], { game, settings: { promptTokens: 9000 } });
  }
  return game;
}
