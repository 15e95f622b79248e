// Intents with things: taking and giving, laying down and throwing, using, eating and drinking, buying and selling.

import { type IntentRow, notation } from '../rule.ts';
import { serve, served } from './intents-of-trade.ts';

const { find, goOn, heard, oneOf, passTo, play, roll, say, when } = notation;

/** Orders of food or drink, such as "get a beer" or "fetch a cup of tea". */
const ordered =
  / (?:get|fetch|have|take|grab) (?:an?|another|some|one|two) (?:(?:cup|bowl|glass|mug|pot|plate|pint|jug|slice) of )?(?:\S+ )?(?:beer|ale|wine|tea|coffee|soup|stew|bread|pie|cake|bun|broth|cider|food|meal|drink) /;
const eating =
  / (?:eat|drink|dine|feast|esse|trinke|sip|taste|nibble|munch|devour|gobble|swallow|gulp|slurp) /;
export const intentsWithThings = {
  take: {
    words: `take, grab, pick up, get, collect, pocket, snatch, fetch, acquire, gather, nimm, nehme, seize, snag, nab, scoop up, scoop,
      borrow, pick, carry`,
    rules: [
      find('lyingMeant').when('thing').do(passTo('player'), say('take'), 'about'),
      find('holder', 'held').when('thing').do(say('take-held')),
      when('isOwnBody')
        .heard(/ (?:my|mine) /)
        .do(oneOf('echo', say('act-plain')), say('act'), 'beat'),
      find('fixture').when('thing', 'isFromPlace').do(say('fixture'), 'markIdle'),
      find('host')
        .when('who')
        .heard(ordered)
        .do(...serve),
      find('own').when('thing', 'isAbsentNamed').heard(/ to /).do('absence'),
      find('own', 'named').when('thing', 'who').heard(/ to /).do(goOn('give')),
      find('own').when('thing').do(say('have-already'), 'markIdle', 'things'),
      find('host')
        .when('who')
        .heard(served)
        .do(...serve),
      find('described')
        .when('who', 'thing', '!isOwnBody')
        .heard(/^ (?:\S+ )?(?:his|her|their) | from (?:him|her|them) /)
        .do(goOn('steal')),
      find('described').when('who', 'thing').do(say('keeps'), 'markIdle'),
      heard(/ (?:everything|anything|all|whatever) /).do('lyingThings', 'markIdle'),
      find('plain').when('thing').do('create', say('take'), 'beat'),
      when('isSpringHere')
        .heard(/ (?:drink|water) /)
        .do(say('drunk-of-place'), 'beat'),
      heard(served).do(say('ease-nothing'), 'markIdle'),
      find('fixture').when('thing').do(say('fixture'), 'markIdle'),
      play(say('take-nothing'), 'markIdle', 'things'),
    ],
  },
  drop: {
    words: 'drop, put down, set down, lay down my, leave behind, discard, throw away',
    find: 'own',
    rules: [
      when('thing', 'here').do(passTo('here'), say('drop'), 'beat'),
      play(say('take-nothing'), 'markIdle'),
    ],
  },
  lay: {
    words: `put, lay, nail, pin, stick, tack, attach, glue, lean my, lean the, lean it, set, hang, hang up, spread, place my, place the, place a, place it, prop, stow, stash`,
    find: ['near', 'door'],
    rules: [
      when('way').do(goOn('use')),
      when('isUseAwaited').do(goOn('use')),
      when('!thing').do(goOn('act')),
      heard(/ (?:away|in my|into my|round my|around my|over my|on my) /).do(
        oneOf('echo', say('act-plain')),
        'beat',
      ),
      when('thing', 'here').do(passTo('here'), oneOf('echo', say('drop')), say('laid'), 'beat'),
    ],
  },
  wear: {
    words: `put on, wear, take off, remove, pull off, pull on, kick off, slip on, slip off, shrug off, button,
      unbutton, roll up`,
    isPeaceful: true,
    find: 'own',
    rules: [
      when('!thing').do(oneOf('echo', say('act-plain')), say('act')),
      heard(/ (?:off|remove) /).do(say('doff'), 'beat'),
      play(say('don'), 'beat'),
    ],
  },
  throw: {
    words: 'throw, toss, hurl, fling, lob, chuck, pelt',
    isPeaceful: true,
    find: ['carried', 'meant'],
    rules: [
      when('isAbsentNamed').do('absence'),
      when('isFight').do(goOn('attack'), 'letGo'),
      when('who', 'isHarmful', '!isPlayful').do(goOn('attack'), 'letGo'),
      when('thing', 'who').heard(/ to /).do(passTo('who'), say('caught'), 'idle'),
      when('thing', 'who').do(passTo('here'), say('thrown-at'), 'idle'),
      when('thing', 'isHarmful', '!isPlayful').do(goOn('risk'), 'letGo'),
      when('thing', 'here').do(passTo('here'), say('thrown'), 'beat'),
      when('who')
        .heard(/ (?:snow|snowball|snowballs|mud|ball|water|crumb|crumbs|leaf|leaves|straw|pebble|kiss) /)
        .do(oneOf('echo', say('act-plain')), say('played-at'), 'idle'),
      when('who').do(say('use-nothing'), 'markIdle'),
      play(oneOf('echo', say('act-plain')), say('act')),
    ],
  },
  give: {
    words: `give, share, hand, hand over, lend, show, pass, return, deliver, bring, present, offer up, gib, gebe, donate, slip him, slip her, slip them`,
    find: ['carriedOrLying', 'person'],
    rules: [
      find('morsel').when('thing', 'isFolkHeard').do('consume', say('given-to-folk'), 'beat'),
      find('carriedOrLying')
        .when('thing', 'isBeastHeard')
        .do(oneOf('echo', say('act-plain')), 'consume', say('fed-beast'), 'beat'),
      when('isAbsentNamed').do('absence'),
      when('isUnheld').do(passTo('player'), say('take'), goOn('give')),
      when('!thing', 'isMoneyHeard').do(goOn('payment')),
      when('isUnclear').do('whom'),
      when('isAnybodyMeant').do('whom'),
      when('!who').do(say('nobody-at-all'), 'markIdle'),
      find('host').when('who', '!thing').heard(/ pay /).do(say('price-host')),
      find('carriedOrLying', 'person').when('!thing').do(say('use-nothing'), 'markIdle'),
      when('isAwaited', '!isWritten').do('markTalkedTo'),
      when('isAwaited').do(goOn('talk')),
      heard(/ show /).do([
        find('topic').when('topic', 'isTopicHeard').do(goOn('talk')),
        play(say('shown'), 'idle'),
      ]),
      when('!isNamed', '!isPronounHeard').do('whom'),
      when('isEdible')
        .heard(/ half /)
        .do(say('shared'), 'idle'),
      when('!isSpare').do(say('give-back'), 'markIdle', 'idle'),
      play(passTo('who'), say('give'), 'idle'),
    ],
  },
  /** The player wants to have back something that was given or lent. */
  reclaim: {
    isPeaceful: true,
    rules: [
      find('holderMeant', 'heldMeant')
        .when('thing')
        .do([
          when('!isTheirOwn', '!isHostile').do(passTo('player'), say('given-back'), 'idle'),
          play(say('take-held'), 'markIdle'),
        ]),
      find('lying').when('thing').do(passTo('player'), say('take')),
      find('own').when('thing').do(say('have-already'), 'markIdle'),
      find('described').when('thing').do(say('keeps'), 'markIdle'),
      play(say('take-nothing'), 'markIdle'),
    ],
  },
  use: {
    words: `use, light, play, turn, pull, push, ring, pour, tie, let go, let the, unwind,
      release, lift the bar, apply, blow, burn, kindle, relight, fasten, lash, benutze`,
    find: ['near', 'door'],
    rules: [
      when('isAssault').do(goOn('attack')),
      find('handledWay')
        .when('way')
        .heard(/ (?:turn|pull|push|use) /)
        .do('reveal'),
      when('isAbsentBeside').do('absence'),
      find('door').when('way').do('unlock', say('unlock')),
      when('!isUseAwaited', 'isOfRules').do(roll('use'), 'markUsed', say('use')),
      find('awaited').when('!thing').heard(/ use /).do(say('use-nothing'), 'markIdle', 'beat'),
      when('!thing')
        .heard(
          / (?:play|turn|pour|tie|blow|ring|pull|push|light|burn|kindle|relight|fasten|lash|release|unwind|let|apply) /,
        )
        .do(goOn('act')),
      when('!thing').do(say('use-nothing'), 'markIdle', 'beat'),
      when('isUseAwaited').do('markUsed', say('use-success')),
      play('markUsed', oneOf('echo', say('use')), oneOf('plainDeed', 'about', 'beat')),
    ],
  },
  read: {
    words: 'read, decipher, lies, lese',
    find: 'readThing',
    rules: [
      when('isThingDescribed').do(say('read'), 'beat'),
      play(oneOf('fixtureSaying', say('read-nothing')), 'beat'),
    ],
  },
  sell: {
    words: 'sell, pawn',
    isPeaceful: true,
    find: ['own', 'seller'],
    rules: [
      when('!thing').do(say('take-nothing'), 'markIdle'),
      when('!who').do(say('buy-nobody'), 'markIdle'),
      play(say('sell-nothing'), 'markIdle', 'idle'),
    ],
  },
  price: {
    isPeaceful: true,
    find: 'seller',
    rules: [
      find('host').when('who', 'isHost').do(say('price-host')),
      find('seller').when('who').do(say('no-price'), 'idle'),
      play(say('buy-nobody'), 'beat'),
    ],
  },
  ease: {
    words: `eat, drink, smoke, wash, have a drink, dine, feast, sip, taste, nibble, munch, devour, gobble, swallow, gulp, gulp down, slurp, esse, trinke`,
    rules: [
      find('meal').when('thing', 'isHalf').heard(eating).do(say('eaten-half'), 'beat'),
      find('meal').when('thing').heard(eating).do('consume', say('eaten'), 'beat'),
      find('host')
        .when('who')
        .heard(served)
        .do(...serve),
      when('hasSupplies')
        .heard(/ (?:eat|dine|feast) /)
        .do('eatSupplies', say('eaten-supplies'), 'beat'),
      find('near').when('thing').do(goOn('use')),
      find('host')
        .when('who')
        .heard(eating)
        .do(...serve),
      play(
        [
          when('isSpringHere')
            .heard(/ (?:drink|sip|gulp|taste) /)
            .do(say('drunk-of-place')),
          heard(
            / (?:eat|drink|dine|feast|smoke|esse|trinke|sip|taste|nibble|munch|devour|gobble|swallow|gulp|slurp) /,
          ).do('markIdle', say('ease-nothing', 'ease')),
          play(say('ease')),
        ],
        'beat',
        'passFive',
      ),
    ],
  },
  menu: {
    isPeaceful: true,
    find: 'host',
    rules: [
      when('who', 'isHost').do(say('menu')),
      find('seller').when('who').do(say('no-menu'), 'idle'),
      play(say('buy-nobody'), 'beat'),
    ],
  },
} satisfies Record<string, IntentRow>;
