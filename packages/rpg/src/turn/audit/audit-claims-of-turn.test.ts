// Tests what the audit finds in a narrative against what a turn really did, in a small world and in every system.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import extracted from '../../../test/support/cairn.json' with { type: 'json' };
import { call, openTestGame } from '../../../test/support/open-test-game.ts';
import { checkManifest } from '../../manifest/check-manifest.ts';
import { readShippedSystem } from '../../manifest/read-system.ts';
import { readValue } from '../../rules/read-value.ts';
import type { Game, TurnDraft } from '../../state/game.ts';
import type { System } from '../../system/system.ts';
import { playerId } from '../../values/entity.ts';
import { buildCheckRequest } from '../check/check-request.ts';
import { auditNarrative } from './audit-narrative.ts';
import { splitWords } from './turn-facts.ts';

const systems = ['blades-style', 'dnd5e', 'fate', 'percentile', 'starter', 'step-dice', extracted.id];

function readSystem(id: string): System {
  if (id !== extracted.id) return readShippedSystem(id);
  const checked = checkManifest(extracted);
  if (!checked.ok) throw new Error('The extracted system is not valid.');
  return checked.system;
}

function audit({ system }: Pick<Game, 'system'>, draft: TurnDraft, narrative: string) {
  const { actions, state, words, rolls, patches } = draft;
  const turn = { system, state, actions };
  return auditNarrative({
    narrative,
    words,
    rolls,
    patches,
    playerName: 'Ada',
    earlier: [],
    turn,
  });
}

describe('the audit of what a turn did', () => {
  const { game, close } = openTestGame({ system: readShippedSystem('starter') });
  let draft: TurnDraft;
  const kinds = (narrative: string) => audit(game, draft, narrative).map(({ kind }) => kind);

  /**
   * The world is the mill, with Mira: a key is found, two vigour are lost, twenty minutes pass, a clock moves, and both
   * a move to an unknown tower and a sledgehammer for an unknown list are refused.
   */
  beforeAll(() => {
    draft = game.start('I search the mill and try the trapdoor.');
    call(draft, 'roll', { formula: '2d6+30', check: 'dare' });
    call(draft, 'item_add', { name: 'Brass key', target: 'player' });
    call(draft, 'adjust', { path: 'resources.vigour.current', delta: -2 });
    call(draft, 'condition_add', { condition: 'chilled', minutes: 60 });
    call(draft, 'time_advance', { minutes: 20 });
    call(draft, 'clock_tick', { name: 'The mill wheel', ticks: 1, segments: 4 });
    call(draft, 'move', { destination: 'Nowhere Tower' });
    call(draft, 'item_add', { name: 'Sledgehammer', list: 'inventory.nothing' });
    call(draft, 'item_add', { name: "Sexton's goblet", list: 'inventory.nothing' });
  });
  afterAll(() => {
    draft.delete();
    close();
  });

  it.each([
    ['You lose three vigour.', 'number'],
    ['Vigour drops from 6 to 3.', 'number'],
    ['You lose 1 Supply.', 'loss'],
    ['Mira has ten vigour left.', 'number'],
    ['**Vigour 5/6** · Mill', 'number'],
    ['Vigour: 6 → 3', 'number'],
    ['You lose 3 Vigour.', 'number'],
    ['Mira has 5 Vigour left.', 'number'],
  ])('TU50: a number is compared with the field that it is said of: %s', (narrative, kind) => {
    expect(kinds(narrative)).toEqual([kind]);
  });

  it.each([
    ['You pick up a silver dagger from the floor.', 'item'],
    ['She presses a folded letter into your hand.', 'item'],
    ['The brass key is gone from your belt.', 'item'],
    ['You are standing in the Yard.', 'place'],
    ['You step out onto the Road.', 'place'],
    ['You are paralysed.', 'condition'],
    ['You are no longer chilled.', 'condition'],
    ['Mira is dead.', 'person'],
    ['Mira walks out without a word.', 'person'],
    ['Captain Dorn steps in from the rain.', 'person'],
    ['You tuck a dagger into your belt.', 'item'],
    ['You take the silver dagger.', 'item'],
    ['You are now in the Yard.', 'place'],
    ['You’ve slipped out of the mill and down the Road.', 'place'],
    ['You are blinded.', 'condition'],
    ['The blow has left you dazed.', 'condition'],
    ['By the stove sits Brother Colm, telling his beads.', 'person'],
    ['“Not yet,” says Captain Dorn.', 'person'],
    ['"Which of you," says Captain Dorn pleasantly, "did that?"', 'person'],
    [
      '"Three," says the one with the hook, and it lifts your brass key from your belt and walks off with it into the dark.',
      'item',
    ],
    [
      'Mira takes the brass key out of your hand. She weighs it. “Well,” she says. She snaps it? She breaks it across her knee.',
      'item',
    ],
    ['Mira lifts the key from your belt and drops it into the millrace.', 'item'],
    ['The silver ring is colder than the night. You slip it onto your own finger.', 'item'],
    ['She burns your brass key in the stove.', 'item'],
  ])(
    'TU51: a thing, a place, a condition, a person that nothing in the turn brought about is found: %s',
    (narrative, kind) => {
      expect(kinds(narrative)).toEqual([kind]);
    },
  );

  it('TU52: a thing that was refused to the character may be somebody else’s', () => {
    expect(kinds('You have the Sexton’s goblet now.')).toEqual(['refused']);
    expect(kinds('Mira has the Sexton’s goblet.')).toEqual([]);
  });

  it.each([
    'You come through the Yard to the mill.',
    'The bruise you got in the Yard is gone.',
    'The mill has two doors. It has five left.',
    'Mira lost two points of vigour. It has four more.',
    'You cannot hear any bell yet.',
    'Mira pretends to be deaf.',
    'Mira sends a boy to find a captain called Dorn.',
    'You are left two vigour poorer.',
    'You have four vigour out of six.',
    'You take the key.',
    'Mira takes the brass key out of your hand and weighs it. She breaks the bread.',
    'Mira takes the brass key out of your hand. She walks off with you to the yard.',
    'The brass key is cold. You hang it round your own neck. You put your hand to your neck.',
    'Mira takes the brass key out of your hand. She wants to walk off with it, and thinks again.',
    'Mira takes the brass key out of your hand. She drops it into her apron, thinks again, and gives it back.',
    'Mira would break the brass key across her knee. She breaks off, and the lamp burns low beside the key.',
    '“Is it Captain Dorn?” asks Mira.',
    'Mira breaks the brass key free of the ice. You tear the key loose from the string.',
  ])(
    'TU51: TU55: a way, a comparison, a purpose and what another subject has claim nothing: %s',
    (narrative) => {
      expect(kinds(narrative)).toEqual([]);
    },
  );

  it('TU50: a plain verb or noun is no skill of that name, for the marks or for the record', () => {
    const other = openTestGame({ system: readShippedSystem('percentile') });
    const walked = other.game.start('I look.');
    const plain = [
      'The clock hangs crooked, it standing at ten past four.',
      'She drives 20 minutes and listens at 9.',
      'You jump three steps and throw 2 stones.',
      'Standing at ten past four, the clock says nothing.',
      'He swims for 2 hours.',
      'The ride of 12 miles is over. You track 3 men.',
      'He swings the bucket by its throw.',
    ];
    expect(audit(other.game, walked, 'Your climb is thirty feet.')).toEqual([]);
    const named = [
      'Your standing is 41.',
      'You have a Stealth of 35.',
      'Stealth 35.',
      'Listen: 73',
      'Her standing drops to 3.',
    ];
    for (const narrative of plain) {
      expect([narrative, audit(other.game, walked, narrative)]).toEqual([narrative, []]);
      const { actions, state, words } = walked;
      const turn = { system: other.game.system, state, actions };
      const [now] = buildCheckRequest({ turn, words, narrative }).record.filter((line) =>
        line.includes(' now: '),
      );
      expect(now).toMatch(/ now: Hit points [^,]+, Sanity [^,]+, Luck [^,]+, Willpower [^,]+\.$/);
    }
    for (const narrative of named)
      expect([narrative, audit(other.game, walked, narrative).map(({ kind }) => kind)]).toEqual([
        narrative,
        ['number'],
      ]);
    walked.delete();
    other.close();
  });

  it('TU51: a place that a way of the turn led over was reached', () => {
    const other = openTestGame({ system: readShippedSystem('starter') });
    const walked = other.game.start('I go out to the road.');
    const told = 'You step out into the Yard. You are standing in the Cellar.';
    expect(call(walked, 'move', { destination: 'Road' }).say).toContain('By way of');
    expect(audit(other.game, walked, told).map(({ quote }) => quote)).toEqual([
      'You are standing in the Cellar',
    ]);
    walked.delete();
    other.close();
  });

  it.each([
    'You climb up into the Nowhere Tower.',
    'You take the sledgehammer.',
    'At the Nowhere Tower you let yourself in.',
    'You break open the tower.',
  ])('TU52: what was refused is not told as done: %s', (narrative) => {
    expect(kinds(narrative)).toEqual(['refused']);
  });

  it('TU53: what the dice gave is not told as its opposite, and rolls that went different ways decide nothing', () => {
    expect(kinds('You try the trapdoor, and it fails.')).toEqual(['outcome']);
    expect(kinds('You fail to lift it.')).toEqual(['outcome']);
    expect(kinds('You do not fail. It fails nobody. The lock holds; you miss the step.')).toEqual([]);
    expect(kinds('You succeed, and find what you were after.')).toEqual([]);
    const other = openTestGame({ system: readShippedSystem('starter') });
    const mixed = other.game.start('I try.');
    call(mixed, 'roll', { formula: '2d6+30', check: 'dare' });
    call(mixed, 'roll', { formula: '2d6-30', check: 'dare' });
    expect(audit(other.game, mixed, 'You fail. You succeed.')).toEqual([]);
    mixed.delete();
    other.close();
  });

  it.each([
    'You feel a cold dread.',
    'You are ashamed of it.',
    'You make up your mind to trust her.',
    'You have always despised millers.',
    'It makes you homesick.',
    'You don’t like it.',
    'She waits. In that moment you resolve to burn it.',
    'You weep.',
  ])('TU54: what the character feels, thinks and resolves is the player’s: %s', (narrative) => {
    expect(kinds(narrative)).toEqual(['voice']);
  });

  it.each([
    'You lose 2 Vigour: it drops from 6 to 4, and you have four left. The brass key lies in your palm, and you are chilled.',
    '“You have nine vigour left,” Mira says. “Take the sword, go to the Yard.”',
    'You do not take the dagger. There is no way to the Nowhere Tower.',
    'If you went to the Yard you would find a letter.',
    'Is Mira dead? You cannot tell.',
    'Three crows sit on the roof; a cart goes by on the Road.',
    'You look for the sledgehammer and see only its hook.',
    'Mira leans on the sill and watches the rain.',
    '**Vigour 4/6**: 6 → 4. The brass key goes into your pocket, which has a hole.',
    'You’re at the window of the mill; you can see the Yard, and the Road leads away from it.',
    'You think nothing of it. Your hands are cold.',
    'Captain Dorn’s name is over the door; she tells you of Brother Colm.',
    'You’d be blind without the lamp, and you can hardly read.',
  ])(
    'TU55: what is true, said by somebody, denied, asked or only possible is left alone: %s',
    (narrative) => {
      expect(kinds(narrative)).toEqual([]);
    },
  );
});

describe('the audit of fields in every system', () => {
  const games = systems.map((id) => {
    const { game, close } = openTestGame({ system: readSystem(id) });
    return { id, game, close, draft: game.start('I wait.') };
  });
  const takeGame = (at: number) => {
    const taken = games[at];
    if (taken === undefined) throw new Error('No such game.');
    return taken;
  };
  afterAll(() => {
    for (const { draft, close } of games) {
      draft.delete();
      close();
    }
  });

  it('TU50: under each label of a resource its number is borne out, and any other is found', () => {
    const played = fc.nat(games.length - 1);
    fc.assert(
      fc.property(played, fc.nat(99), fc.integer({ min: 1, max: 40 }), (at, pick, number) => {
        const { game, draft } = takeGame(at);
        const sheet = draft.state.find(playerId)?.sheet ?? {};
        const fields = (game.system.sheets.get('character')?.fields ?? []).filter(
          ({ kind, definition }) => kind.id === 'RES_POOL' && splitWords(definition.label).length <= 2,
        );
        const field = fields[pick % Math.max(1, fields.length)];
        if (field === undefined) return;
        const { label } = field.definition;
        const value = Number(field.kind.read(readValue(sheet, field.path) ?? null, 'current'));
        const told = audit(game, draft, `You have ${number} ${label} left.`);
        expect(told.length > 0, `${number} ${label} of ${value}`).toBe(number !== value);
      }),
    );
  });

  it('TU50: TU55: whatever is told, each flag quotes what stands at its place', () => {
    const piece = fc.constantFrom(
      'You ',
      'Mira ',
      'lose ',
      'three ',
      'no ',
      'hit points ',
      'stress ',
      'left',
      'take the key ',
      'are blinded ',
      'in the Yard',
      'Captain Dorn ',
      'sits ',
      'is dead',
      'feel afraid',
      ', ',
      '. ',
      '"',
      '; of its 9 ',
    );
    fc.assert(
      fc.property(
        fc.nat(games.length - 1),
        fc.oneof(
          fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join('')),
          fc.string(),
        ),
        (at, narrative) => {
          const { game, draft } = takeGame(at);
          for (const { quote, start } of audit(game, draft, narrative))
            expect(narrative.slice(start, start + quote.length)).toBe(quote);
        },
      ),
    );
  });
});
