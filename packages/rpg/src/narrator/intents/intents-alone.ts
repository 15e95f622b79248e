// Intents alone: looking and searching, taking and using, going and hiding, resting, and what is no deed.

import { type IntentRow, notation, type Rules, type Step } from '../rule.ts';

const { call, find, goOn, heard, oneOf, own, passTo, play, roll, say, strike, tell, when } = notation;

/** What a host of travellers has to give. */
const served =
  / (?:room|bed|meal|breakfast|lunch|supper|dinner|food|ale|beer|wine|tea|coffee|drink|soup|stew|bread|pie|cup|mug of) /;
const eating = / (?:eat|drink|dine|feast|esse|trinke) /;
const serve: readonly Step[] = [
  'markServed',
  call({ name: 'time_advance', arguments: { minutes: 15 } }),
  say('served'),
  'beat',
];
/** What the state does not tell is asked of whoever is here. */
const askOthers: Rules = [find('present', 'topic').when('who', 'topic').do(goOn('ask'))];

export const intentsAlone = {
  inventory: {
    words: `inventory, what do i have, what have i got, what am i carrying, do i have, have i got, how much money,
      how many coins, what in my, whats in my, check my pockets, my things, what am i wearing, what do i wear, what am i holding, i`,
    isPeaceful: true,
    rules: [play(oneOf('left', 'inventory'), 'beat')],
  },
  quest: {
    words:
      'quest, quests, goal, objective, what should i do, what now, what was i doing, what happened so far, what has happened, hint',
    isPeaceful: true,
    rules: [play('steps', 'present', 'things')],
  },
  look: {
    words: `what can i see, who is here, who else is here, who is around, what is here, is there anybody, is there anyone, is anybody here, is anyone here, what day,
      where can i go, which ways, exits, what time, what hour, smell, sniff, look, examine, inspect, observe, study the,
      watch, describe, where am i, what do i see, peer, glance, gaze, survey, l, take in, look
      around, schaue, sehe, betrachte, look at`,
    isPeaceful: true,
    find: 'named',
    rules: [
      when('who').do(
        oneOf(own('look'), [play([when('!isWritten').do(say('look'))], say('look-again'))]),
        'idle',
      ),
      find('player')
        .heard(/ (?:myself|(?<!with )me|my (?:face|hands|clothes|reflection)) /)
        .do(oneOf([when('isDescribed').do(say('yourself'))], 'beat'), 'inventory'),
      heard(/ (?:where can i go|which ways|exits) /).do('ways'),
      find('goal')
        .when('goal', '!isGoalHere')
        .heard(/ (?:anybody|anyone|look like) /)
        .do(say('not-from-here'), 'beat'),
      heard(/ (?:anybody|anyone) /).do('place'),
      heard(/ what (?:time|hour|day) /).do(oneOf('hour', 'beat')),
      play(
        [heard(/ where am i /).do(say('where'))],
        oneOf(
          [
            find('seenThing')
              .when('isThingDescribed')
              .do(oneOf('sentence', say('have-already')), 'beat', 'stop'),
          ],
          'detail',
          [play('place', 'startParagraph', 'hour', 'ways')],
        ),
      ),
    ],
  },
  search: {
    words: `search, investigate, rummage, look for, look under, look behind, look inside, hunt for, seek,
      check for, check under, check behind, check inside, check the, check, feel for, scour, comb, inspect closely, find, suche, durchsuche`,
    rolls: ['look'],
    find: ['hiddenWay', 'hiddenThing'],
    rules: [
      when('!here').do(),
      when('isSearchedOut').do(say('search-nothing'), 'beat'),
      play(roll('search', { why: 'search {place}', refused: [] }), tell('search'), [
        when('!isBad').do(
          'markSearched',
          [when('way').do('reveal')],
          [
            when('thing', '!isSearchAwaited').do('create', say('found-item')),
            when('!way', '!isSearchAwaited').do('findings'),
          ],
        ),
      ]),
    ],
  },
  hour: { isPeaceful: true, rules: [play('clock', 'beat')] },
  said: { isPeaceful: true, rules: [play(say('said-before'), 'markIdle', 'beat')] },
  where: {
    isPeaceful: true,
    rules: [
      heard(/ (?:way out|exits?) /).do('ways', 'beat'),
      play(oneOf('whereabouts', askOthers, 'ways'), 'beat'),
    ],
  },
  whois: { isPeaceful: true, rules: [play(oneOf('whoItIs', askOthers, say('nobody-knows')), 'beat')] },
  price: {
    isPeaceful: true,
    find: 'seller',
    rules: [when('who').do(say('no-price')), play(say('buy-nobody'), 'beat')],
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
  read: {
    words: 'read, decipher, lies, lese',
    find: 'readThing',
    rules: [when('isThingDescribed').do(say('read'), 'sense'), play(say('read-nothing'), 'sense')],
  },
  know: {
    words: `remember, recall, think about, think back, do i know, what do i know, know about, study,
      recognise, recognize`,
    rolls: ['look'],
    find: 'note',
    rules: [
      when('!thing').do(say('know-failure'), 'beat'),
      play(roll('know', { why: 'call it to mind', refused: 'failed' }), [
        when('isBad').do(say('know-failure')),
        play(say('know-success'), 'sentence'),
      ]),
    ],
  },
  take: {
    words: `take, grab, pick up, get, collect, pocket, snatch, fetch, buy, acquire, gather, nimm, nehme,
      purchase, order, rent, pay for`,
    rules: [
      find('lying')
        .when('thing')
        .do(
          passTo('player'),
          [
            find('seller')
              .when('who')
              .heard(/ (?:buy|purchase|order|pay) /)
              .do(say('bought')),
            play(say('take')),
          ],
          'about',
        ),
      find('holder', 'held').when('thing').do(say('take-held')),
      find('own').when('thing').do(say('have-already'), 'markIdle', 'things'),
      find('host')
        .when('who')
        .heard(served)
        .do(...serve),
      find('trader')
        .when('who')
        .heard(/ (?:buy|purchase|order|rent|pay) /)
        .do(say('buy-later'), 'markIdle'),
      heard(/ (?:everything|anything|all|whatever) /).do('lyingThings', 'markIdle'),
      find('seller')
        .heard(/ (?:buy|purchase|order|rent|pay) /)
        .do('markIdle', [when('who').do(say('buy-nothing')), play(say('buy-nobody'))]),
      find('plain').when('thing').do('create', say('take'), 'beat'),
      play(say('take-nothing'), 'markIdle', 'things'),
    ],
  },
  drop: {
    words: 'drop, put down, leave behind, discard, throw away',
    find: 'own',
    rules: [
      when('thing', 'here').do(passTo('here'), say('drop'), 'beat'),
      play(say('take-nothing'), 'markIdle'),
    ],
  },
  use: {
    words: `use, put, light, play, turn, pull, push, ring, pour, tie, wear, put on, let go, let the, unwind,
      release, lift the bar, apply, blow, burn, write, benutze`,
    find: ['near', 'door'],
    rules: [
      when('isAssault').do(goOn('attack')),
      when('way').do('unlock', say('unlock')),
      when('!isUseAwaited', 'isOfRules').do(roll('use'), 'markUsed', say('use')),
      find('awaited').when('!thing').heard(/ use /).do(say('use-nothing'), 'markIdle', 'beat'),
      when('!thing').do(roll('use', { refused: 'failed' }), [
        when('isBad').do(say('risk-failure')),
        play(tell('risk')),
      ]),
      when('isUseAwaited').do('markUsed', say('use-success')),
      play('markUsed', say('use'), 'about'),
    ],
  },
  ease: {
    words: `eat, drink, sit, sit down, smoke, wash, warm myself, warm my hands, have a drink, dine, feast,
      esse, trinke`,
    rules: [
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
          heard(/ (?:eat|drink|dine|feast|smoke|esse|trinke) /).do(say('ease-nothing', 'ease')),
          play(say('ease')),
        ],
        'beat',
        call({ name: 'time_advance', arguments: { minutes: 5 } }),
      ),
    ],
  },
  force: {
    words: `force, break, smash, kick down, kick in, pry, prise, lever, bash, ram, pick the lock, pick lock,
      unlock, open, lift the, bend, batter, öffne`,
    find: 'lockedWay',
    rules: [
      when('!way')
        .heard(/ (?:lock|unlock|pick) /)
        .do(say('not-locked'), 'markIdle', 'beat'),
      when('!way').do(oneOf('noSuch', say('force-plain')), 'beat'),
      when('isKeyHeld').do('unlock', say('unlock')),
      play(roll('force'), [when('!isBad').do('unlock')], tell('force')),
    ],
  },
  sneak: {
    words: `sneak, hide, creep, stealth, tiptoe, slip past, slip by, prowl, shadow, follow quietly, eavesdrop,
      stay hidden, keep out of sight`,
    isPeaceful: true,
    find: 'named',
    rules: [
      when('isAbsentNamed').do('absence'),
      find('goal').when('isGoalFar').do(say('not-from-here'), 'markIdle'),
      find('first').do(roll('sneak', { isAgainst: true }), tell('sneak'), [
        when('isBad', 'isHostile').do(say('sneak-seen'), strike('rolled')),
        when('isBad', 'who').do(say('sneak-seen')),
        find('wayMeant').when('!isBad', 'way', '!isPastHeard').do('goBy'),
        play('sense'),
      ]),
    ],
  },
  go: {
    words: `go, walk, head, enter, leave, climb, travel, move, return to, follow, cross, descend, ascend,
      exit, come, wander, explore, continue, proceed, step, swim, make my way, visit, journey,
      hurry, onward, north, south, east, west, up, down, out, in, back, crawl, march, run to, run
      through, gehe, geh, laufe, i want to go`,
    isPeaceful: true,
    find: 'goal',
    rules: [
      when('isGoalHere').do(say('here-already'), 'place'),
      play(
        oneOf(
          [when('!goal', 'isThingNamed').do('detail')],
          [
            // To go to somebody who is here is to talk to them.
            find('named').when('who', '!goal').heard(/ to /).do(goOn('talk')),
            find('wayWanted').when('way', 'isFought').do(goOn('flee')),
            when('way').do('goBy', [when('goal', 'hasTravelled', '!isGoalHere').do(say('on-the-way'))]),
            heard(/ (?:climb|crawl|swim) /).do(goOn('risk')),
            when('isStroll').do(say('stroll'), 'sense'),
            heard(/ home /).do(say('no-home'), 'waysAgain', 'markIdle'),
            when('isCompassHeard').do(say('no-compass'), 'waysAgain', 'markIdle'),
            play(say('no-way'), 'waysAgain', 'markIdle'),
          ],
        ),
      ),
    ],
  },
  flee: {
    words: `flee, run away, run for it, run, escape, retreat, get away, get out of here, back off, back away,
      withdraw, sprint, run off, run from, fliehe, renne`,
    isPeaceful: true,
    find: ['opponent', 'wayOfFlight'],
    rules: [
      when('!way').do(say('no-way')),
      when('!who').do('goBy'),
      play(roll('flee', { isAgainst: true, why: 'get away from {who}', refused: 'failed' }), [
        when('isBad').do(
          [
            when('!isFight').do(
              call({ name: 'mode_set', arguments: { mode: 'combat', opponents: ['$who'] } }),
            ),
          ],
          say('flee-failure'),
          strike('rolled'),
        ),
        play(
          call(
            { name: 'mode_set', arguments: { mode: 'exploration', opponents: [] } },
            { name: 'move', arguments: { destination: '$way', minutes: 10 } },
          ),
          'markTravelled',
          tell('flee'),
          'startParagraph',
          'place',
        ),
      ]),
    ],
  },
  listen: {
    words: 'listen, horche, lausche',
    find: 'wayHeard',
    rules: [
      play(
        call({ name: 'time_advance', arguments: { minutes: 5 } }),
        say('listen'),
        [
          when('!way').do(),
          find('beyond').when('who').do(say('listen-someone')),
          play(say('listen-nothing')),
        ],
        'beat',
      ),
    ],
  },
  cast: {
    words: 'cast, invoke, conjure, summon, chant, channel, use magic, work a charm, call on',
    find: 'target',
    rules: [
      play(roll('cast', { isAgainst: true }), tell('cast'), [
        when('who', 'isOut').do('finishFight'),
        play('beat'),
      ]),
    ],
  },
  risk: {
    words: `fix, saddle, jump, leap, swing, balance, dodge, distract, throw, build, repair, dig, catch, race, trick, try,
      attempt, gamble, cut, set fire, stop, hold, block, save, free, untie, trap, track, ride,
      cook, pray, meditate, make, lure, crawl under, spit, dare, wager, bet, balance on`,
    isPeaceful: true,
    find: 'opponent',
    rules: [
      when('isAssault').do(goOn('attack')),
      play(roll('risk', { isAgainst: true }), tell('risk'), [
        when('who', 'isFight', 'isBad').do(strike('always')),
        when('who', 'isFight').do(strike('rolled')),
        play('beat'),
      ]),
    ],
  },
  rest: {
    words: `rest, sleep, camp, make camp, lie down, sit down and rest, catch my breath, recover, take a nap,
      nap, bed down, turn in, doze, schlafe, schlafen`,
    find: 'enemy',
    rules: [when('who').do(say('rest-not'), 'idle'), play('rest', 'hour', 'beat')],
  },
  wait: {
    words: `wait, linger, stay here, stay put, do nothing, pause, watch and wait, bide, pass the time, stand
      still, keep watch, warte, wait until, wait for`,
    isPeaceful: true,
    rules: [
      play(
        'passTime',
        [find('someone').do('idle', 'beat')],
        [find('opponent').when('who', 'isFight').do(strike('always'))],
      ),
    ],
  },
  oracle: {
    rules: [
      // What somebody here can tell is no matter of chance.
      find('present', 'topic').when('who', 'topic', 'isTopicHeard').do(goOn('ask')),
      play('askOracle', 'startParagraph', [find('someone').do(oneOf('idle', 'sense'), 'beat')]),
    ],
  },
  self: {
    isPeaceful: true,
    rules: [
      play(
        [when('isHowAsked').do(say('how', 'nonsense')), play(say('what-i-am', 'nonsense'))],
        'markIdle',
        'startParagraph',
        'beat',
      ),
    ],
  },
  nonsense: {
    find: 'somebody',
    rules: [
      play(
        [when('who', 'isTurnEven').do(say('nonsense-with', 'nonsense')), play(say('nonsense'))],
        'markIdle',
        'guidance',
        'startParagraph',
        oneOf('idle', 'beat'),
      ),
    ],
  },
  empty: {
    isPeaceful: true,
    find: 'somebody',
    rules: [play(say('empty'), 'markIdle', 'startParagraph', oneOf('idle', 'beat'))],
  },
} satisfies Record<string, IntentRow>;
