// Tests turns with replies cut off at the length limit: the narrative is completed, or says that it is incomplete.

import { buildScriptedModel } from '@terrarium/kernel/testing/scripted-model';
import { describe, expect, it, onTestFinished } from 'vitest';
import { playTurn, resumeTurn } from '../../src/play-turn.ts';
import { gather, ofKind, playScript, readShown } from '../support/play-script.ts';
import { openTurnWorld } from './turn-world.ts';

const after =
  '\n\n<after>\nsummary: The door is open.\ntags: door\nimportance: 0.4\n- Go in\n- Wait\n- Call\n</after>';
const cut = { text: 'You lean on the old door, and slowly it gi', finish: 'length' } as const;
const tire = { name: 'adjust', arguments: { path: 'resources.health.current', delta: -1 } };
const note = { name: 'note', arguments: { content: 'The door is old.' } };

describe('a telling that was cut off', () => {
  it('TU44: is told on once, joined without the words that it repeats', async () => {
    const { game, model, events } = await playScript([
      cut,
      { text: `door, and slowly it gives way.${after}` },
    ]);
    expect(game.head).toMatchObject({
      narrative: 'You lean on the old door, and slowly it gives way.',
      summary: 'The door is open.',
    });
    expect(readShown(events)).toBe(game.head.narrative);
    expect(ofKind(events, 'warned')).toEqual([]);
    expect(model.requests[1]?.messages.slice(-2)).toEqual([
      { role: 'assistant', content: cut.text },
      { role: 'user', content: expect.stringContaining('“old door, and slowly it gi”') },
    ]);
  });

  it('TU44: ends in a mark where it is cut off again, and the turn says how to go on', async () => {
    const { game, events } = await playScript([cut, { text: ' it gives way, and be', finish: 'length' }]);
    expect(game.head.narrative).toBe('You lean on the old door, and slowly it gi it gives way, and be […]');
    expect(readShown(events)).toBe(game.head.narrative);
    expect(ofKind(events, 'warned')[0]?.says).toMatch(/limit of 4000 tokens.*\/continue/);
  });

  it('TU44: takes nothing for a rest: not silence, nor the same told anew', async () => {
    const silent = await playScript([cut, { text: '' }]);
    expect(silent.game.head.narrative).toBe(`${cut.text} […]`);
    const long = `${'The rain comes down the chimney, and the lantern swings. '.repeat(3)}He lo`;
    const anew = await playScript([{ ...cut, text: long }, { text: `${long}oks up.${after}` }]);
    expect(anew.game.head.narrative).toBe(`${long}oks up.`);
    expect(readShown(anew.events)).toBe(`${long}oks up.`);
  });

  it('TU44: is whole where only the block behind it was cut off', async () => {
    const { game, model } = await playScript([
      { text: `It gives way.${after.slice(0, 60)}`, finish: 'length' },
    ]);
    expect(model.requests).toHaveLength(1);
    expect(game.head).toMatchObject({ narrative: 'It gives way.', summary: 'The door is open.' });
    const begun = await playScript([
      { text: 'It gives way.\n\n<aft', finish: 'length' },
      { text: after.trim() },
    ]);
    expect(begun.game.head).toMatchObject({ narrative: 'It gives way.', summary: 'The door is open.' });
  });

  it('TU44: may make calls behind its rest, as long as calls may be made', async () => {
    const made = await playScript(
      [cut, { text: ' it gives way and cracks.', calls: [tire] }, { text: `Dust falls.${after}` }],
      { settings: { isFast: false } },
    );
    expect(ofKind(made.events, 'tool-called').map(({ ok }) => ok)).toEqual([true]);
    expect(made.game.head.narrative).toMatch(/slowly it gi it gives way and cracks\.\n\nDust falls\.$/);
    const last = await playScript([cut, { text: 'slowly it gives way.' }], { settings: { maxRounds: 1 } });
    expect(last.model.requests.map(({ toolChoice }) => toolChoice)).toEqual(['auto', 'none']);
  });

  it('TU44: stands as it was told first where the correction of it is cut off', async () => {
    const { game } = await playScript(
      [{ text: `You have 93 health left.${after}` }, { text: 'You have 9', finish: 'length' }],
      { settings: { isRewriting: true } },
    );
    expect(game.head.narrative).toBe('You have 93 health left.');
  });
});

describe('calls of a reply that was cut off', () => {
  it('TU45: the one that was cut is not made, those before it are, and the model is told', async () => {
    const { events, model, game } = await playScript([
      { calls: [tire, { name: 'mode_set', arguments: '' }], finish: 'length' },
      { calls: [{ name: 'note', arguments: { content: 'The door is old.' } }] },
      { text: `It gives way.${after}` },
    ]);
    expect(ofKind(events, 'tool-called').map(({ name, ok }) => [name, ok])).toEqual([
      ['adjust', true],
      ['note', true],
    ]);
    const answers = model.requests[1]?.messages.slice(-2).map(({ content }) => content);
    expect(answers?.[1]).toMatch(/in the middle of this call\. Make it again.*what came after/s);
    expect(game.readActions(game.head.id)).toHaveLength(2);
  });

  it('TU45: one written as elements is not made without the part that was cut', async () => {
    const written =
      '<function=adjust><parameter=path>resources.health.current</parameter><parameter=delta>-1';
    const { events } = await playScript([
      { text: `The wood groans.\n${written}`, finish: 'length' },
      { calls: [tire] },
      { text: `It gives way.${after}` },
    ]);
    expect(ofKind(events, 'tool-called').map(({ ok }) => ok)).toEqual([true]);
    const garbled = await playScript([
      { text: '{"name": "adjust", "arguments": {"path": "resour', finish: 'length' },
      { text: `It gives way.${after}` },
    ]);
    expect(garbled.game.head.narrative).toBe('It gives way.');
  });

  it('TU45: in fast mode the model is asked on, since calls may be missing', async () => {
    const { model } = await playScript(
      [
        { text: 'The door gives way before you, and dust falls.', calls: [note], finish: 'length' },
        { text: `Behind it lies the mill.${after}` },
      ],
      { settings: { isFast: true } },
    );
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('what came after these calls was not read');
  });
});

describe('a resumed turn', () => {
  it('TU44: goes on from the reply that was written down', async () => {
    const world = openTurnWorld();
    onTestFinished(() => world.close());
    const fault = new Error('The cable was pulled.');
    const broken = buildScriptedModel([cut, fault]);
    await expect(gather(playTurn({ game: world.game, words: 'I push.', model: broken }))).rejects.toBe(fault);
    const game = world.openAnew();
    const model = buildScriptedModel([{ text: `slowly it gives way.${after}` }]);
    const events = await gather(resumeTurn({ game, model }));
    expect(game.head.narrative).toBe('You lean on the old door, and slowly it gives way.');
    expect(readShown(events)).toBe(game.head.narrative);
  });
});
