// Planted hints: errors in a manifest's hints for the narrator, each in an intent or a threat of its own.

import type { Json } from '../../src/values/json.ts';

interface PlantedHint {
  readonly kind: string;
  /** The place of the error, below `/narrator`. */
  readonly below: string;
  readonly suggests: string | RegExp;
  /** The place in which the faulty hint is put; what stands there is replaced. */
  readonly place: readonly string[];
  readonly hint: Json;
}

/** Hints without errors, with a place for each planted error. */
export const soundHints: Json = {
  difficulties: { easy: 7, hard: 11 },
  intents: {
    attack: {
      check: 'strike',
      always: [{ mode: 'combat' }],
      variants: [
        { words: ['shove'], check: 'effort', dice: '2d6+@attributes.grace.modifier', outcomes: null },
      ],
      outcomes: {
        hit: [
          {
            lose: 'resources.breath.current',
            amount: '1d6+@combat.guard',
            less: 'combat.guard',
            who: 'opponent',
          },
        ],
        failure: [{ strike_back: true }],
      },
    },
    risk: { dice: '1d6', outcomes: { success: [{ further: { check: 'strike' } }] } },
  },
  opponents: {
    default: 'standard',
    down_when: 'resources.breath.current <= 0',
    threats: { standard: { set: { size: 2, 'resources.breath.current': 999 } } },
    attack: { dice: '2d6', versus: 10, always: [{ mark: 'resources.wounds', count: 1, who: 'player' }] },
  },
  player: { down_when: 'resources.breath.current <= 0', down_say: 'Dark.', down: { check: 'strike' } },
  rest: {
    long: { minutes: 480, effects: [{ set: 'resources.breath.current', to: '=resources.breath.max' }] },
  },
  oracle: 'answer',
};

const effects: readonly Omit<PlantedHint, 'place'>[] = [
  {
    kind: 'effect on an unknown path',
    below: '/lose',
    suggests: 'resources.breath.current',
    hint: { lose: 'resources.breth.current' },
  },
  {
    kind: 'noted where nothing is',
    below: '/noted',
    suggests: 'combat.guard',
    hint: { lose: 'resources.breath.current', noted: 'combat.gaurd' },
  },
  {
    kind: 'effect on a path that only the character has',
    below: '/mark',
    suggests: /\w/,
    hint: { mark: 'resources.wounds', who: 'opponent' },
  },
  {
    kind: 'effect on what is derived',
    below: '/gain',
    suggests: 'attributes.wit',
    hint: { gain: 'attributes.wit.modifier', amount: 1 },
  },
  {
    kind: 'effect on what takes none',
    below: '/lose',
    suggests: 'identity.trade',
    hint: { lose: 'identity.trade' },
  },
  {
    kind: 'value that cannot stand',
    below: '/set',
    suggests: 'd12',
    hint: { set: 'skills.knots', to: 'd7' },
  },
  {
    kind: 'formula in an effect',
    below: '/if',
    suggests: 'Compare',
    hint: { lose: 'resources.breath.current', if: 'attributes.wit.score' },
  },
  {
    kind: 'amount of an unknown name',
    below: '/amount',
    suggests: 'combat.guard',
    hint: { lose: 'resources.breath.current', amount: '1d6+@combat.gaurd' },
  },
  {
    kind: 'dice where none are thrown',
    below: '/count',
    suggests: 'formula',
    hint: { mark: 'resources.wounds', count: '1d4' },
  },
  { kind: 'unknown oracle', below: '/oracle', suggests: 'answer', hint: { oracle: 'anser' } },
  { kind: 'two acts in one effect', below: '', suggests: 'each', hint: { minutes: 10, mode: 'combat' } },
  { kind: 'effect that does nothing', below: '', suggests: 'lose', hint: { who: 'player' } },
  {
    kind: 'member without its act',
    below: '/rounds',
    suggests: 'condition',
    hint: { say: 'So.', rounds: 2 },
  },
  { kind: 'misspelt act', below: '/losse', suggests: '"lose"', hint: { losse: 'resources.breath.current' } },
  {
    kind: 'condition on what happens anyhow',
    below: '/if',
    suggests: 'own',
    hint: { say: 'So.', if: 'combat.is_armed' },
  },
  { kind: 'null where an effect is', below: '', suggests: 'object', hint: null },
];

const intents: readonly PlantedHint[] = [
  {
    kind: 'unknown check of an intent',
    below: '/intents/sneak/check',
    suggests: 'strike',
    place: ['intents', 'sneak'],
    hint: { check: 'stirke' },
  },
  {
    kind: 'check that nothing is given to',
    below: '/intents/talk/check',
    suggests: 'dice',
    place: ['intents', 'talk'],
    hint: { check: 'effort' },
  },
  {
    kind: 'unknown outcome',
    below: '/intents/persuade/outcomes/hitt',
    suggests: '"hit"',
    place: ['intents', 'persuade'],
    hint: { check: 'strike', outcomes: { hitt: [] } },
  },
  {
    kind: 'dice of an intent',
    below: '/intents/threaten/dice',
    suggests: '2d6',
    place: ['intents', 'threaten'],
    hint: { dice: '2d6+' },
  },
  {
    kind: 'unknown difficulty',
    below: '/intents/look/versus/difficulty',
    suggests: 'hard',
    place: ['intents', 'look'],
    hint: { dice: '2d6', versus: { difficulty: 'hrad' } },
  },
  {
    kind: 'formula over the opponent',
    below: '/intents/search/versus/opponent',
    suggests: 'combat.guard',
    place: ['intents', 'search'],
    hint: { dice: '2d6', versus: { opponent: 'combat.guadr' } },
  },
  {
    kind: 'member of a versus',
    below: '/intents/know/versus/otherwise',
    suggests: 'else',
    place: ['intents', 'know'],
    hint: { dice: '2d6', versus: { otherwise: 3 } },
  },
  {
    kind: 'null in an intent',
    below: '/intents/use/cost',
    suggests: 'Leave it out',
    place: ['intents', 'use'],
    hint: { dice: '2d6', cost: null },
  },
  {
    kind: 'words for a need that is not there',
    below: '/intents/force/variants/0/needs_say',
    suggests: 'needs',
    place: ['intents', 'force'],
    hint: { dice: '2d6', variants: [{ words: ['door'], needs_say: 'Not now.' }] },
  },
  {
    kind: 'variant of another check',
    below: '/intents/steal/variants/0/check',
    suggests: 'into the variant itself',
    place: ['intents', 'steal'],
    hint: { check: 'strike', outcomes: { hit: [] }, variants: [{ words: ['rope'], check: 'craft' }] },
  },
  {
    kind: 'unknown intent',
    below: '/intents/flea',
    suggests: 'flee',
    place: ['intents', 'flea'],
    hint: { dice: '2d6' },
  },
  {
    kind: 'further roll of an unknown check',
    below: '/intents/cast/always/0/further/check',
    suggests: 'strike',
    place: ['intents', 'cast'],
    hint: { always: [{ further: { check: 'srike' } }] },
  },
  {
    kind: 'threat with an unknown path',
    below: '/opponents/threats/minor/set/sizze',
    suggests: 'size',
    place: ['opponents', 'threats', 'minor'],
    hint: { set: { sizze: 1 } },
  },
  {
    kind: 'unknown threat',
    below: '/opponents/default',
    suggests: 'standard',
    place: ['opponents', 'default'],
    hint: 'standart',
  },
  {
    kind: 'measure of being down that is none',
    below: '/player/down_when',
    suggests: 'Compare',
    place: ['player', 'down_when'],
    hint: 'resources.breath.current',
  },
  {
    kind: 'unknown oracle of the narrator',
    below: '/complication',
    suggests: 'answer',
    place: ['complication'],
    hint: 'anwser',
  },
];

/** Faulty effects are put among the effects of a short rest. */
export const plantedHints: readonly PlantedHint[] = [
  ...effects.map((one, at) => ({
    ...one,
    below: `/rest/short/effects/${at}${one.below}`,
    place: ['rest', 'short', 'effects', String(at)],
  })),
  ...intents,
];

/** Effects without errors, one for each faulty effect: the faulty one is put in its place. */
export const soundEffects: readonly Json[] = effects.map(() => ({ minutes: 1 }));
