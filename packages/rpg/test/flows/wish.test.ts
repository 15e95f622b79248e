// Tests that a player's wish is in every prompt of their game, whatever else the prompt contains.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { buildScriptedModel } from '@terrarium/kernel/testing/scripted-model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openRpgDatabase } from '../../src/database/open-rpg-database.ts';
import { openGame } from '../../src/game/open-game.ts';
import { readScenario } from '../../src/narrator/scenarios.ts';
import { openRecollector } from '../../src/retrieval/recollect.ts';
import { proposeCharacter } from '../../src/session-zero/propose-character.ts';
import { proposeWorld } from '../../src/session-zero/propose-world.ts';
import { startSession } from '../../src/session-zero/start-session.ts';
import { openSessionSettingsStore } from '../../src/state/session-settings-store.ts';
import { renderWish } from '../../src/turn/context/render-wish.ts';
import { openTestGame, playCalls } from '../support/open-test-game.ts';
import { playScript } from '../support/play-script.ts';
import { buildSmallSystem } from '../support/small-system.ts';

const wish = Array.from(
  { length: 16 },
  (_unused, index) => `A slow ghost story by the sea, part ${index}, with tea and fog.`,
).join('\n');
const lines = 'no harm to animals or children';
const veils = 'torture, as in <the> “old” books';
const long = `Much happens. ${'It goes on and on. '.repeat(120)}`;

describe('the wish of a player', () => {
  it.each([8000, 16_000, 32_000])(
    'TU30: stands word for word in every prompt of %i tokens, before and after a fold, in fast mode and out of character',
    async (promptTokens) => {
      const { game, connection } = openTestGame();
      const recollector = openRecollector({
        connection,
        sessionId: game.session.id,
        system: game.system,
        countTokens: estimateTokens,
      });
      const seen = { folded: 0, whole: 0 };
      for (let turn = 1; turn <= 26; turn += 1) {
        const words = turn % 5 === 0 ? '/ooc Do ghosts drink tea?' : `I walk on. ${long}`;
        const settings = { promptTokens, wish, lines, veils, isFast: turn % 3 === 0 };
        const { model } = await playScript([{ text: long }], { game, words, settings, recollector });
        const [first, ...others] = model.requests[0]?.messages ?? [];
        expect(first?.role).toBe('system');
        expect(first?.content).toContain(wish);
        expect(first?.content).toContain(lines);
        expect(first?.content).toContain('torture, as in &lt;the&gt; “old” books');
        const rest = others.map(({ content }) => content).join('\n');
        expect(rest).not.toContain('A slow ghost story');
        if (rest.includes('<story_so_far>')) seen.folded += 1;
        else seen.whole += 1;
      }
      expect(seen.whole).toBeGreaterThan(0);
      if (promptTokens < 32_000) expect(seen.folded).toBeGreaterThan(0);
    },
  );

  it('TU30: its limits are in every other request too: for a world, a character, a change of either, a second telling, a check and people elsewhere', async () => {
    const world = readScenario('the-unkept-lamp');
    const character = { name: 'Ada', about: 'A miller.', set: {} };
    const cut = JSON.stringify(world).slice(0, 300);
    const model = buildScriptedModel([
      { text: cut, finish: 'length' },
      { text: JSON.stringify(world).slice(300) },
      { text: JSON.stringify(world) },
      { text: JSON.stringify(character) },
      { text: JSON.stringify(character) },
    ]);
    const limits = { lines, veils };
    const system = buildSmallSystem();
    await proposeWorld({ model, concept: '', system: 'Small.', limits });
    const changed = { world, change: 'colder' };
    await proposeWorld({ model, concept: '', system: 'Small.', limits, before: changed });
    await proposeCharacter({ model, system, wish: 'a miller', world: '', limits });
    await proposeCharacter({
      model,
      system,
      wish: '',
      world: '',
      limits,
      before: { character, change: 'older' },
    });
    model.assertDone();
    const { game } = openTestGame();
    playCalls(game, 'On.', [
      ['npc_create', { name: 'Tom', at: 'Yard' }],
      ['notebook', { of: 'Tom', kind: 'plans', text: 'to sell the mill', hours: 4 }],
    ]);
    const sleep = { calls: [{ name: 'time_advance', arguments: { minutes: 480 } }] };
    const checked = { text: '[{"sentence":1,"record":1,"kind":"item","words":"sleep"}]' };
    const settings = { ...limits, check: 'correct', meanwhile: true } as const;
    const script = [
      sleep,
      { text: 'You sleep.' },
      checked,
      { text: 'You slept.' },
      { text: '[]' },
      { text: '' },
    ];
    const played = await playScript(script, { game, settings });
    const asked = [...model.requests, ...played.model.requests];
    expect(played.model.requests.at(-1)?.messages.at(-1)?.content).toContain('<meanwhile ');
    expect(asked).toHaveLength(11);
    for (const { messages } of asked) {
      const sent = messages.map(({ content }) => content).join();
      expect(sent).toContain(`never in this game: ${lines}`);
      expect(sent).toContain('only out of sight: torture, as in &lt;the&gt; “old” books');
    }
  });

  it('TU30: takes at most 600 tokens, and what must never be there is cut last', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 4000 });
    fc.assert(
      fc.property(text, text, text, (wanted, never, veiled) => {
        const shown = renderWish({ wish: wanted, lines: never.slice(0, 1200), veils: veiled });
        const plain = shown.replace(/&(?:lt|gt|amp|quot|apos);/g, '<');
        expect(estimateTokens(plain)).toBeLessThanOrEqual(720);
      }),
      { numRuns: 60 },
    );
    const shown = renderWish({ wish: long.repeat(3), lines, veils: 'torture' });
    expect(shown).toContain(`never in this game: ${lines}\n`);
    expect(shown).toContain('[…]');
    expect(renderWish({ wish: ' ', lines: '', veils: '' })).toBe('');
  });

  it('TU31: is a numbered event when it changes, and stays when turns are undone', async () => {
    const connection = openRpgDatabase({ path: ':memory:' });
    const environment = buildFakeEnvironment();
    const world = readScenario('the-unkept-lamp');
    const character = { name: 'Ada', about: '', set: {} };
    const system = buildSmallSystem();
    const session = startSession({
      connection,
      environment,
      name: 'Fog',
      system,
      world,
      character,
      concept: ` ${wish} `,
    });
    const game = openGame({ connection, session: session.id, clock: environment.clock });
    const store = openSessionSettingsStore(connection, session.id);
    expect(store.read()).toEqual({ wish });
    playCalls(game, 'I look.', []);
    store.write({ ...store.read(), lines });
    game.undo();
    expect(store.read()).toEqual({ wish, lines });
    const events = game.listEvents().filter(({ kind }) => kind === 'wishes-changed');
    expect(events).toMatchObject([{ wishes: { wish } }, { wishes: { wish, lines } }]);
    const { model } = await playScript([{ text: 'Fog.' }], { game, settings: { wish, lines } });
    expect(model.requests[0]?.messages[0]?.content).toContain(wish);
    connection.close();
  });

  it('TU31: of a game begun before is the note of its opening, which is not recalled, until another is set', async () => {
    const { game, connection } = openTestGame();
    playCalls(game, 'I begin.', [['note', { kind: 'preference', content: `The player wants: ${lines}` }]]);
    const shared = { connection, sessionId: game.session.id, system: game.system };
    const recollector = openRecollector({ ...shared, countTokens: estimateTokens });
    const { model } = await playScript([{ text: 'Dust.' }], {
      game,
      recollector,
      words: 'Are animals here?',
    });
    expect(model.requests[0]?.messages[0]?.content).toContain(`wanted: ${lines}`);
    expect(model.requests[0]?.messages.at(-1)?.content).not.toContain(lines);
    const settings = { wish: '' };
    const later = await playScript([{ text: 'Dust.' }], { game, recollector, settings });
    expect(later.model.requests[0]?.messages.map(({ content }) => content).join()).not.toContain(lines);
  });
});
