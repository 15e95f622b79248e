// Tests how a model checks its own narrative: what it is asked, which answers count, and what follows from them.

import { ProviderError } from '@terrarium/kernel/errors';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { buildScriptedModel } from '@terrarium/kernel/testing/scripted-model';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { replay } from '../../src/game/replay.ts';
import { playTurn, resumeTurn, retryTurn } from '../../src/play-turn.ts';
import { buildCheckRequest } from '../../src/turn/check/check-request.ts';
import { parseCheck } from '../../src/turn/check/parse-check.ts';
import { call, endTurn, openTestGame, playCalls } from '../support/open-test-game.ts';
import { gather, listKinds, ofKind, playScript, readShown } from '../support/play-script.ts';
import { findShipped } from '../support/shipped-system.ts';

const hurt = { name: 'adjust', arguments: { path: 'resources.health.current', delta: -2 } };
const roll = { name: 'roll', arguments: { formula: '1d20', versus: 30, reason: 'force the door' } };
const far = { name: 'move', arguments: { destination: 'Moon' } };
const wrong =
  'The door groans. Beyond it the stair begins, and you are down it in a breath. Dust hangs there.';
const found = '[{"sentence": 2, "record": 2, "kind": "place", "words": "you are down it in a breath"}]';

describe('the check of a telling', () => {
  it('TU57: asks in one request behind the telling, the same words first, and at most 700 tokens', async () => {
    const { game } = openTestGame();
    playCalls(game, 'I force the door and set out for the moon.', [
      ['roll', roll.arguments],
      ['adjust', hurt.arguments],
      ['item_add', { name: 'Brass key' }],
      ['npc_create', { name: 'Grey dog', type: 'creature' }],
      ['condition_add', { condition: 'winded', minutes: 30 }],
      ['clock_tick', { name: 'The mill falls', ticks: 1, segments: 4 }],
      ['move', far.arguments],
      ['time_advance', { minutes: 20 }],
    ]);
    const { system, state, head } = game;
    const narrative = Array.from({ length: 15 }, () => 'The old door holds while ten more words go by.').join(
      ' ',
    );
    const turn = { system, state, actions: game.readActions(head.id) };
    const { content } = buildCheckRequest({ turn, words: head.words, narrative });
    expect(estimateTokens(content)).toBeLessThanOrEqual(700);
    await expect(content).toMatchFileSnapshot('snapshots-expected/check-request.txt');
    const other = buildCheckRequest({
      turn: { ...turn, actions: [] },
      words: 'I wait.',
      narrative: 'It rains.',
    });
    expect(other.content.slice(0, other.content.indexOf('<record>'))).toBe(
      content.slice(0, content.indexOf('<record>')),
    );
  });

  it('TU70: is asked for what the wish forbids too, where there is a wish, and marks it', async () => {
    const limit = '[{"sentence": 1, "kind": "limit", "words": "groans"}]';
    const script = [{ calls: [hurt] }, { text: wrong }, { text: limit }];
    const wished = await playScript(script, { settings: { check: 'mark', lines: 'Harm to <animals>.' } });
    const content = wished.model.requests[2]?.messages.at(-1)?.content;
    expect(content).toMatch(
      /<limits>\nnever in this game: Harm to &lt;animals&gt;\.\n<\/limits>\n\nOne more kind, limit/,
    );
    expect(ofKind(wished.events, 'narrative-flagged')[0]?.flags).toContainEqual({
      quote: 'groans',
      says: 'A wish of the player forbids it: it must not happen again.',
    });
    const { game } = wished;
    expect(game.readMarks(game.head.id)).toMatchObject([
      { kind: 'checked' },
      { kind: 'limit', quote: 'groans' },
    ]);
    const unwished = await playScript(script, { settings: { check: 'mark' } });
    expect(unwished.model.requests[2]?.messages.at(-1)?.content).not.toContain('limit');
    const flags = ofKind(unwished.events, 'narrative-flagged').flatMap((event) => event.flags);
    expect(flags.filter(({ quote }) => quote === 'groans')).toEqual([]);
  });

  it('TU57: goes on, byte for byte, where the telling ended, with the same tools', async () => {
    const { model } = await playScript([{ calls: [hurt] }, { text: wrong }, { text: '[]' }], {
      settings: { check: 'mark' },
    });
    const [, telling, check] = model.requests;
    expect(check?.messages.slice(0, telling?.messages.length)).toEqual(telling?.messages);
    expect(check?.messages.slice(telling?.messages.length).map(({ role }) => role)).toEqual([
      'assistant',
      'user',
    ]);
    expect(check).toMatchObject({ tools: telling?.tools, toolChoice: 'none', temperature: 0 });
    expect(check?.messages.at(-1)?.content).toContain('Health: ');
  });

  it('TU57: a telling beside calls is not sent twice', async () => {
    const beside = { text: `${wrong}\n\n<after>\nsummary: It went on.\n</after>`, calls: [hurt] };
    const { model } = await playScript([beside, { text: '[]' }], { settings: { check: 'mark' } });
    const said = model.requests.at(-1)?.messages.filter(({ role }) => role === 'assistant') ?? [];
    expect(said.filter(({ content }) => content.includes(wrong))).toHaveLength(1);
    expect(said.at(-1)?.content).toBe('Told.');
  });

  it('TU58: what it finds is told, kept, and said in the next prompt and to a retelling', async () => {
    const { game, events } = await playScript([{ text: wrong }, { text: `Here: ${found}` }], {
      settings: { check: 'mark' },
    });
    expect(ofKind(events, 'narrative-flagged')).toHaveLength(1);
    expect(ofKind(events, 'narrative-flagged')[0]?.flags).toEqual([
      {
        quote: 'you are down it in a breath',
        says: 'The record of the turn says: Place: Old Mill. Ways from here: Cellar (locked), Yard.',
      },
    ]);
    expect(readShown(events)).toBe(wrong);
    expect(game.readMarks(game.head.id)).toMatchObject([
      { kind: 'checked' },
      { kind: 'place', quote: 'you are down it in a breath' },
    ]);
    const model = buildScriptedModel([{ text: 'It rains.' }, { text: 'You stay.' }]);
    await gather(playTurn({ game, model, words: 'I wait.' }));
    game.undo();
    await gather(retryTurn({ game, model }));
    for (const { messages } of model.requests)
      expect(messages.at(-1)?.content).toContain(
        '“you are down it in a breath”: The record of the turn says',
      );
    expect(game.readMarks(game.head.id)).toEqual([]);
  });

  it('TU58: a check that was read decides alone: what it does not name is borne out, now and later', async () => {
    const doubtful = 'You lose 3 Health. The door groans.';
    const alone = await playScript([{ text: doubtful }]);
    expect(ofKind(alone.events, 'narrative-flagged')[0]?.flags.map(({ quote }) => quote)).toEqual([
      'You lose 3 Health',
    ]);
    expect(alone.game.readMarks(alone.game.head.id)).toEqual([]);
    const { game, events } = await playScript([{ text: doubtful }, { text: '[]' }], {
      settings: { check: 'mark' },
    });
    expect(ofKind(events, 'narrative-flagged')).toEqual([]);
    expect(game.readMarks(game.head.id)).toEqual([{ kind: 'checked', quote: '', says: '' }]);
    const model = buildScriptedModel([{ text: 'It rains.' }]);
    await gather(playTurn({ game, model, words: 'I wait.' }));
    expect(model.requests[0]?.messages.at(-1)?.content).not.toContain('<marks');
    const unread = await playScript([{ text: doubtful }, { text: 'I see nothing.' }], {
      settings: { check: 'mark' },
    });
    expect(ofKind(unread.events, 'narrative-flagged')).toHaveLength(1);
  });

  it('TU58: only what code can follow counts, whatever is answered', () => {
    const telling = 'You go. "I will," says Mira. The lamp is out.';
    const asked = { system: openTestGame().game.system };
    expect(asked.system.id).toBeDefined();
    const { game } = openTestGame();
    const turn = { system: game.system, state: game.state, actions: [] };
    const request = buildCheckRequest({ turn, words: 'I go.', narrative: telling });
    const pieces = fc.constantFrom(
      'sentence',
      'kind',
      'item',
      'refused',
      'outcome',
      '[',
      ']',
      '{',
      '}',
      '"',
      ':',
      ',',
      '1',
      '9',
      'You go',
    );
    const reply = fc.oneof(
      fc.array(pieces).map((parts) => parts.join('')),
      fc.json(),
      fc
        .array(
          fc.record({
            sentence: fc.oneof(fc.integer(), fc.string()),
            record: fc.integer(),
            kind: fc.oneof(fc.constantFrom('item', 'refused', 'outcome', 'agency', 'Place'), fc.string()),
            words: fc.oneof(fc.string(), fc.constantFrom('The lamp', 'you GO', 'nowhere', '“I will,”')),
          }),
        )
        .map((items) => JSON.stringify(items)),
    );
    fc.assert(
      fc.property(reply, (text) => {
        for (const { quote, start, kind } of parseCheck(text, request) ?? []) {
          expect(telling.slice(start, start + quote.length)).toBe(quote);
          expect(quote).not.toBe('');
          expect(['refused', 'outcome']).not.toContain(kind);
        }
      }),
      { numRuns: 60 },
    );
    expect(parseCheck('All of it is true.', request)).toBeUndefined();
    expect(parseCheck('[]', request)).toEqual([]);
    const [miscounted] =
      parseCheck('[{"sentence":"2","kind":"condition","words":"the LAMP is out."}]', request) ?? [];
    expect(miscounted).toMatchObject({ quote: 'The lamp is out', kind: 'condition' });
  });

  it('TU58: a check that fails or cannot be read costs no telling', async () => {
    const away = new ProviderError({
      code: 'model.unavailable',
      happened: 'It is away.',
      todo: 'Start it.',
      retryable: false,
    });
    for (const step of [away, { text: 'All is well.' }]) {
      const { game, events } = await playScript([{ text: wrong }, step], { settings: { check: 'correct' } });
      expect(game.head.narrative).toBe(wrong);
      expect(readShown(events)).toBe(wrong);
      expect(ofKind(events, 'warned')).toHaveLength(1);
    }
  });

  it('TU59: corrects before anything is read, once, and tells the first where nothing better comes', async () => {
    const settings = { check: 'correct' } as const;
    const better = 'The door groans and holds.';
    const script = [{ text: wrong }, { text: found }, { text: better }, { text: '[]' }];
    const { game, events, model } = await playScript(script, { settings });
    expect(listKinds(events).filter((kind) => kind.startsWith('narrative'))).toEqual(['narrative-delta']);
    expect(readShown(events)).toBe(better);
    expect(game.head.narrative).toBe(better);
    expect(game.readMarks(game.head.id)).toMatchObject([{ kind: 'checked' }]);
    const [, check, rewriting, last] = model.requests;
    expect(last?.messages.slice(0, rewriting?.messages.length)).toEqual(rewriting?.messages);
    expect(last?.messages.at(-2)).toMatchObject({ role: 'assistant', content: better });
    expect(rewriting?.messages.slice(0, check?.messages.length)).toEqual(check?.messages);
    expect(rewriting?.messages.at(-1)?.content).toContain('you are down it in a breath');
    const kept = await playScript([{ text: wrong }, { text: found }, { text: '' }], { settings });
    expect(readShown(kept.events)).toBe(wrong);
    expect(ofKind(kept.events, 'narrative-flagged')).toHaveLength(1);
    expect(kept.game.readMarks(kept.game.head.id)).toHaveLength(2);
    // What is still wrong in the second telling is marked.
    const same = '[{"sentence": 1, "record": 2, "kind": "place", "words": "groans"}]';
    const worse = await playScript([...script.slice(0, 3), { text: same }], { settings });
    expect(readShown(worse.events)).toBe(better);
    expect(ofKind(worse.events, 'narrative-flagged')).toHaveLength(1);
    expect(worse.game.readMarks(worse.game.head.id)).toMatchObject([
      { kind: 'checked' },
      { quote: 'groans' },
    ]);
  });

  it('TU59: a correction may put right what the record forgot, and the telling stays; dice are not put right so', async () => {
    const settings = { check: 'correct' } as const;
    const given = 'You pour the last of the oil out. Dust hangs there.';
    const fault =
      '[{"sentence": 1, "record": 7, "kind": "item", "words": "You pour the last of the oil out"}]';
    const oil = { name: 'item_remove', arguments: { item: 'Oil' } };
    const open = () => {
      const test = openTestGame();
      onTestFinished(test.close);
      playCalls(test.game, 'I look.', [['item_add', { name: 'Oil' }]]);
      return test;
    };
    const { game, connection } = open();
    const script = [{ text: given }, { text: fault }, { text: 'The oil is gone.', calls: [oil, roll] }];
    const { model, events } = await playScript(script, { settings, game, words: 'I pour out the oil.' });
    const asked = model.requests[2];
    expect(asked?.toolChoice).toBe('auto');
    expect(asked?.messages.at(-1)?.content).toMatch('only its call was forgotten');
    expect([game.head.narrative, readShown(events)]).toEqual([given, given]);
    expect(game.readMarks(game.head.id).map(({ kind }) => kind)).toEqual(['checked']);
    expect(JSON.stringify(game.state.find('character:player'))).not.toContain('"Oil"');
    expect(ofKind(events, 'state-changed')).toHaveLength(1);
    expect(ofKind(events, 'rolled')).toHaveLength(0);
    expect(replay({ connection, session: game.session.id }).divergence).toBeUndefined();

    const crown = { name: 'item_remove', arguments: { item: 'Crown' } };
    const again = open().game;
    const refused = [{ text: given }, { text: fault }, { calls: [crown] }];
    const kept = await playScript(refused, { settings, game: again, words: 'I pour out the oil.' });
    expect(kept.game.head.narrative).toBe(given);
    expect(ofKind(kept.events, 'narrative-flagged')).toHaveLength(1);
    const holding = [{ text: wrong }, { text: found }, { text: 'It holds.' }, { text: '[]' }];
    const place = await playScript(holding, { settings });
    expect(place.model.requests[2]?.toolChoice).toBe('none');
    expect(place.model.requests[2]?.messages.at(-1)?.content).not.toMatch('was forgotten');
  });

  it('TU60: is asked for only where it is set, in the story, and of a model', async () => {
    await playScript([{ text: wrong }]);
    await playScript([{ text: wrong }], { settings: { check: 'off' } });
    await playScript([{ text: wrong }], { settings: { check: 'mark' }, words: '/ooc why?' });
    const { game } = openTestGame();
    const model = buildScriptedModel([{ text: wrong }], { id: 'builtin:narrator' });
    await gather(playTurn({ game, model, words: 'I look.', settings: { check: 'correct' } }));
    model.assertDone();
  });

  it('TU60: is not asked twice where a turn is resumed, and a game with checks is replayed the same', async () => {
    const { game, connection } = openTestGame();
    const broken = new ProviderError({
      code: 'model.away',
      happened: 'Away.',
      todo: 'Wait.',
      retryable: false,
    });
    const settings = { check: 'correct' } as const;
    const script = [{ calls: [hurt] }, { text: wrong }, { text: found }, broken];
    const first = buildScriptedModel(script);
    await gather(playTurn({ game, model: first, words: 'I go.', settings }));
    expect(game.head.narrative).toBe(wrong);
    const left = game.start('I go on.');
    left.recordReply(JSON.stringify({ kind: 'recalled', recalled: [] }));
    const reply = { text: wrong, reasoning: '', calls: [], finish: 'stop' };
    left.recordReply(JSON.stringify({ kind: 'reply', reply, by: { model: 'm', promptVersion: 'v' } }));
    left.recordReply(JSON.stringify({ kind: 'check', text: found }));
    left.close();
    const model = buildScriptedModel([{ text: 'Nothing stirs.' }, { text: '[]' }]);
    await gather(resumeTurn({ game, model, settings }));
    model.assertDone();
    expect(game.head.narrative).toBe('Nothing stirs.');
    expect(replay({ connection, session: game.session.id }).divergence).toBeUndefined();
  });
});

describe('the record that a telling is checked against', () => {
  const edition = findShipped('dnd5e');

  /** The record of a turn with these calls, in a place where a goblin and an ogre are. */
  function readRecord(calls: readonly (readonly [string, unknown])[], words = 'I strike.') {
    const { game, close } = openTestGame({ system: edition, seed: 'mill' });
    onTestFinished(close);
    const draft = game.start(words);
    call(draft, 'npc_create', { name: 'Snik', like: 'goblin' });
    call(draft, 'npc_create', { name: 'Grum', like: 'ogre' });
    const acted = calls.map(([name, wanted]) => call(draft, name, wanted));
    const turn = { system: edition, state: draft.state, actions: draft.actions };
    return { acted, record: buildCheckRequest({ turn, words, narrative: 'It rains.' }).record.join('\n') };
  }

  const fight = ['mode_set', { mode: 'combat', opponents: ['Snik', 'Grum'] }] as const;
  const blow = (against: string) => ['roll', { move: 'attack', against, reason: 'I strike' }] as const;

  it('TU57: harm that a system keeps in words stands in the record as conditions do', () => {
    const system = findShipped('blades-style');
    const { game, close } = openTestGame({ system, seed: 'mill' });
    onTestFinished(close);
    const draft = game.start('I fall.');
    call(draft, 'item_add', { name: 'Arm in a sling', list: 'harm.lesser' });
    const turn = { system, state: draft.state, actions: draft.actions };
    const { record } = buildCheckRequest({ turn, words: 'I fall.', narrative: 'You fall.' });
    expect(record.join('\n')).toContain('Conditions: Ada Lesser harm: none → Arm in a sling.');
  });

  it('TU57: wounds in boxes, being shaken, and a thing that was laid down stand in the record', () => {
    const system = findShipped('step-dice');
    const { game, close } = openTestGame({ system, seed: 'mill' });
    onTestFinished(close);
    const first = game.start('I fall.');
    call(first, 'adjust', { path: 'status.wounds', delta: 2 });
    call(first, 'set', { path: 'status.is_shaken', value: true });
    first.commit(endTurn());
    const draft = game.start('I lay the letter down.');
    call(draft, 'item_add', { name: 'letter', target: 'location:old-mill' });
    const turn = { system, state: draft.state, actions: draft.actions };
    const { record } = buildCheckRequest({ turn, words: 'I lay it down.', narrative: 'You bleed.' });
    expect(record.join('\n')).toMatch(/Conditions: Ada Wounds: 2\/3; Shaken: yes\./u);
    expect(record.join('\n')).toContain('Lies here: letter.');
  });

  it('TU57: a refused call that was mended is not held against the telling, a roll no more than a change', () => {
    const { acted, record } = readRecord([
      ['adjust', { path: 'resources.hpp.current', delta: -1, target: 'Grum' }],
      ['adjust', { path: 'resources.hp.current', delta: -1, target: 'Grum' }],
      blow('creature:snik, creature:grum'),
      blow('Grum'),
      ['condition_add', { condition: 'Prone', ends: true, target: 'Snik' }],
    ]);
    expect(acted.map(({ ok }) => ok)).toEqual([false, true, false, true, false]);
    expect(record).toMatch(/Roll Attack against Grum: /);
    expect(record.match(/REFUSED.*/gu)).toEqual(['REFUSED, it did not happen: Snik being rid of Prone.']);
  });

  it('TU57: a roll that was made, and then refused once more, is told apart from the one that was made', () => {
    const { acted, record } = readRecord([
      fight,
      ['roll', { move: 'attack', who: 'creature:snik', against: 'player' }],
      blow('Grum'),
      ['roll', { move: 'attack', who: 'creature:grum', against: 'player' }],
      ['roll', { move: 'attack', who: 'creature:grum', against: 'player', reason: 'again' }],
    ]);
    expect(acted.map(({ ok }) => ok)).toEqual([true, true, true, true, false]);
    expect(record).toMatch(/Roll Attack by Grum against Ada: /);
    expect(record).toMatch('REFUSED, it did not happen once more: attack by Grum against Ada.');
  });

  it('TU57: holds all rolls of a fight, its beginning and end, and the words of the player whole', () => {
    const words = `I strike ${'again and '.repeat(20)}call for the lamp.`;
    const blows = Array.from({ length: 12 }, (_, index) => ['roll', { formula: `1d4+${index}` }] as const);
    const { record } = readRecord([fight, ...blows, ['mode_set', { mode: 'exploration' }]], words);
    expect(record).toMatch('call for the lamp.”');
    expect(record.match(/^Roll /gmu)).toHaveLength(12);
    expect(record).toMatch('A fight began.\nThe fight ended.');
    expect(readRecord([fight]).record).toMatch(/A fight began\.\nOrder of turns: (?:\w+ \d+(?:, )?){3}\./);
  });

  it('TU57: a row of a table has no reason of a move beside it, and a question keeps its words', () => {
    const { record } = readRecord([
      ['oracle', { question: 'Is the gate open?' }],
      ['roll', { move: 'risk', versus: 40, reason: 'Mira hands over the key' }],
    ]);
    expect(record).toMatch(/^Roll on a table, .*Is the gate open\?: /mu);
    expect(record).toMatch(/^Roll on a table, Complications: 1d12: /mu);
    expect(record).not.toMatch(/hands over the key: 1d12/);
    const kept = ['notebook', { of: 'Mira', kind: 'hides', text: 'she poisoned the well at night' }] as const;
    const reason = 'whether she poisoned the well';
    const secret = readRecord([
      kept,
      ['roll', { formula: '1d6', reason }],
      ['oracle', { question: 'Has she poisoned the well?' }],
    ]).record;
    expect(secret).toMatch(/^Roll 1d6: /mu);
    expect(secret).not.toMatch('poisoned');
  });
});
