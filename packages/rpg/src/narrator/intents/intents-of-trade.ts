// Intents of trade: ordering and buying for oneself or others, and writing notes.

import { type IntentRow, notation, type Step } from '../rule.ts';

const { find, goOn, heard, oneOf, passTo, play, say, when } = notation;

/** Words for what an innkeeper has to offer. */
export const served =
  / (?:room|bed|refill|meal|breakfast|lunch|supper|dinner|food|ale|beer|wine|tea|coffee|drink|soup|stew|bread|pie|bowl|cup|mug of|cake|bun|biscuits?|slice|pint|to eat|to drink|hot|warm|beers|ales|teas|drinks|round|rounds|cocoa|broth|cider|brandy|whisky|whiskey|rum|gin|mead|porridge|sandwich|pasty|dumplings?) /;

const drinks =
  / (?:drink|drinks|refill|ale|ales|beer|beers|wine|tea|teas|coffee|cider|water|brandy|whisky|whiskey|rum|gin|mead|cocoa|pint|milk) /;

/** The steps by which an innkeeper gives the player's character what was ordered: food, drink or a bed. */
export const serve: readonly Step[] = [
  'markServed',
  'passQuarter',
  [
    heard(/ (?:room|bed) /).do(say('served-bed')),
    heard(drinks).do(say('served-drink', 'served')),
    play(say('served')),
  ],
  'beat',
];

const forAll = / (?:everyone|everybody|all|the house|the table|whole|round|rounds) /;

/** The steps if the player's character has no money for what they want to buy. */
const broke: readonly Step[] = [say('paid-nothing'), 'markIdle'];

export const intentsOfTrade = {
  buy: {
    words: `buy, purchase, order, rent, hire, pay for, stand everyone, stand everybody, treat everyone, treat everybody`,
    isPeaceful: true,
    rules: [
      find('lyingMeant', 'seller')
        .when('thing', 'isSolvent')
        .do('payOut', passTo('player'), [when('who').do(say('bought')), play(say('take'))], 'about'),
      when('thing').do(...broke),
      find('holder', 'held').when('thing').do(say('take-held'), 'markIdle'),
      find('host')
        .when('who', 'isSolvent')
        .heard(forAll)
        .do('payOut', 'passQuarter', say('stood-round'), 'beat'),
      when('who')
        .heard(forAll)
        .do(...broke),
      find('guest')
        .when('who', 'isHostHere', 'isSolvent')
        .heard(served)
        .do('payOut', 'passQuarter', say('stood-drinks'), 'idle'),
      when('who', 'isHostHere')
        .heard(served)
        .do(...broke),
      when('isAbsentNamed').do('absence'),
      find('host')
        .when('who')
        .heard(served)
        .do(...serve),
      find('ware')
        .when('thing', '!isSolvent')
        .do(...broke),
      find('fixture').when('thing', 'isEdible').do('payOut', 'create', say('bought-of-place'), 'beat'),
      find('ware').when('thing', 'isMarketHere').do('payOut', 'create', say('bought-of-place'), 'beat'),
      find('host').when('who').heard(/ pay /).do(say('price-host')),
      find('seller').when('who').heard(served).do(say('no-menu'), 'markIdle'),
      find('trader').when('who').do(say('buy-later'), 'markIdle'),
      find('seller').do('markIdle', [when('who').do(say('buy-nothing')), play(say('buy-nobody'))]),
    ],
  },
  /** A note or letter becomes a thing that can be left for somebody. Anything else that is written is only told. */
  write: {
    words: 'write, scribble, jot, jot down, pen a, compose a',
    isPeaceful: true,
    rules: [
      find('paper').when('thing').do('writeNote', say('wrote-note'), 'plainDeed'),
      play(oneOf('echo', say('act-plain')), 'plainDeed', 'beat'),
    ],
  },
  /** The player gives somebody money. */
  payment: {
    words: 'pay, tip the, tip him, tip her, pay back, settle up',
    isPeaceful: true,
    find: 'person',
    rules: [
      when('isAbsentNamed').do('absence'),
      when('isUnclear').do('whom'),
      when('!who').do(say('nobody-at-all'), 'markIdle'),
      when('!isSolvent').do(say('paid-nothing'), 'markIdle'),
      when('isCreature').do(goOn('gesture')),
      heard(/ (?:owe|for|bill|debt|tab) /).do('payOut', say('paid')),
      play('payOut', say('paid'), 'idle'),
    ],
  },
} satisfies Record<string, IntentRow>;
