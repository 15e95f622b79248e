// Intents about places: looking, searching, going, hiding, forcing a way, and taking risks.

import { type IntentRow, notation } from '../rule.ts';

const { call, find, goOn, heard, oneOf, own, play, roll, say, strike, tell, when } = notation;

export const intentsOfPlaces = {
  look: {
    words: `what can i see, who is here, who else is here, who is around, what is here, is there anybody, is there anyone, is anybody here, is anyone here, what day,
      peek, peep, glimpse, check out, eye, stare at, glance at, where can i go, which ways, exits, what time, what hour, smell, sniff, have a look, see how, see what, watch how, have a look round, have a look around, look, examine, inspect, observe, study the,
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
        .heard(
          / (?:myself|(?<!with )me|my (?:face|hands|clothes|reflection)|the reflection|my own reflection) /,
        )
        .do(oneOf([when('isDescribed').do(say('yourself'))], 'beat'), 'inventory'),
      find('person')
        .when('who', '!isCreature')
        .heard(/ in the eyes? /)
        .do(oneOf('echo', say('act-plain')), say('act-with'), 'idle'),
      heard(/ (?:where can i go|which ways|exits?|ways? out|other ways?|another way|any ways?) /).do('ways'),
      heard(/ what (?:is )?(?:outside|out there|beyond|next door|at the (?:top|bottom|end) of) /).do(
        'ways',
        'beat',
      ),
      find('goal')
        .when('goal', '!isGoalHere')
        .heard(/ (?:anybody|anyone|look like) /)
        .do(say('not-from-here'), 'beat'),
      heard(/ (?:anybody|anyone) /).do('place'),
      heard(/ (?:smell|sniff) /).do(oneOf('fixtureSaying', 'smell', 'sense'), 'beat'),
      heard(/ what (?:time|hour|day) /).do(oneOf('hour', 'beat')),
      play(
        [heard(/ where am i | what .*place | called /).do(say('where'))],
        oneOf(
          [
            find('seenThing')
              .when('isThingDescribed')
              .do(oneOf('sentence', say('have-already')), 'beat', 'stop'),
          ],
          [
            find('described')
              .when('who', 'thing')
              .heard(/ (?:his|her|their) /)
              .do('theirSaying', 'beat'),
          ],
          'detail',
          [when('hasTravelled').do('sense')],
          [play('place', 'startParagraph', 'hour', 'ways')],
        ),
      ),
    ],
  },
  search: {
    words: `search, investigate, rummage, look for, look under, look behind, look inside, hunt for, seek,
      check for, check under, check behind, check inside, check the, check, feel for, scour, comb, ransack, frisk, root through, root around, go through the, go through my, dig, dig around, dig up, dig for, dig through, inspect closely, find, suche, durchsuche`,
    rolls: ['look'],
    find: ['hiddenWay', 'hiddenThing'],
    rules: [
      find('wayMeant')
        .when('way')
        .heard(/^ (?:go|walk|climb|step|crawl) through /)
        .do(goOn('go')),
      find('named')
        .when('who')
        .heard(/ (?:coats?|pockets?|bags?|pack|purses?|sleeves?|boots?|cloak|belt|body|clothes|luggage) /)
        .do(goOn('steal')),
      find('named').when('who').do('whereabouts', 'idle'),
      when('isAbsentNamed').do('absence'),
      when('!here').do(),
      find('hiddenWay', 'hiddenThing')
        .when('isSearchedOut')
        .heard(/ dig /)
        .do(oneOf('echo', say('act-plain')), 'plainDeed', 'beat'),
      find('hiddenWay', 'hiddenThing').when('isSearchedOut').do(say('search-nothing'), 'beat'),
      play(
        roll('search', { why: 'search {place}', refused: [] }),
        [when('isBad', 'isSoughtNamed').do('notFound'), play(tell('search'))],
        [
          when('!isBad').do(
            'markSearched',
            [when('way').do('reveal')],
            [
              when('thing', '!isSearchAwaited').do('create', say('found-item')),
              when('!way', '!isSearchAwaited').do('findings'),
            ],
          ),
        ],
      ),
    ],
  },
  force: {
    words: `force, break, smash, kick down, kick in, pry, prise, lever, bash, ram, pick the lock, pick lock,
      unlock, open, lift the, bend, batter, öffne`,
    find: 'lockedWay',
    rules: [
      find('goal').when('isGoalFar').do(say('not-from-here'), 'markIdle'),
      when('goal', '!isGoalHere', '!way')
        .heard(/ into /)
        .do(goOn('go')),
      when('!way')
        .heard(/ (?:lock|unlock|pick) /)
        .do(say('not-locked'), 'markIdle', 'beat'),
      // If the story waits for a search here, opening a thing of the place counts as a search.
      find('fixture').when('!way', 'thing', 'isSearchAwaited').do(goOn('search')),
      // If the player uses a tool on a thing, the dice decide whether the thing gives way.
      find('carried')
        .when('!way', 'thing')
        .heard(/ (?:force|pry|prise|lever|batter|ram|bash|break|smash|jemmy) .* (?:with|using) /)
        .do(
          oneOf('noSuch', [
            play(roll('force'), [when('isBad').do(say('force-held')), when('!isBad').do(say('force-gave'))]),
          ]),
        ),
      find('fixture')
        .when('!way', 'thing')
        .do(oneOf('echo', say('act-plain')), oneOf('plainDeed', 'fixtureSaying', say('act')), 'beat'),
      when('!way').do(
        oneOf('noSuch', [play(oneOf('echo', say('act-plain')), oneOf('plainDeed', say('force-plain')))]),
        'beat',
      ),
      when('isKeyHeld').do('unlock', say('unlock')),
      play(roll('force'), [when('!isBad').do('unlock')], tell('force')),
    ],
  },
  sneak: {
    words: `sneak, hide, skulk, lurk, slink, conceal myself, duck behind, duck under, duck down, duck into, creep, stealth, tiptoe, slip past, slip by, prowl, shadow, follow quietly, eavesdrop,
      stay hidden, keep out of sight`,
    isPeaceful: true,
    find: 'named',
    rules: [
      when('isAbsentNamed').do('absence'),
      find('goal').when('isGoalFar').do(say('not-from-here'), 'markIdle'),
      find('first', 'wayMeant')
        .when('!who', '!way')
        .do(oneOf('echo', say('act-plain')), say('hidden-alone'), 'beat'),
      find('named', 'first')
        .when('who', '!way', '!isWatched')
        .heard(/ (?:hide|duck|conceal|lurk) /)
        .do(oneOf('echo', say('act-plain')), say('act-with'), 'beat'),
      find('named')
        .when('!who', '!isWatched')
        .do([when('way').do('goBy'), play(oneOf('echo', say('act-plain')), 'beat')]),
      find('watcher').do(roll('sneak', { isAgainst: true }), tell('sneak'), [
        when('isBad', 'isHostile').do(say('sneak-seen'), strike('rolled')),
        when('isBad', 'who').do(say('sneak-seen')),
        find('wayMeant').when('!isBad', 'way', '!isPastHeard').do('goBy'),
        play('sense'),
      ]),
    ],
  },
  go: {
    words: `go, stomp, storm, plod, tramp, limp, scurry, scamper, slip out, slip away, saunter, amble, trudge, hike, jog, stride, dash, rush, rush to, hasten, clamber, scale, scramble, off to, over to, back to, walk, stroll, head, enter, leave, climb, travel, move, return to, follow, cross, descend, ascend,
      exit, come, wander, explore, continue, proceed, step, swim, make my way, visit, journey, ride, ride to, gallop,
      hurry, onward, north, south, east, west, up, down, out, in, back, crawl, march, run to, run
      through, gehe, geh, laufe, i want to go`,
    isPeaceful: true,
    find: 'goal',
    rules: [
      when('!isWayHeard')
        .heard(/ (?:climb|up|ascend) (?:up )?the (?:stairs?|steps|ladder) /)
        .do(oneOf('echo', say('act-plain')), say('did-climb'), 'beat'),
      when('isStroll')
        .heard(/ to the (?:other |far )?end of /)
        .do(say('stroll'), 'sense'),
      find('climbed').when('thing').do(goOn('act')),
      when('isGoalHere').do(say('here-already'), 'place'),
      find('follower')
        .when('who')
        .heard(/ follow /)
        .do(say('follows-still'), 'idle'),
      heard(
        / follow (?:the )?(?:next|someone|somebody|anyone|anybody|whoever|first|last|him|her|them|others?|crowd|person) /,
      ).do(say('follows-nobody'), 'markIdle', 'beat'),
      when('!isWaterNear')
        .heard(/ swim /)
        .do(say('no-water'), 'markIdle'),
      find('climbed').when('thing').do(goOn('act')),
      find('fixture')
        .when('thing', '!goal')
        .heard(/ (?:around|round|in circles) (?:\S+ )?the /)
        .do(oneOf('echo', say('act-plain')), 'fixtureSaying', 'beat'),
      heard(/ (?:to|towards) it $/).do(oneOf('echo', say('act-plain')), 'beat'),
      find('host')
        .when('who', '!goal')
        .heard(/ (?:upstairs|(?:to|into|in|up to) my (?:own )?(?:room|bed|bedroom|chamber)) /)
        .do(say('own-room'), 'passFive', 'beat'),
      find('feature')
        .when('thing', '!goal', '!isWayHeard')
        .heard(
          / (?:step|climb|jump|hop|walk|crawl|creep|duck|run|dive) (?:up )?(?:over|on|onto|into|across|around|round|past|under) the /,
        )
        .do(oneOf('echo', say('act-plain')), 'fixtureSaying', 'beat'),
      play(
        oneOf(
          [when('!goal', 'isThingNamed').do('detail')],
          [
            // Going to somebody who is here means talking to them.
            find('named').when('who', '!goal').heard(/ to /).do(goOn('talk')),
            heard(/ (?:to|into) (?:my |the )?bed /).do(goOn('rest')),
            when('!goal', '!isWayHeard', 'isFought')
              // To go off the table, or outside their reach, is no flight.
              .heard(/ (?:home|(?:off|outside)(?! (?:of|to|the|a|an|my|his|her|its|their|your) )) /)
              .do(goOn('flee')),
            // Even if there is only one way out, it is not taken for the way home.
            when('!goal', '!isWayHeard')
              .heard(/ home /)
              .do(say('no-home'), 'waysAgain', 'markIdle'),
            find('feature')
              .when('thing', '!goal', '!isWayHeard')
              .heard(/ (?:to|towards?|by|at|beside|near) the /)
              .do(oneOf('echo', say('act-plain')), 'fixtureSaying', 'beat'),
            find('wayWanted').when('way', 'isFought').do(goOn('flee')),
            when('way').do('goBy', [
              when('goal', '!isGoalHere').do('markHalted', [when('hasTravelled').do(say('on-the-way'))]),
            ]),
            heard(/ (?:climb|crawl|swim) /).do(goOn('risk')),
            when('isStroll').do(say('stroll'), 'sense'),
            when('isAbsentNamed').do('whereabouts', 'markIdle'),
            when('isCompassHeard').do(say('no-compass'), 'waysAgain', 'markIdle'),
            play(say('no-way-there'), 'ways', 'markIdle'),
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
      find('goal')
        .when('isGoalHere')
        .heard(/^(?!.* (?:from|out of) ).* (?:to|into|towards?) /)
        .do(say('here-already'), 'waysAgain', 'markRefused'),
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
    words: 'listen, make out, overhear, eavesdrop on, prick up my ears, horche, lausche',
    find: 'wayHeard',
    isPeaceful: true,
    rules: [
      find('someone')
        .when('who', '!isWayHeard', 'isTalkHeard')
        .do(oneOf('echo', say('act-plain')), 'passFive', oneOf('small', 'idle'), 'beat'),
      play(
        'passFive',
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
      when('isSpellAimed', 'who', 'isOutForGood').do(say('gone', 'no-target'), 'markRefused'),
      when('isSpellAimed', '!who').do('markRefused', [
        find('absent').when('who', 'isGone').do(say('gone', 'no-target')),
        when('who').do(say('absent', 'no-target')),
        when('isAnybodyHere').do('whom'),
        play(say('no-target')),
      ]),
      find('absent').when('isAbsentNamed').do('markRefused', say('absent', 'no-target')),
      find('target').do(roll('cast', { isAgainst: true }), tell('cast'), [
        when('who', 'isStillAsleep').do(),
        when('who', 'isOut').do('finishFight'),
        play('beat'),
      ]),
    ],
  },
  risk: {
    words: `fix, saddle, jump, leap, vault, swing, balance, dodge, duck, parry, sidestep, evade, defend myself, take cover, distract, repair, catch, race, trick, try,
      attempt, gamble, cut, set fire, stop, block, save, free, untie, trap, track,
      lure, spit, dare, balance on`,
    isPeaceful: true,
    find: 'opponent',
    rules: [
      find('lying')
        .when('thing', '!isFight')
        .heard(/ (?:untie|unhook|unfasten|unhitch|free) /)
        .do(goOn('take')),
      find('described')
        .when('who', 'thing', '!isFight')
        .heard(/ (?:untie|cut|unhook|unfasten) /)
        .do(say('keeps'), 'markIdle'),
      find('opponent').when('isAssault').do(goOn('attack')),
      when('!isFight')
        .heard(/^ (?:take cover|duck) (?!over |onto )/)
        .do(goOn('sneak')),
      // A success keeps off the blow of this foe alone; other foes still strike.
      when('isFight', 'who')
        .heard(
          /^ (?:parry|evade|defend myself|take cover|(?:dodge|duck|sidestep)(?! (?:\S+ )?past)|block(?! (?:\S+ )?(?:door|doorway|way|path|passage|gate|entrance|exit|road|stairs?|corridor|window))) /,
        )
        .do(roll('risk', { isAgainst: true }), tell('dodge'), [
          when('isBad').do(strike('always')),
          play('keepOff'),
        ]),
      when('!isFight', '!isPerilous')
        .heard(
          /^ (?:\S+ )?(?:fix|repair|saddle|jump|leap|vault|balance|catch|cut|untie|spit|swing|stop|gamble|dodge|parry|sidestep|evade|defend) /,
        )
        .do(goOn('act')),
      play(roll('risk', { isAgainst: true }), tell('risk'), [
        when('who', 'isFight', 'isBad').do(strike('always')),
        when('who', 'isFight').do(strike('rolled')),
        play('beat'),
      ]),
    ],
  },
} satisfies Record<string, IntentRow>;
