// Intents among people: talking, asking, swaying, fighting, and the manners of it.

import { type IntentRow, notation, type Rules, type Step } from '../rule.ts';

const { call, find, goOn, heard, oneOf, own, passTo, play, react, roll, say, strike, tell, when } = notation;

const makePeace: Step = call(
  { name: 'mode_set', arguments: { mode: 'exploration', opponents: [] } },
  { name: 'set', arguments: { path: 'attitude', value: 'wary', target: '$who' } },
);

/** Won over: what is wanted, an end of the fight, a secret. */
const giveWay: Rules = [
  find('wantedThing').do(
    'markSettled',
    [
      when('canStandDown', 'isCreature').do(makePeace, say('creature-calmed')),
      when('canStandDown').do(makePeace, say('yields')),
    ],
    [when('thing').do(passTo('player'), say('gives-item')), play('heart')],
  ),
];

/** Tells a topic and gives what it brings: freely to those who trust the player's character, else if the dice allow. */
const answer: Rules = [
  find('givenThing').do(
    'markAnswered',
    [
      when('thing', 'isCheckWanted', '!isFriend').do(
        roll('persuade', { isAgainst: true, why: 'persuade {who}', refused: [] }),
        'startParagraph',
        tell('persuade'),
        [when('isBad').do('stop')],
      ),
    ],
    oneOf('topic', say('told-all')),
    [when('thing').do(passTo('player'), 'startParagraph', say('gives-item'))],
  ),
];

/**
 * Whether somebody answers nothing until they are won over: a person who was made an enemy, and did not begin as one.
 */
const refuse: readonly Step[] = [
  'markIdle',
  oneOf(say('hostile'), 'idle'),
  [when('isFight').do(strike('always'))],
];

/** Tells what somebody wants, and begins the errand that comes of it. */
const tellWant: Rules = [
  when('hasErrand').do('startErrand'),
  play(
    oneOf(
      [when('hasAsked').do(say('errand-given'))],
      [when('hasWish').do(say('wants', 'wants-nothing'), 'idle'), play(say('wants-nothing'), 'idle')],
    ),
  ),
];

const introduce: Rules = [
  play([when('isProper').do(say('introduce'))], oneOf(own('look'), say('look'), 'idle')),
];

const wantQuestion =
  / what (?:do |does |would |did )?(?:\S+ ){0,3}(?:wants?|needs?|after|like) | (?:any|some) work | need (?:any )?help | for a job | help (?:you|him|her|them) /;
const whoQuestion = /^ (?:and )?who (?:are|is) (?:you|this|that|he|she|they) /;

const strikeInFight: Rules = [
  when('wasFight', 'wasHostile').do(strike('always')),
  when('wasFight').do(strike('rolled')),
];

/** Their foe goes on with the fight, or something else stirs. */
const buildBeatOrStrike = (wanted: 'always' | 'never'): Rules => [
  find('opponent').when('who', 'isFight').do(strike(wanted)),
  play('beat'),
];

/** How people take it when they are thanked, insulted, accused, flattered, or taken leave of. */
const manners = {
  accuse: {
    words: `lying, liar, lied, lie to me, thief, murderer, murdered, cheat, guilty, accuse, hiding something,
      your fault`,
    rules: [
      play(roll('threaten', { isAgainst: true, why: 'accuse {who}', refused: [] }), tell('accused'), [
        when('isBad').do('grudge'),
        play('heart'),
      ]),
    ],
  },
  insult: {
    words: `fool, idiot, stupid, ugly, hate you, hate him, hate her, coward, bastard, shut up, go to hell, insult,
      curse, swear, smell, smells`,
    rules: [play(say('insulted'), 'grudge', 'idle')],
  },
  thanks: {
    words: 'thank, thanks, thank you, grateful, gratitude',
    rules: [play(say('thanked'), 'idle')],
  },
  sorry: {
    words: 'sorry, apologise, apologize, forgive, my mistake',
    rules: [play(say('forgiven'), 'idle')],
  },
  farewell: {
    words: 'goodbye, good bye, bye, farewell, good night, see you',
    rules: [play(say('parted'), 'idle')],
  },
  praise: {
    words: `beautiful, handsome, wonderful, love you, love him, love her, compliment, praise, like you, admire,
      well done, kind of you, brave`,
    rules: [play(say('praised'), 'idle')],
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
      when('!who', 'isUnclear').do('whom'),
      when('!who').do('markIdle', [
        find('absent').when('who', 'isGone').do(say('gone', 'no-target')),
        when('who').do(say('absent', 'no-target')),
        play(say('no-target')),
      ]),
      play(
        [when('!isFought').do('startFight', say('open'))],
        roll('attack', { isAgainst: true, why: 'strike at {who}', refused: [strike('never')] }),
        'blow',
        [
          when('isOut').do('finishFight'),
          when('isWavering').do(say('foe-wavers'), 'startParagraph', strike('rolled')),
          play('startParagraph', strike('rolled')),
        ],
      ),
    ],
  },
  threaten: {
    words: 'threaten, intimidate, menace, frighten, scare, bully, demand',
    rolls: ['persuade', 'talk'],
    isPeaceful: true,
    find: 'listener',
    rules: [
      when('isAbsentNamed').do('absence'),
      when('!who').do('beat'),
      play(
        'markTalkedTo',
        roll('threaten', { isAgainst: true, why: 'threaten {who}', refused: [] }),
        'startParagraph',
        [
          when('isBad').do(oneOf(own('threatened'), tell('threaten')), strikeInFight),
          play(tell('threaten'), giveWay),
        ],
      ),
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
      when('isAbsentNamed').do('absence'),
      when('!who').do('beat'),
      play(
        'markTalkedTo',
        roll('persuade', { isAgainst: true, why: 'persuade {who}', refused: [] }),
        'startParagraph',
        tell('persuade'),
        [when('isBad').do(strikeInFight), play(giveWay)],
      ),
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
      when('!who').do('beat'),
      when('isDumb').do(say('creature'), 'idle'),
      when('isRefusing').do(...refuse),
      play(
        oneOf(
          [when('!isQuestion').do(react(manners))],
          [
            find('topic').when('topic', 'isTopicHeard').do(answer),
            play(
              'markTalkedTo',
              'greeting',
              oneOf('trouble', [find('neededTopic').when('topic').do(answer)], 'small'),
            ),
          ],
        ),
      ),
    ],
  },
  ask: {
    isPeaceful: true,
    find: 'listener',
    rules: [
      when('!who').do('beat'),
      when('isDumb').do(say('creature')),
      when('isRefusing').do(...refuse),
      heard(wantQuestion).do(tellWant),
      heard(whoQuestion).do(introduce),
      find('topic').when('topic').do(answer),
      find('neededTopic').when('topic').do(answer),
      find('untoldTopic').when('topic').do(answer),
      find('theirThing').do(
        'markTalkedTo',
        oneOf(say('tells-loan'), 'trouble', [when('isGeneral').do('small')], [play('unknown', 'idle')]),
      ),
    ],
  },
  help: {
    words: `help, heal, treat, bandage, aid, assist, tend, patch, rescue, comfort, mend, first aid, bind my
      wounds, bind`,
    find: 'named',
    rules: [
      when('isAbsentNamed').do('absence'),
      when('who', 'hasErrand').do(tellWant),
      when('who').do(say('help-other'), 'idle'),
      play(roll('help'), tell('help')),
    ],
  },
  perform: {
    words: `dance, sing, perform, joke, play a tune, tell a story, tell a joke, whistle, juggle, recite`,
    find: 'first',
    rules: [
      play(
        roll('risk', { isAgainst: true }),
        [when('isBad').do(say('perform-failure')), play(say('perform-success'))],
        [find('someone').do(oneOf('idle', 'beat'))],
      ),
    ],
  },
  gesture: {
    words: `kiss, hug, embrace, bow, wave, smile, nod, wink, laugh, curtsy, kneel, shrug, cry, weep, grin,
      salute, clap, shake hands, pat, stroke`,
    find: 'person',
    rules: [
      when('!who').do(say('gesture-alone'), 'beat'),
      when('isCreature').do(say('gesture-thing'), 'idle'),
      play(say('gesture'), 'idle'),
    ],
  },
  claim: {
    isPeaceful: true,
    find: 'person',
    rules: [when('who', '!isCreature').do(say('claim'), 'idle'), play(say('claim-alone'), 'beat')],
  },
  surrender: {
    words: `surrender, give up, yield, submit, hands up, lay down my weapon, drop my weapon, put up my hands`,
    isPeaceful: true,
    find: 'opponent',
    rules: [
      when('!who').do(say('surrender-nobody'), 'beat'),
      when('isBeast').do(say('surrender-beast'), strike('always')),
      play(say('surrender'), makePeace, [
        find('spareThing').when('thing').do(passTo('who'), say('surrender-price')),
        play(say('surrender-free')),
      ]),
    ],
  },
  call: {
    words: `call for help, shout for help, cry for help, yell for help, scream, cry out, yell, call for`,
    isPeaceful: true,
    rules: [
      find('rescuer')
        .when('who')
        .do(
          call({ name: 'move', arguments: { destination: '$here', who: '$who' } }),
          say('call-comes'),
          buildBeatOrStrike('never'),
        ),
      find('bystander').when('who').do(say('call-present'), buildBeatOrStrike('always')),
      play(say('call-nobody'), buildBeatOrStrike('always')),
    ],
  },
  steal: {
    words: 'steal, pickpocket, lift, filch, swipe, pinch',
    rolls: ['sneak'],
    find: ['victim', 'loot'],
    rules: [
      when('!who').do(goOn('take')),
      when('!thing').do(say('steal-nothing'), 'markIdle'),
      play(roll('steal', { isAgainst: true, why: 'steal from {who}', refused: 'failed' }), [
        when('isBad', 'isFight').do(say('steal-failure'), strike('rolled')),
        when('isBad').do(say('steal-failure'), strike('never')),
        play(passTo('player'), tell('steal')),
      ]),
    ],
  },
  give: {
    words: `give, hand, hand over, show, pass, return, deliver, bring, present, offer up, gib, gebe, pay`,
    find: ['carried', 'person'],
    rules: [
      when('isAbsentNamed').do('absence'),
      when('isUnclear').do('whom'),
      when('!who').do(say('nobody-at-all'), 'markIdle'),
      when('!thing').do(say('use-nothing'), 'markIdle'),
      when('isAwaited', '!isWritten').do('markTalkedTo'),
      when('isAwaited').do(goOn('talk')),
      heard(/ show /).do(goOn('talk')),
      when('!isNamed', '!isPronounHeard').do(say('drop')),
      play(passTo('who'), say('give'), 'idle'),
    ],
  },
} satisfies Record<string, IntentRow>;
