// Intents among people: talking, asking, swaying, fighting, and the manners of it.

import { type IntentRow, oneOf, type Rules, roll, type Step, say, tell } from '../rule.ts';

const makePeace: Step = {
  call: [
    ['mode_set', { mode: 'exploration', opponents: [] }],
    ['set', { path: 'attitude', value: 'wary', target: '$who' }],
  ],
};

/** Won over: what is wanted, an end of the fight, a secret. */
const giveWay: Rules = [
  {
    find: 'wantedThing',
    do: [
      'markSettled',
      [
        { if: ['canStandDown', 'isCreature'], do: [makePeace, say('creature-calmed')] },
        { if: 'canStandDown', do: [makePeace, say('yields')] },
      ],
      [{ if: 'thing', do: [{ passTo: 'player' }, say('gives-item')] }, { do: ['heart'] }],
    ],
  },
];

/** What a topic brings: told freely to whoever is trusted, else when the dice allow. */
const answer: Rules = [
  {
    find: 'givenThing',
    do: [
      'markAnswered',
      [
        {
          if: ['thing', 'isCheckWanted', '!isFriend'],
          do: [
            roll('persuade', { isAgainst: true, why: 'persuade {who}', refused: [] }),
            'startParagraph',
            tell('persuade'),
            [{ if: 'isBad', do: ['stop'] }],
          ],
        },
      ],
      oneOf('topic', say('told-all')),
      [{ if: 'thing', do: [{ passTo: 'player' }, 'startParagraph', say('gives-item')] }],
    ],
  },
];

/** Made an enemy, not born one: such people answer nothing before they are won over. */
const refuse: readonly Step[] = [
  'markIdle',
  oneOf(say('hostile'), 'idle'),
  [{ if: 'isFight', do: [{ strike: 'always' }] }],
];

/** What somebody wants, and the errand that comes of it. */
const tellWant: Rules = [
  { if: 'hasErrand', do: ['startErrand'] },
  {
    do: [
      oneOf(
        [{ if: 'hasAsked', do: [say('errand-given')] }],
        [
          { if: 'hasWish', do: [say('wants', 'wants-nothing'), 'idle'] },
          { do: [say('wants-nothing'), 'idle'] },
        ],
      ),
    ],
  },
];

const introduce: Rules = [
  {
    do: [[{ if: 'isProper', do: [say('introduce')] }], oneOf({ own: 'look' }, say('look'), 'idle')],
  },
];

const wantQuestion =
  / what (?:do |does |would |did )?(?:\S+ ){0,3}(?:wants?|needs?|after|like) | (?:any|some) work | need (?:any )?help | for a job | help (?:you|him|her|them) /;
const whoQuestion = /^ (?:and )?who (?:are|is) (?:you|this|that|he|she|they) /;

const strikeInFight: Rules = [
  { if: ['wasFight', 'wasHostile'], do: [{ strike: 'always' }] },
  { if: 'wasFight', do: [{ strike: 'rolled' }] },
];

/** Their foe goes on with the fight, or something else stirs. */
const beatOrStrike = (strike: 'always' | 'never'): Rules => [
  { find: 'opponent', if: ['who', 'isFight'], do: [{ strike }] },
  { do: ['beat'] },
];

/** How people take it when they are thanked, insulted, accused, flattered, or taken leave of. */
const manners = {
  accuse: {
    words: `lying, liar, lied, lie to me, thief, murderer, murdered, cheat, guilty, accuse, hiding something,
      your fault`,
    rules: [
      {
        do: [
          roll('threaten', { isAgainst: true, why: 'accuse {who}', refused: [] }),
          tell('accused'),
          [{ if: 'isBad', do: ['grudge'] }, { do: ['heart'] }],
        ],
      },
    ],
  },
  insult: {
    words: `fool, idiot, stupid, ugly, hate you, hate him, hate her, coward, bastard, shut up, go to hell, insult,
      curse, swear, smell, smells`,
    rules: [{ do: [say('insulted'), 'grudge', 'idle'] }],
  },
  thanks: {
    words: 'thank, thanks, thank you, grateful, gratitude',
    rules: [{ do: [say('thanked'), 'idle'] }],
  },
  sorry: {
    words: 'sorry, apologise, apologize, forgive, my mistake',
    rules: [{ do: [say('forgiven'), 'idle'] }],
  },
  farewell: {
    words: 'goodbye, good bye, bye, farewell, good night, see you',
    rules: [{ do: [say('parted'), 'idle'] }],
  },
  praise: {
    words: `beautiful, handsome, wonderful, love you, love him, love her, compliment, praise, like you, admire,
      well done, kind of you, brave`,
    rules: [{ do: [say('praised'), 'idle'] }],
  },
} satisfies Record<string, IntentRow>;

export const intentsAmongPeople = {
  attack: {
    words: `attack, fight, hit, strike, stab, shoot, kill, punch, kick, slash, charge, swing at, draw my
      sword, draw my weapon, ambush, tackle, wrestle, throw a punch, hurl, lunge, murder, slay,
      slap, beat up, fire at, greife, schlage, töte, kämpfe`,
    isPeaceful: true,
    find: 'foe',
    rules: [
      {
        if: '!who',
        do: [
          'markIdle',
          [
            { find: 'absent', if: ['who', 'isGone'], do: [say('gone', 'no-target')] },
            { if: 'who', do: [say('absent', 'no-target')] },
            { do: [say('no-target')] },
          ],
        ],
      },
      {
        do: [
          [{ if: '!isFought', do: ['startFight', say('open')] }],
          roll('attack', { isAgainst: true, why: 'strike at {who}', refused: [{ strike: 'never' }] }),
          'blow',
          [
            { if: 'isOut', do: ['finishFight'] },
            { if: 'isWavering', do: [say('foe-wavers'), 'startParagraph', { strike: 'rolled' }] },
            { do: ['startParagraph', { strike: 'rolled' }] },
          ],
        ],
      },
    ],
  },
  threaten: {
    words: 'threaten, intimidate, menace, frighten, scare, bully, demand',
    rolls: ['persuade', 'talk'],
    isPeaceful: true,
    find: 'listener',
    rules: [
      { if: '!who', do: ['beat'] },
      {
        do: [
          'markTalkedTo',
          roll('threaten', { isAgainst: true, why: 'threaten {who}', refused: [] }),
          'startParagraph',
          [
            { if: 'isBad', do: [oneOf({ own: 'threatened' }, tell('threaten')), strikeInFight] },
            { do: [tell('threaten'), giveWay] },
          ],
        ],
      },
    ],
  },
  persuade: {
    words: `persuade, convince, charm, plead, beg, bargain, negotiate, bribe, calm, soothe, reassure, offer,
      lie to, bluff, deceive, flatter, promise, come to terms, make a deal, settle with, make
      peace, implore, feed, pet, tame, befriend, offer to, trade`,
    rolls: ['talk'],
    isPeaceful: true,
    find: 'listener',
    rules: [
      { if: '!who', do: ['beat'] },
      {
        do: [
          'markTalkedTo',
          roll('persuade', { isAgainst: true, why: 'persuade {who}', refused: [] }),
          'startParagraph',
          tell('persuade'),
          [{ if: 'isBad', do: [strikeInFight] }, { do: [giveWay] }],
        ],
      },
    ],
  },
  talk: {
    words: `talk, speak, ask, tell, say, greet, chat, question, interview, call out, shout, whisper, answer,
      reply, thank, introduce, apologise, apologize, inquire, enquire, discuss, gossip, warn,
      hello, hi, hey, good evening, good morning, accuse, insult, curse at, swear at, compliment,
      praise, goodbye, good bye, bye, farewell, sorry, good night, spreche, sprechen, rede, sage,
      frage, grüße, hallo`,
    isPeaceful: true,
    find: 'listener',
    rules: [
      { if: '!who', do: ['beat'] },
      { if: 'isDumb', do: [say('creature'), 'idle'] },
      { if: 'isRefusing', do: refuse },
      {
        do: [
          oneOf(
            [{ if: '!isQuestion', do: [{ react: manners }] }],
            [
              { find: 'topic', if: ['topic', 'isTopicHeard'], do: [answer] },
              {
                do: [
                  'markTalkedTo',
                  'greeting',
                  oneOf('trouble', [{ find: 'neededTopic', if: 'topic', do: [answer] }], 'small'),
                ],
              },
            ],
          ),
        ],
      },
    ],
  },
  ask: {
    isPeaceful: true,
    find: 'listener',
    rules: [
      { if: '!who', do: ['beat'] },
      { if: 'isDumb', do: [say('creature')] },
      { if: 'isRefusing', do: refuse },
      { heard: wantQuestion, do: [tellWant] },
      { heard: whoQuestion, do: [introduce] },
      { find: 'topic', if: 'topic', do: [answer] },
      { find: 'neededTopic', if: 'topic', do: [answer] },
      { find: 'untoldTopic', if: 'topic', do: [answer] },
      {
        find: 'theirThing',
        do: [
          'markTalkedTo',
          oneOf(
            say('tells-loan'),
            'trouble',
            [{ if: 'isGeneral', do: ['small'] }],
            [{ do: ['unknown', 'idle'] }],
          ),
        ],
      },
    ],
  },
  help: {
    words: `help, heal, treat, bandage, aid, assist, tend, patch, rescue, comfort, mend, first aid, bind my
      wounds, bind`,
    find: 'named',
    rules: [
      { if: 'isAbsentNamed', do: ['absence'] },
      { if: ['who', 'hasErrand'], do: [tellWant] },
      { if: 'who', do: [say('help-other'), 'idle'] },
      { do: [roll('help'), tell('help')] },
    ],
  },
  perform: {
    words: `dance, sing, perform, joke, play a tune, tell a story, tell a joke, whistle, juggle, recite`,
    find: 'first',
    rules: [
      {
        do: [
          roll('risk', { isAgainst: true }),
          [{ if: 'isBad', do: [say('perform-failure')] }, { do: [say('perform-success')] }],
          [{ find: 'someone', do: [oneOf('idle', 'beat')] }],
        ],
      },
    ],
  },
  gesture: {
    words: `kiss, hug, embrace, bow, wave, smile, nod, wink, laugh, curtsy, kneel, shrug, cry, weep, grin,
      salute, clap, shake hands, pat, stroke`,
    find: 'person',
    rules: [
      { if: '!who', do: [say('gesture-alone'), 'beat'] },
      { if: 'isCreature', do: [say('gesture-thing'), 'idle'] },
      { do: [say('gesture'), 'idle'] },
    ],
  },
  claim: {
    isPeaceful: true,
    find: 'person',
    rules: [{ if: ['who', '!isCreature'], do: [say('claim'), 'idle'] }, { do: [say('claim-alone'), 'beat'] }],
  },
  surrender: {
    words: `surrender, give up, yield, submit, hands up, lay down my weapon, drop my weapon, put up my hands`,
    isPeaceful: true,
    find: 'opponent',
    rules: [
      { if: '!who', do: [say('surrender-nobody'), 'beat'] },
      { if: 'isBeast', do: [say('surrender-beast'), { strike: 'always' }] },
      {
        do: [
          say('surrender'),
          makePeace,
          [
            { find: 'spareThing', if: 'thing', do: [{ passTo: 'who' }, say('surrender-price')] },
            { do: [say('surrender-free')] },
          ],
        ],
      },
    ],
  },
  call: {
    words: `call for help, shout for help, cry for help, yell for help, scream, cry out, yell, call for`,
    isPeaceful: true,
    rules: [
      {
        find: 'rescuer',
        if: 'who',
        do: [
          { call: [['move', { destination: '$here', who: '$who' }]] },
          say('call-comes'),
          beatOrStrike('never'),
        ],
      },
      { find: 'bystander', if: 'who', do: [say('call-present'), beatOrStrike('always')] },
      { do: [say('call-nobody'), beatOrStrike('always')] },
    ],
  },
  steal: {
    words: 'steal, pickpocket, lift, filch, swipe, pinch',
    rolls: ['sneak'],
    find: ['victim', 'loot'],
    rules: [
      { if: '!who', do: [{ goOn: 'take' }] },
      { if: '!thing', do: [say('steal-nothing'), 'markIdle'] },
      {
        do: [
          roll('steal', { isAgainst: true, why: 'steal from {who}', refused: 'failed' }),
          [
            { if: ['isBad', 'isFight'], do: [say('steal-failure'), { strike: 'rolled' }] },
            { if: 'isBad', do: [say('steal-failure'), { strike: 'never' }] },
            { do: [{ passTo: 'player' }, tell('steal')] },
          ],
        ],
      },
    ],
  },
  give: {
    words: `give, hand, hand over, show, pass, return, deliver, bring, present, offer up, gib, gebe, pay`,
    find: ['carried', 'person'],
    rules: [
      { if: '!who', do: [say('nobody-at-all'), 'markIdle'] },
      { if: '!thing', do: [say('take-nothing'), 'markIdle'] },
      { if: ['isAwaited', '!isWritten'], do: ['markTalkedTo'] },
      { if: 'isAwaited', do: [{ goOn: 'talk' }] },
      { heard: / show /, do: [{ goOn: 'talk' }] },
      { if: ['!isNamed', '!isPronounHeard'], do: [say('drop')] },
      { do: [{ passTo: 'who' }, say('give'), 'idle'] },
    ],
  },
} satisfies Record<string, IntentRow>;
