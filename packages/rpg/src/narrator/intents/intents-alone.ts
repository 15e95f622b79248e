// Intents alone: looking and searching, taking and using, going and hiding, resting, and what is no deed.

import { type IntentRow, oneOf, roll, say, tell } from '../rule.ts';

export const intentsAlone = {
  inventory: {
    words: 'inventory, what do i have, what am i carrying, check my pockets, my things, i',
    isPeaceful: true,
    rules: [{ do: ['inventory', 'beat'] }],
  },
  quest: {
    words: 'quest, quests, goal, objective, what should i do, what now, what was i doing, hint',
    isPeaceful: true,
    rules: [{ do: ['steps', 'present', 'things'] }],
  },
  look: {
    words: `what can i see, who is here, who else is here, who is around, what is here, where can i go, which
      ways, exits, what time, what hour, smell, sniff, look, examine, inspect, observe, study the,
      watch, describe, where am i, what do i see, peer, glance, gaze, survey, l, take in, look
      around, schaue, sehe, betrachte, look at`,
    isPeaceful: true,
    find: 'named',
    rules: [
      {
        if: 'who',
        do: [
          oneOf({ own: 'look' }, [{ do: [[{ if: '!isWritten', do: [say('look')] }], say('look-again')] }]),
          'idle',
        ],
      },
      {
        heard: / (?:myself|me|my (?:face|hands|clothes|reflection)) /,
        find: 'player',
        do: [oneOf([{ if: 'isDescribed', do: [say('yourself')] }], 'beat'), 'inventory'],
      },
      { heard: / (?:where can i go|which ways|exits) /, do: ['ways'] },
      { heard: / what (?:time|hour) /, do: [oneOf('hour', 'beat')] },
      {
        do: [
          [{ heard: / where am i /, do: [say('where')] }],
          oneOf(
            [
              {
                find: 'seenThing',
                if: 'isThingDescribed',
                do: [oneOf('sentence', say('have-already')), 'beat', 'stop'],
              },
            ],
            'detail',
            [{ do: ['place', 'startParagraph', 'hour', 'ways'] }],
          ),
        ],
      },
    ],
  },
  search: {
    words: `search, investigate, rummage, look for, look under, look behind, look inside, hunt for, seek,
      check for, feel for, scour, comb, inspect closely, find, suche, durchsuche`,
    rolls: ['look'],
    find: ['hiddenWay', 'hiddenThing'],
    rules: [
      { if: '!here', do: [] },
      { if: 'isSearchedOut', do: [say('search-nothing'), 'beat'] },
      {
        do: [
          roll('search', { why: 'search {place}', refused: [] }),
          tell('search'),
          [
            {
              if: '!isBad',
              do: [
                'markSearched',
                [{ if: 'way', do: ['reveal'] }],
                [
                  { if: ['thing', '!isSearchAwaited'], do: ['create', say('found-item')] },
                  { if: ['!way', '!isSearchAwaited'], do: ['findings'] },
                ],
              ],
            },
          ],
        ],
      },
    ],
  },
  read: {
    words: 'read, decipher, lies, lese',
    find: 'readThing',
    rules: [{ if: 'isThingDescribed', do: [say('read'), 'sense'] }, { do: [say('read-nothing'), 'sense'] }],
  },
  know: {
    words: `remember, recall, think about, think back, do i know, what do i know, know about, study,
      recognise, recognize`,
    rolls: ['look'],
    find: 'note',
    rules: [
      { if: '!thing', do: [say('know-failure'), 'beat'] },
      {
        do: [
          roll('know', { why: 'call it to mind', refused: 'failed' }),
          [{ if: 'isBad', do: [say('know-failure')] }, { do: [say('know-success'), 'sentence'] }],
        ],
      },
    ],
  },
  take: {
    words: `take, grab, pick up, get, collect, pocket, snatch, fetch, buy, acquire, gather, nimm, nehme,
      purchase, order, rent, pay for`,
    rules: [
      {
        find: 'lying',
        if: 'thing',
        do: [
          { passTo: 'player' },
          [
            { find: 'seller', if: 'who', heard: / (?:buy|purchase|order|pay) /, do: [say('bought')] },
            { do: [say('take')] },
          ],
          'about',
        ],
      },
      { find: ['holder', 'held'], if: 'thing', do: [say('take-held')] },
      { find: 'own', if: 'thing', do: [say('have-already'), 'markIdle', 'things'] },
      {
        find: 'seller',
        heard: / (?:buy|purchase|order|rent|pay) /,
        do: ['markIdle', [{ if: 'who', do: [say('buy-nothing')] }, { do: [say('buy-nobody')] }]],
      },
      { find: 'plain', if: 'thing', do: ['create', say('take'), 'beat'] },
      { do: [say('take-nothing'), 'markIdle', 'things'] },
    ],
  },
  drop: {
    words: 'drop, put down, leave behind, discard, throw away',
    find: 'own',
    rules: [
      { if: ['thing', 'here'], do: [{ passTo: 'here' }, say('drop'), 'beat'] },
      { do: [say('take-nothing'), 'markIdle'] },
    ],
  },
  use: {
    words: `use, light, play, turn, pull, push, ring, pour, tie, wear, put on, let go, let the, unwind,
      release, lift the bar, apply, blow, burn, write, benutze`,
    find: ['near', 'door'],
    rules: [
      { if: 'isAssault', do: [{ goOn: 'attack' }] },
      { if: 'way', do: ['unlock', say('unlock')] },
      { find: 'awaited', if: '!thing', heard: / use /, do: [say('use-nothing'), 'markIdle', 'beat'] },
      {
        if: '!thing',
        do: [
          roll('use', { refused: 'failed' }),
          [{ if: 'isBad', do: [say('risk-failure')] }, { do: [tell('risk')] }],
        ],
      },
      { if: 'isUseAwaited', do: ['markUsed', say('use-success')] },
      { do: ['markUsed', say('use'), 'about'] },
    ],
  },
  ease: {
    words: `eat, drink, sit, sit down, smoke, wash, warm myself, warm my hands, have a drink, dine, feast,
      esse, trinke`,
    find: 'near',
    rules: [
      { if: 'thing', do: [{ goOn: 'use' }] },
      {
        do: [
          [
            { heard: / (?:eat|drink|dine|feast|smoke|esse|trinke) /, do: [say('ease-nothing', 'ease')] },
            { do: [say('ease')] },
          ],
          'beat',
          { call: [['time_advance', { minutes: 5 }]] },
        ],
      },
    ],
  },
  force: {
    words: `force, break, smash, kick down, kick in, pry, prise, lever, bash, ram, pick the lock, pick lock,
      unlock, open, lift the, bend, batter, öffne`,
    find: 'lockedWay',
    rules: [
      { if: '!way', do: [oneOf('noSuch', say('force-plain')), 'beat'] },
      { if: 'isKeyHeld', do: ['unlock', say('unlock')] },
      { do: [roll('force'), [{ if: '!isBad', do: ['unlock'] }], tell('force')] },
    ],
  },
  sneak: {
    words: `sneak, hide, creep, stealth, tiptoe, slip past, slip by, prowl, shadow, follow quietly, eavesdrop,
      stay hidden, keep out of sight`,
    isPeaceful: true,
    find: 'named',
    rules: [
      { if: 'isAbsentNamed', do: ['absence'] },
      {
        find: 'first',
        do: [
          roll('sneak', { isAgainst: true }),
          tell('sneak'),
          [
            { if: ['isBad', 'isHostile'], do: [say('sneak-seen'), { strike: 'rolled' }] },
            { if: ['isBad', 'who'], do: [say('sneak-seen')] },
            { find: 'wayMeant', if: ['!isBad', 'way', '!isPastHeard'], do: ['goBy'] },
            { do: ['sense'] },
          ],
        ],
      },
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
      { if: 'isGoalHere', do: [say('here-already'), 'place'] },
      {
        do: [
          oneOf(
            [{ if: ['!goal', 'isThingNamed'], do: ['detail'] }],
            [
              { find: 'wayWanted', if: ['way', 'isFought'], do: [{ goOn: 'flee' }] },
              {
                if: 'way',
                do: ['goBy', [{ if: ['goal', 'hasTravelled', '!isGoalHere'], do: [say('on-the-way')] }]],
              },
              { heard: / (?:climb|crawl|swim) /, do: [{ goOn: 'risk' }] },
              { if: 'isStroll', do: [say('stroll'), 'sense'] },
              { heard: / home /, do: [say('no-home'), 'waysAgain', 'markIdle'] },
              { if: 'isCompassHeard', do: [say('no-compass'), 'waysAgain', 'markIdle'] },
              { do: [say('no-way'), 'waysAgain', 'markIdle'] },
            ],
          ),
        ],
      },
    ],
  },
  flee: {
    words: `flee, run away, run for it, run, escape, retreat, get away, get out of here, back off, back away,
      withdraw, sprint, run off, run from, fliehe, renne`,
    isPeaceful: true,
    find: ['opponent', 'wayOfFlight'],
    rules: [
      { if: '!way', do: [say('no-way')] },
      { if: '!who', do: ['goBy'] },
      {
        do: [
          roll('flee', { isAgainst: true, why: 'get away from {who}', refused: 'failed' }),
          [
            {
              if: 'isBad',
              do: [
                [{ if: '!isFight', do: [{ call: [['mode_set', { mode: 'combat', opponents: ['$who'] }]] }] }],
                say('flee-failure'),
                { strike: 'rolled' },
              ],
            },
            {
              do: [
                {
                  call: [
                    ['mode_set', { mode: 'exploration', opponents: [] }],
                    ['move', { destination: '$way', minutes: 10 }],
                  ],
                },
                'markTravelled',
                tell('flee'),
                'startParagraph',
                'place',
              ],
            },
          ],
        ],
      },
    ],
  },
  listen: {
    words: 'listen, horche, lausche',
    find: 'wayHeard',
    rules: [
      {
        do: [
          { call: [['time_advance', { minutes: 5 }]] },
          say('listen'),
          [
            { if: '!way', do: [] },
            { find: 'beyond', if: 'who', do: [say('listen-someone')] },
            { do: [say('listen-nothing')] },
          ],
          'beat',
        ],
      },
    ],
  },
  cast: {
    words: 'cast, invoke, conjure, summon, chant, channel, use magic, work a charm, call on',
    find: 'opponent',
    rules: [{ do: [roll('cast', { isAgainst: true }), tell('cast'), 'beat'] }],
  },
  risk: {
    words: `jump, leap, swing, balance, dodge, distract, throw, build, repair, dig, catch, race, trick, try,
      attempt, gamble, cut, set fire, stop, hold, block, save, free, untie, trap, track, ride,
      cook, pray, meditate, make, lure, crawl under, spit, dare, wager, bet, balance on`,
    isPeaceful: true,
    find: 'opponent',
    rules: [
      { if: 'isAssault', do: [{ goOn: 'attack' }] },
      {
        do: [
          roll('risk', { isAgainst: true }),
          tell('risk'),
          [
            { if: ['who', 'isFight', 'isBad'], do: [{ strike: 'always' }] },
            { if: ['who', 'isFight'], do: [{ strike: 'rolled' }] },
            { do: ['beat'] },
          ],
        ],
      },
    ],
  },
  rest: {
    words: `rest, sleep, camp, make camp, lie down, sit down and rest, catch my breath, recover, take a nap,
      nap, bed down, turn in, doze, schlafe, schlafen`,
    find: 'enemy',
    rules: [{ if: 'who', do: [say('rest-not'), 'idle'] }, { do: ['rest', 'hour', 'beat'] }],
  },
  wait: {
    words: `wait, linger, stay here, stay put, do nothing, pause, watch and wait, bide, pass the time, stand
      still, keep watch, warte, wait until, wait for`,
    isPeaceful: true,
    rules: [
      {
        do: [
          'passTime',
          [{ find: 'someone', do: ['idle', 'beat'] }],
          [{ find: 'opponent', if: ['who', 'isFight'], do: [{ strike: 'always' }] }],
        ],
      },
    ],
  },
  oracle: {
    rules: [
      { do: ['askOracle', 'startParagraph', [{ find: 'someone', do: [oneOf('idle', 'sense'), 'beat'] }]] },
    ],
  },
  self: {
    isPeaceful: true,
    rules: [
      {
        do: [
          [{ if: 'isHowAsked', do: [say('how', 'nonsense')] }, { do: [say('what-i-am', 'nonsense')] }],
          'markIdle',
          'startParagraph',
          'beat',
        ],
      },
    ],
  },
  nonsense: {
    find: 'somebody',
    rules: [
      {
        do: [
          [{ if: ['who', 'isTurnEven'], do: [say('nonsense-with', 'nonsense')] }, { do: [say('nonsense')] }],
          'markIdle',
          'guidance',
          'startParagraph',
          oneOf('idle', 'beat'),
        ],
      },
    ],
  },
  empty: {
    isPeaceful: true,
    find: 'somebody',
    rules: [{ do: [say('empty'), 'markIdle', 'startParagraph', oneOf('idle', 'beat')] }],
  },
} satisfies Record<string, IntentRow>;
