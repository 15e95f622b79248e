// Tests that answers tell the narrator what is at a place, which name was meant, and what a turn did.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listShippedSystems, readShippedSystem } from '../../src/manifest/read-system.ts';
import { buildEntity } from '../../src/state/apply-patches.ts';
import { buildStateBase, openStateLayer } from '../../src/state/state-layer.ts';
import { matchName } from '../../src/tools/match-name.ts';
import { resolveTarget } from '../../src/tools/resolve-target.ts';
import { searchKnown } from '../../src/tools/search-known.ts';
import { normaliseCall } from '../../src/tools/slips/normalise-call.ts';
import { openWorkbench } from '../../src/tools/workbench.ts';
import { buildPromptBase } from '../../src/turn/context/build-context.ts';
import type { Recollector } from '../../src/turn/recollector.ts';
import { defaultTurnSettings } from '../../src/turn/turn-settings.ts';
import { revealSecrets } from '../../src/values/hidden-text.ts';
import { renderSlug } from '../../src/values/render-slug.ts';
import { call, openTestGame, playCalls } from '../support/open-test-game.ts';
import { playScript } from '../support/play-script.ts';
import { openStory } from '../support/play-story.ts';

/** A workbench on which nothing is rolled or noted. */
const idle = {
  by: 'model',
  lore: { search: () => [], iterateTold: () => [] },
  seed: '',
  turn: 1,
  counts: { rolls: 0, made: 0 },
} as const;

function open() {
  const test = openTestGame();
  onTestFinished(test.close);
  const draft = test.game.start('I look.');
  const say = (name: string, wanted: object) => {
    const acted = call(draft, name, wanted);
    expect(acted, acted.say).toMatchObject({ ok: true });
    return acted.say;
  };
  const refuse = (name: string, wanted: object) => {
    const acted = call(draft, name, wanted);
    expect(acted, acted.say).toMatchObject({ ok: false });
    return acted.say;
  };
  return { ...test, draft, say, refuse };
}

describe('what was meant', () => {
  it('TO17: a part, an article, a slip of a letter will do where one name alone can be meant', () => {
    const names = ['Hob Tanner', 'Widow Esk', 'Blue Kettle', 'Blue Bottle', 'rope'];
    expect(matchName('the widow', names)).toBe('Widow Esk');
    expect(matchName('HOB', names)).toBe('Hob Tanner');
    expect(matchName('ask the widow', ['Ask Widow Esk about the lamp', 'Go'])).toBe(
      'Ask Widow Esk about the lamp',
    );
    expect(matchName('a rope', names)).toBe('rope');
    expect(matchName('Kettel Blue', names)).toBeUndefined();
    expect(matchName('Widow Esq', names)).toBe('Widow Esk');
    expect(matchName('Blue', names)).toBeUndefined();
    expect(matchName('', names)).toBeUndefined();
    expect(matchName('Hob', ["Hob's hammer", 'Hob Tanner'])).toBe('Hob Tanner');
  });

  it('TO17: whatever is written, a name that is taken is one of those there are, and its own name always means it', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 8 }), name, (names, wanted) => {
        const found = matchName(wanted, names);
        if (found !== undefined) expect(names).toContain(found);
        for (const one of names) expect([one, undefined]).toContain(matchName(one, names));
      }),
      { numRuns: 60 },
    );
  });

  it('TO17, MV14: in a long game too, somebody is meant by a part of their name, and things are found by their words', () => {
    const names = [...Array.from({ length: 420 }, (_, at) => `Sailor ${at}`), 'Hob the tanner'];
    const made = [...names.map((name) => ['npc', name]), ['item', 'Brass sextant']];
    const placed = made.map(([type, name], position) => ({
      entity: buildEntity(`${type}:${renderSlug(name ?? '')}`, { name: name ?? '' }),
      position,
    }));
    const state = openStateLayer(buildStateBase(placed));
    expect(resolveTarget(state, 'tanner')).toMatchObject({ ok: true, entity: { key: 'hob-the-tanner' } });
    const { system } = open();
    const bench = openWorkbench({ ...idle, system, below: state });
    expect(searchKnown(bench, 'the sextant', 3)[0]?.line).toMatch(/^item:brass-sextant/);
    expect(searchKnown(bench, 'a tanner', 3)[0]?.line).toMatch(/^npc:hob-the-tanner/);
  });

  it('TO17: people, places, exits, things, conditions and steps are found so, and what is made is not', () => {
    const { draft, say, refuse } = open();
    say('npc_create', { name: 'Hob Tanner', at: 'the yard' });
    expect(say('set', { path: 'attitude', value: 'wary', target: 'hob' })).toMatch(/^npc:hob-tanner /);
    say('item_add', { name: 'Coil of rope' });
    expect(say('item_remove', { item: 'the rope' })).toMatch('Coil of rope');
    say('condition_add', { condition: 'Badly shaken' });
    expect(say('condition_remove', { condition: 'shaken' })).toMatch('conditions');
    say('quest_update', { name: 'The Mill', steps: ['Ask Mira about the stones'] });
    expect(say('quest_update', { name: 'mill', done: ['ask mira'] })).toMatch('is_done');
    expect(say('quest_update', { name: 'mil', status: 'done' })).toMatch('quest:the-mill');
    expect(say('quest_update', { name: 'Mill Race' })).toMatch('quest:mill-race');
    expect(say('place_create', { name: 'Old' })).toMatch('location:old "Old" is there.');
    expect(refuse('move', { destination: 'nowhere' })).toMatch('There is no "nowhere"');
    expect(say('move', { destination: 'the Yard' })).toMatch('→ location:yard');
    expect(draft.state.list('quest')).toHaveLength(2);
  });

  it('TO17: a name means whoever has it here, with a number, though somebody elsewhere has it too', () => {
    const { game, close } = openTestGame();
    onTestFinished(close);
    const draft = game.start('I turn.');
    for (const at of ['Road', 'Old Mill'])
      call(draft, 'npc_create', { name: 'Grey wolf', type: 'creature', at });
    const read = (name: string, given: object) => {
      const sent = { name, arguments: JSON.stringify(given) };
      return JSON.parse(normaliseCall({ state: draft.state, system: game.system }, sent).arguments);
    };
    const begun = read('mode_set', { mode: 'combat', opponents: ['grey wolf', 'Mira'] });
    expect(begun.opponents).toEqual(['creature:grey-wolf-2', 'Mira']);
    expect(read('roll', { move: 'risk', against: 'Grey wolf' }).against).toBe('creature:grey-wolf-2');
    // Only somebody from elsewhere can be brought here, and an id means exactly one entity.
    expect(read('move', { who: 'grey wolf', destination: 'Old Mill' }).who).toBe('grey wolf');
    expect(read('adjust', { path: 'x', delta: 1, target: 'creature:grey-wolf' }).target).toBe(
      'creature:grey-wolf',
    );
  });

  it('MV16: somebody with a name of their own who is made like a person of the rules is a person', () => {
    const view = { state: openTestGame().game.state, system: readShippedSystem('dnd5e') };
    const read = (given: object) =>
      JSON.parse(normaliseCall(view, { name: 'npc_create', arguments: JSON.stringify(given) }).arguments)
        .type;
    expect(read({ name: 'Skeg', like: 'Bandit' })).toBe('npc');
    for (const given of [
      { name: 'Scarred bandit', like: 'bandit' },
      { name: 'Fang', like: 'wolf' },
      { name: 'Dab', like: 'minor' },
    ])
      expect(read(given)).toBeUndefined();
  });

  it('TO18: the end of a path or a label will do where one field alone can be meant', () => {
    const { say, refuse } = open();
    expect(say('adjust', { path: 'health', delta: -3 })).toMatch(/^resources\.health: /);
    expect(say('adjust', { path: 'health.current', delta: -1 })).toMatch(/^resources\.health\.current: /);
    expect(say('set', { path: 'Might', value: 11 })).toMatch(/^attributes\.might: 10 → 11/);
    expect(refuse('set', { path: 'resources', value: 3 })).toMatch('There is no path');
    expect(refuse('set', { path: 'guard', value: 3 })).toMatch('combat.guard is derived');
    say('npc_create', { name: 'Tom', values: { 'health.current': 2 } });
    expect(say('state_query', { target: 'Tom', path: 'health' })).toMatch('resources.health: 2/8');
  });
});

describe('what is there', () => {
  it('TO19: a move tells the place, who and what is there, the ways, what waits there; several ways are gone at once', () => {
    const { say, refuse } = open();
    say('npc_create', { name: 'Tom', about: 'A carter.', at: 'Road', attitude: 'friendly' });
    say('item_add', { name: 'milestone', target: 'Road' });
    say('quest_update', { name: 'The Cart', status: 'open', steps: ['Talk to Tom on the Road'] });
    say('notebook', { of: 'Tom', kind: 'hides', text: 'the wheel' });
    expect(say('move', { destination: 'Road', with: ['Mira'] })).toMatch(
      new RegExp(
        [
          '^at: location:old-mill → location:road',
          'By way of location:yard\\.',
          'Along with them: npc:mira\\.',
          '20 min pass\\.',
          'Here: location:road "Road"\\.',
          '- npc:mira "Mira" \\(neutral\\): The miller\\.',
          '- npc:tom "Tom" \\(friendly\\): A carter\\.',
          'Lying here: milestone\\.',
          'Exits: location:yard\\.',
          'quest:the-cart waits here: Talk to Tom on the Road',
          '<secret>hidden:[\\w-]+</secret>$',
        ].join('\n'),
      ),
    );
    say('condition_add', { condition: 'following', target: 'Tom' });
    expect(say('move', { destination: 'Old Mill' })).toMatch('Along with them: npc:tom.');
    expect(refuse('move', { destination: 'Loft' })).toMatch('No open way leads to location:loft.');
    expect(refuse('move', { destination: 'Yard', with: ['Nobody at all'] })).toMatch(
      'There is no "Nobody at all"',
    );
  });

  it('TO20: a fight begins with its procedure and the numbers of the opponents', () => {
    const { say } = open();
    const said = say('mode_set', { mode: 'combat', opponents: ['Mira'] });
    expect(said).toMatch('Against npc:mira.');
    expect(said).toMatch(
      'npc:mira: resources.health current=8 max=8; name=Mira; about=The miller.; attitude=neutral; none: is_gone',
    );
    expect(say('mode_set', { mode: 'combat' })).toMatch('npc:mira: resources.health');
    expect(say('mode_set', { mode: 'exploration' })).not.toMatch('npc:mira:');
  });

  it('TO20: the answer that begins a fight tells what may be lost and what is fought with first, no skill at 0', () => {
    const { game, close } = openTestGame({ system: readShippedSystem('dnd5e') });
    onTestFinished(close);
    const draft = game.start('I draw.');
    const values = { 'skills.stealth.score': 1 };
    call(draft, 'npc_create', { name: 'Goblin', type: 'creature', values });
    const { say } = call(draft, 'mode_set', { mode: 'combat', opponents: ['Goblin'] });
    expect(say).toMatch(/^creature:goblin: resources\.[^;]+; .*combat\.ac=\d+; combat\.attack=/m);
    expect(say).toContain('skills.stealth');
    expect(say).not.toContain('skills.arcana');
  });

  it('TO21: nobody is made twice, and creatures of a kind are numbered', () => {
    const { draft, say } = open();
    expect(say('npc_create', { name: 'the mira', at: 'Yard' })).toBe(
      'npc:mira "Mira" is there already, at location:old-mill "Old Mill"; nobody was made. move {"destination": "…", "who": "npc:mira"} brings them. If you mean somebody else, give another name.',
    );
    for (let count = 0; count < 3; count += 1) say('npc_create', { name: 'Wolf', type: 'creature' });
    expect(draft.state.list('creature').map(({ sheet }) => sheet['name'])).toEqual([
      'Wolf',
      'Wolf 2',
      'Wolf 3',
    ]);
    expect(say('adjust', { path: 'health', delta: -1, target: 'wolf 2' })).toMatch('creature:wolf-2');
    expect(draft.state.list('npc')).toHaveLength(1);
  });
});

describe('what the prompt shows', () => {
  it('TU32: opponents first and whole wherever they are, those named next, of many others a line', async () => {
    const { game, close } = openTestGame();
    onTestFinished(close);
    const crowd = ['Abel', 'Berta', 'Cora', 'Dan', 'Egon'].map(
      (name) =>
        ['npc_create', { name, about: 'Somebody.', values: { 'resources.health.current': 5 } }] as const,
    );
    playCalls(game, 'They come.', [
      ...crowd,
      ['npc_create', { name: 'Ogre', type: 'creature', at: 'Yard' }],
      ['mode_set', { mode: 'combat', opponents: ['Ogre'] }],
      // The first such call is refused, because the ogre is elsewhere. Sent again, it is executed.
      ['mode_set', { mode: 'combat', opponents: ['Ogre'] }],
    ]);
    const { model } = await playScript([{ text: 'Dust.' }], { game, words: 'I ask Cora.' });
    const [present = ''] =
      /<present>[\s\S]*<\/present>/.exec(model.requests[0]?.messages.at(-1)?.content ?? '') ?? [];
    expect(present.split('\n').slice(1, -1)).toEqual([
      expect.stringMatching(/^opponent creature:ogre "Ogre": .*resources\.health current=/),
      'npc:cora "Cora": about=Somebody.; resources.health current=5 max=8',
      'npc:mira "Mira" (neutral): The miller.',
      'npc:abel "Abel" (neutral): Somebody.; resources.health current=5 max=8',
      'npc:berta "Berta" (neutral): Somebody.; resources.health current=5 max=8',
      'npc:dan "Dan" (neutral): Somebody.; resources.health current=5 max=8',
      'npc:egon "Egon" (neutral): Somebody.; resources.health current=5 max=8',
    ]);
  });

  it('TU32: of others it is told who they are, with numbers only in a fight, and who is beaten is said to be so', async () => {
    const { game, close } = openTestGame({ system: readShippedSystem('dnd5e') });
    onTestFinished(close);
    playCalls(game, 'I look.', [
      [
        'npc_create',
        { name: 'Maud', about: 'She keeps the harbour.', type: 'npc', like: 'Guard', attitude: 'wary' },
      ],
      ['npc_create', { name: 'Pike', type: 'creature', about: 'A bandit.', like: 'Bandit' }],
      ['set', { target: 'Pike', path: 'resources.hp.current', value: 0, reason: 'a beam fell' }],
    ]);
    const { model } = await playScript([{ text: 'Dust.' }], { game, words: 'I ask Maud.' });
    const sent = model.requests[0]?.messages.at(-1)?.content ?? '';
    const [maud = '', pike = ''] = [/^npc:maud .*$/m, /^creature:pike .*$/m].map(
      (line) => line.exec(sent)?.[0],
    );
    expect(maud).toMatch(/^npc:maud "Maud" \(she, wary\): She keeps the harbour\./);
    expect(maud).not.toMatch(/attributes\.|combat\.attack|skills\./);
    expect(pike).toMatch(/^creature:pike "Pike" \(it, .*beaten\): A bandit\./);
    expect(pike).not.toMatch(/combat\.ac/);
  });

  it('TU32: of an opponent what may be lost, what is fought with, and what its blows and traits do come first', async () => {
    const look = async (name: string, values: object) => {
      const { game, close } = openTestGame({ system: readShippedSystem('dnd5e') });
      onTestFinished(close);
      playCalls(game, 'It comes.', [
        ['npc_create', { name, type: 'creature', ...values }],
        ['mode_set', { mode: 'combat', opponents: [name] }],
      ]);
      const { model } = await playScript([{ text: 'Dust.' }], { game, words: 'I wait.' });
      return /^opponent .*$/m.exec(model.requests[0]?.messages.at(-1)?.content ?? '')?.[0] ?? '';
    };
    const line = await look('Goblin', { values: { 'skills.stealth.score': 1 } });
    const gale = await look('Gale', { like: 'Air elemental' });
    const grey = await look('Grey', { like: 'Wolf' });
    expect(gale).toMatch(/saves\..*features\.actions=Whirlwind .*=Air form .*Cannot be exhausted, grappled/);
    expect(grey).toMatch(
      /saves\..*features\.actions=Bite \(note=hit: str save DC 11 or prone\); features\.traits=Pack tactics .*combat\.speed/,
    );
    expect(line).toMatch(
      /^opponent creature:goblin "Goblin": resources\.[^;]+; .*combat\.ac=\d+; combat\.attack=/,
    );
    expect(line).toContain('skills.stealth');
    expect(line).not.toContain('skills.arcana');
  });

  it('NB2: a truth of a few words about an open quest is told once', async () => {
    const { game, close } = openTestGame();
    onTestFinished(close);
    playCalls(game, 'I wait.', [
      ['quest_update', { name: 'Find the bell', steps: ['Ask about'] }],
      ['notebook', { of: 'Find the bell', kind: 'truth', text: 'stolen by Voss' }],
    ]);
    const { model } = await playScript([{ text: 'Dust.' }], { game, words: 'I look around.' });
    expect(model.requests[0]?.messages.at(-1)?.content.split('stolen by Voss')).toHaveLength(2);
  });

  it('NB2: people whom the player names come before others here, and so does the faction of those here before the rest', async () => {
    const { game, close } = openTestGame();
    onTestFinished(close);
    const asked = game.start('I wait.');
    const given = JSON.stringify({ type: 'faction', name: 'The Candlemen' });
    asked.execute({ id: 'made', name: 'entity_create', arguments: given }, 'system');
    asked.commit({ narrative: 'So.', suggestions: [], summary: 'So.', tags: [], importance: 0.1 });
    playCalls(game, 'I wait.', [
      ['npc_create', { name: 'Hatch', about: 'A porter.', at: 'Yard' }],
      ['npc_create', { name: 'Voss', about: 'The captain of the Candlemen.' }],
      ['notebook', { of: 'Voss', kind: 'hides', text: 'where the silver of the season lies' }],
      ['notebook', { of: 'Hatch', kind: 'hides', text: 'whom he let into the car at night' }],
      ['notebook', { of: 'The Candlemen', kind: 'truth', text: 'half of the crew would talk to a stranger' }],
    ]);
    const { model } = await playScript([{ text: 'Dust.' }], { game, words: 'I think of Hatch.' });
    const sent = model.requests[0]?.messages.at(-1)?.content ?? '';
    const at = ['whom he let', 'where the silver', 'half of the crew'].map((text) => sent.indexOf(text));
    expect(at.every((place) => place > 0)).toBe(true);
    expect(at).toEqual(at.toSorted((one, other) => one - other));
  });

  it('NB2: a plan of somebody elsewhere that is due within the hour is told of beside somebody else', async () => {
    const { game, close } = openTestGame();
    onTestFinished(close);
    playCalls(game, 'I wait.', [
      ['notebook', { of: 'Mira', kind: 'plans', text: 'to open the sluice', hours: 3 }],
      ['move', { destination: 'Yard' }],
      ['npc_create', { name: 'Tom', about: 'A carter.' }],
    ]);
    const look = async () => {
      const { model } = await playScript([{ text: 'Dust.' }], { game, words: 'I nod to Tom.' });
      return model.requests[0]?.messages.at(-1)?.content ?? '';
    };
    expect(await look()).not.toContain('to open the sluice');
    playCalls(game, 'I wait.', [['time_advance', { minutes: 130 }]]);
    expect(await look()).toContain('due elsewhere: s1 npc:mira in 40 min: to open the sluice');
    // The notes of a person who is named are shortened together with those of the others who are present, and not left
    // out.
    const long =
      'keeps the old key of the weir in a tin under the third board of the loft and says so to none '.repeat(
        3,
      );
    playCalls(game, 'I wait.', [
      ['npc_create', { name: 'Ann', about: 'A carter.' }],
      ['npc_create', { name: 'Ben', about: 'A carter.' }],
      ...['Mira', 'Tom', 'Ann', 'Ben', 'Tom'].map(
        (of, index) => ['notebook', { of, kind: 'hides', text: `no ${index}, ${long}` }] as const,
      ),
    ]);
    const { model } = await playScript([{ text: 'Dust.' }], { game, words: 'I think of Mira.' });
    expect(model.requests[0]?.messages.at(-1)?.content).toContain('npc:mira hides: no 0, keeps the old key');
  });

  it('TU33: a past turn keeps what its calls came to and the block that closed it, and nothing secret', async () => {
    const { game, close } = openTestGame();
    onTestFinished(close);
    const calls = [
      { name: 'roll', arguments: { formula: '1d20', versus: 1, reason: 'to <lift> it' } },
      { name: 'item_add', arguments: { name: 'Candle', quantity: 2 } },
      { name: 'adjust', arguments: { path: 'health', delta: -2 } },
      { name: 'notebook', arguments: { text: 'zq-hidden' } },
      { name: 'move', arguments: { destination: 'Nowhere' } },
    ];
    const after =
      '<after>\nsummary: Ada lifted it.\ntags: mill\nimportance: 0.4\n- Go on\n- Stop\n- Wait\n</after>';
    await playScript([{ calls }, { text: `It lifts.\n\n${after}` }], { game });
    const { model } = await playScript([{ text: 'Dust.' }], { game });
    const [, asked, told] = model.requests[0]?.messages.slice(-3) ?? [];
    const [before] = model.requests[0]?.messages.slice(-3) ?? [];
    expect([before?.role, asked?.role, told?.role]).toEqual(['user', 'assistant', 'user']);
    expect(before?.content).toMatch(
      /<done>roll test: [^;]+ \(to &lt;lift&gt; it\); item_add 2 Candle; adjust resources\.health: [^;]+; notebook Noted as secret:s1\.; not done: move \(There is no .*<\/done>$/,
    );
    expect(asked?.content).toBe(`It lifts.\n\n${after}`);
    expect(before?.content).not.toContain('zq-hidden');
  });

  it('TU33: a roll of a past turn is named by its move or check, and by whom it was against', async () => {
    const { game, close } = openStory({ system: 'starter', scenario: 'the-unkept-lamp', seed: 'done' });
    onTestFinished(close);
    const calls = [
      { name: 'roll', arguments: { move: 'persuade', against: 'Hob' } },
      { name: 'roll', arguments: { move: 'persuade', against: 'Hob', reason: 'to hear it' } },
      { name: 'roll', arguments: { formula: '1d6' } },
    ];
    await playScript([{ calls }, { text: 'He talks.' }], { game });
    const { model } = await playScript([{ text: 'Dust.' }], { game });
    const past = model.requests[0]?.messages.at(-3)?.content ?? '';
    const done = /<done>(.*)<\/done>/.exec(past)?.[1] ?? '';
    expect(done).toMatch(/^roll persuade against npc:hob-tanner: /);
    expect(done).toMatch(/; roll persuade against npc:hob-tanner: [^;]+ \(to hear it\)/);
    expect(done).toMatch(/; roll 1d6: \d/);
    expect(done).not.toContain('@attributes');
  });

  it('TU34: recalls nothing that stands in the rules or on who and what is here', async () => {
    const { game, close } = openTestGame();
    onTestFinished(close);
    const texts = [
      'It turns no more.',
      'The miller.',
      `How it goes: ${game.system.manifest.engine.mechanic}`,
      'Salt wards.',
    ];
    const recollector: Recollector = {
      recall: () =>
        texts.map((text, index) => ({
          key: `k${index}`,
          kind: 'lore',
          text,
          from: 'a book',
          because: 'test',
        })),
    };
    await playScript([{ text: 'Dust.' }], { game, recollector });
    expect(game.head.lore.map(({ text }) => text)).toEqual(['Salt wards.']);
  });

  it('TU34: recalls of older turns only what no longer stands in the story so far', async () => {
    const { game, close } = openTestGame();
    onTestFinished(close);
    const settings = { promptTokens: 4_000 };
    for (let turn = 1; turn <= 14; turn += 1) {
      const text = `${'The wheel turns on. '.repeat(70)}\n\n<after>\nsummary: Ada lifted stone ${turn} <so>.\n</after>`;
      await playScript([{ text }], { game, settings });
    }
    const recall = () =>
      ['Ada lifted stone 12 <so>.', 'Ada lifted stone 1 <so>.'].map((text, index) => ({
        key: `k${index}`,
        kind: 'event' as const,
        text,
        from: 'turn 1',
        because: 'test',
      }));
    const { model } = await playScript([{ text: 'Dust.' }], { game, settings, recollector: { recall } });
    const sent = model.requests[0]?.messages.map(({ content }) => content).join('\n') ?? '';
    expect(sent).toMatch(
      /<story_so_far>\nTurns 0 to \d+(?: \(\d+ left out\))?: [^\n]*Ada lifted stone 12 &lt;so&gt;\./,
    );
    expect(game.head.lore.map(({ text }) => text)).toEqual(['Ada lifted stone 1 <so>.']);
  });

  it('TU35: after refused calls the model is told how many, and asked to mend them, else to tell', async () => {
    const refused = await playScript([
      { calls: [{ name: 'move', arguments: { destination: 'Rome' } }] },
      { text: 'Dust.' },
    ]);
    expect(refused.model.requests[1]?.messages.at(-1)?.content).toMatch(
      /one was refused and did nothing: mend it if it matters/,
    );
    const four = ['Mira', 'Yard', 'Old Mill', 'player'].map((target) => ({
      name: 'adjust',
      arguments: { path: target === 'player' ? 'resources.health.current' : 'warmth', delta: -1, target },
    }));
    const several = await playScript([{ calls: four }, { text: 'Dust.' }]);
    expect(several.model.requests[1]?.messages.at(-1)?.content).toMatch(
      /Of the calls above – done: 4 adjust; refused: 1 adjust, 2 adjust, 3 adjust\. What was not done changed nothing/,
    );
    const rome = { calls: [{ name: 'move', arguments: { destination: 'Rome' } }] };
    const again = await playScript([rome, rome, { text: 'Dust.' }]);
    const last = again.model.requests[2]?.messages.at(-1)?.content;
    expect(last).toMatch(/^As before: There is no "Rome"[\s\S]*The same call is refused again/);
    const taken = await playScript([
      { calls: [{ name: 'move', arguments: { destination: 'Yard' } }] },
      { text: 'Dust.' },
    ]);
    expect(taken.model.requests[1]?.messages.at(-1)?.content).toMatch(/tell now what happens;/);
  });

  it.each(listShippedSystems())(
    'TU36: the constant part of %s has at most 2,200 tokens, and asks for the player’s language',
    (system) => {
      const { game, close } = openStory({ system, scenario: 'the-unkept-lamp', seed: 'size' });
      const { head, state, listTurns } = game;
      for (const promptTokens of [8000, 24_000, 100_000]) {
        const base = buildPromptBase(game, {
          past: { head, state, listTurns },
          settings: defaultTurnSettings,
          tools: [],
          promptTokens,
        });
        expect(estimateTokens(base.system.content)).toBeLessThanOrEqual(2_200);
        expect(base.system.content).toContain('in the language the player writes in');
      }
      expect(readShippedSystem(system).id).toBe(system);
      close();
    },
  );
});

it('NB2: a pronoun that fits nobody here means who was told of last, and what has no room is named by whose it is', async () => {
  const { game, close } = openStory({ system: 'starter', scenario: 'the-unkept-lamp', seed: 'secret' });
  playCalls(game, 'I go.', [
    ['move', { destination: 'Blue Kettle' }],
    ['time_advance', { minutes: 900 }],
  ]);
  await playScript([{ text: 'Widow Esk speaks of Dunstan Crake.' }], { game, words: 'I listen.' });
  const { model } = await playScript([{ text: 'So it is.' }], {
    game,
    words: 'What is he keeping from us?',
    settings: { promptTokens: 24_000 },
  });
  const now = model.requests[0]?.messages.at(-1)?.content ?? '';
  expect(now).toContain('npc:dunstan-crake hides');
  expect(now).toMatch(/\(\d+ more left out, of \w+:[\w-]+/u);
  close();
});

describe('what a look brings to light', () => {
  it('NB1: is named by its ids where something is hidden, to the game master alone, and nowhere else', () => {
    const test = openTestGame({ system: readShippedSystem('dnd5e') });
    onTestFinished(test.close);
    const draft = test.game.start('I act.');
    const act = (name: string, wanted: object) => call(draft, name, wanted);
    const search = { check: 'skill_check', move: 'search', formula: '30', versus: 10 };
    const bare = act('roll', { ...search, move: 'steal' });
    act('notebook', { of: 'Old Mill', kind: 'holds', text: 'a tin box' });
    const found = act('roll', search);
    expect(revealSecrets(found.say)).toMatch(/This may come to light now: s1 \(holds\)/);
    expect(found.say).not.toContain('s1 (holds)');
    expect(bare.say).not.toContain('light');
  });
});

describe('what the rules and the hours hold', () => {
  it('TO9: who lies senseless is remembered, and a thing of the rules is read by the key under which it was found', () => {
    const test = openTestGame({ system: readShippedSystem('dnd5e') });
    onTestFinished(test.close);
    const draft = test.game.start('I act.');
    const act = (name: string, wanted: object) => call(draft, name, wanted);
    expect(act('state_query', { target: 'thing:potion_of_healing' }).say).toContain('heals 2d4+2');
    act('npc_create', { name: 'Voss', like: 'Bandit', type: 'npc' });
    act('set', { target: 'Voss', path: 'resources.hp.current', value: 0, reason: 'knocked out' });
    act('condition_add', { target: 'Voss', condition: 'unconscious' });
    expect(act('time_advance', { minutes: 10 }).say).not.toContain('senseless');
    expect(revealSecrets(act('time_advance', { minutes: 240 }).say)).toContain('Still senseless: npc:voss.');
    act('adjust', { target: 'Voss', path: 'resources.hp.current', delta: 1 });
    expect(act('time_advance', { minutes: 240 }).say).not.toContain('senseless');
  });
});

it('TO19, TU32: places passed for the first time, a shop with its prices, and the worth of the beaten are told', async () => {
  const { game, close } = openTestGame({ system: readShippedSystem('dnd5e') });
  onTestFinished(close);
  const draft = game.start('I go.');
  const act = (name: string, wanted: object) => call(draft, name, wanted);
  act('set', { target: 'location:yard', path: 'about', value: 'The posts point into the mud. Gulls cry.' });
  const far = act('move', { destination: 'Road' }).say;
  expect(far).toContain('On the way, for the first time: location:yard: The posts point into the mud.');
  expect(far).not.toContain('Gulls');
  act('move', { destination: 'Old Mill' });
  expect(act('move', { destination: 'Road' }).say).not.toContain('On the way');
  act('npc_create', { name: 'Tolly', about: 'Sells rope. Pronouns: they/them.', type: 'npc' });
  act('item_add', { name: 'tarred rope', target: 'Tolly', about: '1 gp a coil' });
  act('npc_create', { name: 'Voss', like: 'Bandit', type: 'npc' });
  act('set', { target: 'Voss', path: 'resources.hp.current', value: 0, reason: 'a beam fell' });
  const asked = act('state_query', { target: 'Tolly' }).say;
  expect(asked).toContain('Has: tarred rope (1 gp a coil).');
  expect(asked).not.toMatch(/skills\./);
  expect(asked).toMatch(/As on a blank sheet: \d+ more/);
  expect(act('roll', { move: 'talk', as: 'sing', against: 'Tolly' }).say).toMatch(
    /Skill check \(Performance\)/,
  );
  const cellar = act('move', { destination: 'Cellar', opened: true }).say;
  expect(cellar).toContain('`opened` opens the next way alone');
  act('clock_tick', { name: 'Alarm', segments: 4 });
  draft.commit({ narrative: 'So.', suggestions: [], summary: 'So.', tags: [], importance: 0.1 });
  const { model } = await playScript([{ text: 'Dust.' }], { game, words: 'I ask Tolly.' });
  const sent = model.requests[0]?.messages.at(-1)?.content ?? '';
  expect(sent).toMatch(
    /^npc:tolly "Tolly" \(they, \w+\): Sells rope\.;? .*has: tarred rope \(1 gp a coil\)$/m,
  );
  expect(sent).toMatch(/^clock:alarm: .*clear it \(negative ticks\) once its scene is over$/m);
  expect(sent).toMatch(/^npc:voss .*beaten.*progression\.xp=25/m);
});
