// Intents among people: talking, asking, persuading, fighting, and manners.

import { selfQuestion } from '../question-words.ts';
import { type IntentRow, notation, type Rules, type Step } from '../rule.ts';
import { manners } from './manners.ts';

const { find, goOn, heard, oneOf, own, passTo, play, react, roll, say, strike, tell, when } = notation;

/**
 * What a person does after being won over: ends a fight, if there is one, and either gives the thing that was wanted or
 * says something, such as a secret.
 */
const giveWay: Rules = [
  find('wantedThing').do(
    'markSettled',
    [
      when('canStandDown', 'isCreature').do('makePeace', say('creature-calmed')),
      when('canStandDown').do('makePeace', say('yields')),
    ],
    [when('thing').do(passTo('player'), say('gives-item')), play('heart')],
  ),
];

/**
 * The person talks about a topic and hands over the thing that belongs to it. If the person withholds the topic and is
 * no friend, a roll must first win the person over.
 */
const answer: Rules = [
  find('givenThing').do(
    'markAnswered',
    [
      when('isWithheld', '!isFriend').do(
        roll('persuade', { isAgainst: true, why: 'persuade {who}', refused: [] }),
        'startParagraph',
        tell('persuade'),
        [when('isBad').do('stop')],
      ),
    ],
    oneOf('topic', [when('isAskedPlainly').do(say('told-all'))], 'ownWords', 'unknown'),
    [when('thing').do(passTo('player'), 'startParagraph', say('gives-item'))],
  ),
];

/** The steps of a person who refuses to answer: one who was made an enemy in the game, and has not been won over. */
const refuse: readonly Step[] = [
  'markIdle',
  oneOf(say('hostile'), 'idle'),
  [when('isFight').do(strike('always'))],
];

/** Tells what this person wants, and begins their errand if they have one. */
export const tellWant: Rules = [
  when('hasErrand').do('startErrand'),
  play(
    oneOf(
      [when('hasAsked').do(say('errand-given'))],
      [when('hasWish').do(say('wants', 'wants-nothing'), 'idle'), play(say('wants-nothing'), 'idle')],
    ),
  ),
];

/** The person gives the scenario's answer to a question like this one. */
export const reply: Rules = [
  find('givenThing').do('markReplied', 'answer', [
    when('thing').do(passTo('player'), 'startParagraph', say('gives-item')),
  ]),
];

/** In a fight nobody answers the player's words, and the first opponent may strike. */
const talkInFight: Rules = [
  find('listener')
    .when('who', 'isRefusing')
    .do(...refuse),
  play([when('who').do('markIdle', say('talk-fight'))], [find('opponent').when('who').do(strike('never'))]),
];

const trouble = oneOf('trouble', [when('isGeneral').do('small')]);

/** Answers "What is going on?" with whatever the person has to tell. */
const askGenerally: Rules = [
  find('neededTopic').when('topic').do(answer),
  find('untoldTopic').when('topic').do(answer),
  play('markTalkedTo', trouble),
];

const priceQuestion = / (?:i owe|we owe|cost|costs|price|how much (?:is|does|for)) /;
const wantQuestion =
  / what (?:do |does |would |did )?(?:\S+ ){0,3}(?:wants?|needs?|after) | what (?:do|does|would|did) (?:\S+ ){1,3}like | (?:any|some) work | need (?:any )?help | for a job | help (?:you|him|her|them) /;
const whoQuestion =
  /^ (?:and )?who (?:are|is) (?:you|this|that|he|she|they) (?!\w+ing )| who (?:you|he|she|they) (?:are|is|was|were) | (?:what (?:is )?|tell me )your name | (?:his|her|their) name | who might you be /;

const strikeInFight: Rules = [
  when('wasFight', 'wasHostile').do(strike('always')),
  when('wasFight').do(strike('rolled')),
];

/** Tries to win the person over, by a roll. */
export const press: Rules = [
  play(
    'markPressed',
    roll('persuade', { isAgainst: true, why: 'persuade {who}', refused: [] }),
    'startParagraph',
    tell('persuade'),
    [when('isBad').do(strikeInFight), when('isMoneyHeard').do('payOut', giveWay), play(giveWay)],
  ),
];

const introduce: Rules = [
  play([when('isProper').do(say('introduce'))], oneOf(own('look'), say('look'), 'idle')),
];

/** Answers a question about what this person said last. */
const goOnAnswering: Rules = [
  when('isAskedAgain').do(oneOf('sayAgain', 'unknown')),
  when('isAskedOn').do(oneOf('sayMore', 'sayAgain', 'unknown')),
  find('answer').when('answer').do(reply),
  play(oneOf('sayMore', 'unknown')),
];

/**
 * Answers a question that advances the story: what a person with an errand wants, or a topic that was not told yet and
 * is named without further words, as in "ask Nell about the hush".
 */
const leadOn: Rules = [
  when('hasErrand').heard(wantQuestion).do(tellWant),
  find('topic').when('topic', 'isAskedPlainly', 'isTopicUntold').do(answer),
];

/** Answers a question that is put to somebody, or that only a person could answer. */
const askDirectly: Rules = [
  find('listener').when('!who').do('beat'),
  when('isDumb').do(say('creature')),
  when('isRefusing').do(...refuse),
  ...leadOn,
  when('isFollowUp').do(goOnAnswering),
  find('answer').when('answer').do(reply),
  when('isSmallTalk').do(react(manners)),
  heard(wantQuestion).do(tellWant),
  when('isNameAsked').do(oneOf(own('self'), 'self', introduce)),
  heard(whoQuestion).do(oneOf(own('self'), 'self', introduce)),
  heard(/ (?:isn t it|aren t they|aren t we|don t you think|wouldn t you say) /).do('small'),
  find('topic').when('topic').do(answer),
  heard(priceQuestion).do([when('isHost').do(say('price-host')), play(say('no-price'))]),
  when('!isWritten')
    .heard(selfQuestion)
    .do('markTalkedTo', oneOf('self', 'trouble', say('told-all'), 'unknown'), 'idle'),
  when('isOfThemselvesAsked').do(oneOf('ownWords', own('look'), say('look', 'look-again')), 'idle'),
  when('isWritten')
    .heard(/ tell (?!me |us )/)
    .do(say('told'), 'idle'),
  when('isGeneral').do(askGenerally),
  find('theirThing')
    .when('thing')
    .do('markTalkedTo', oneOf(say('tells-loan'), 'unknown'), 'idle'),
  play(
    [when('!isWritten').do('markTalkedTo')],
    oneOf('ownWords', 'other', 'shown', [when('!isWritten').do(trouble)], 'unknown'),
    'idle',
  ),
];

/** If the person who is addressed has an answer, this person gives it, even if others have one too. */
export const replyFirst: Rules = [find('spokenTo', 'answer').when('answer').do(reply)];

/**
 * Lets somebody here who has an answer give it: the person who is addressed or, if nobody is, preferably the one who
 * spoke last.
 */
const askAnybody: Rules = [
  find('answerOfAnybody').when('answer').do(reply),
  when('isToEverybody').do(askDirectly),
];

export const intentsAmongPeople = {
  attack: {
    words: `attack, fight, pick a fight, pick a quarrel, start a fight, start a brawl, come to blows, hit, strike, stab, shoot, kill, punch, kick, slash, charge, swing at, draw my
      sword, draw my weapon, ambush, tackle, wrestle, throw a punch, lunge, murder, slay,
      slap, beat up, whack, smack, thump, clobber, headbutt, fire at, greife, schlage, töte, kämpfe`,
    isPeaceful: true,
    find: 'foe',
    rules: [
      find('meant')
        .when('who', 'isPlayful', '!isFight')
        .do(oneOf('echo', say('act-plain')), say('act-with'), 'idle'),
      find('meant')
        .when('who', 'isPrank', '!isFight')
        .do(oneOf('echo', say('act-plain')), say('pranked'), 'grudge'),
      find('named', 'fixture')
        .when('thing', '!who', '!isPersonMeant', '!isFight', '!isAbsentCalled')
        .do(oneOf('echo', say('act-plain')), oneOf('plainDeed', 'fixtureSaying', say('act'))),
      find('foe')
        .when('!who')
        .heard(/ draw my /)
        .do(oneOf('echo', say('act-plain')), 'beat'),
      when('!who', 'isUnclear').do('whom'),
      when('!who', 'isAimlessAmongSeveral').do('whom'),
      when('!who').do('markRefused', [
        find('absent').when('who', 'isGone').do(say('gone', 'no-target')),
        when('who').do(say('absent', 'no-target')),
        play(say('no-target')),
      ]),
      play(
        [when('!isFought').do('startFight', say('open'))],
        roll('attack', { isAgainst: true, why: 'strike at {who}', refused: [strike('never')] }),
        'blow',
        [
          when('isStillAsleep').do(),
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
        'markPressed',
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
    words: `persuade, convince, coax, cajole, haggle, talk into, charm, plead, beg, bargain, negotiate, bribe, calm, soothe, reassure, offer,
      lie to, bluff, deceive, flatter, come to terms, make a deal, settle with, make
      peace, implore, feed, pet, tame, befriend, offer to, trade`,
    rolls: ['talk'],
    isPeaceful: true,
    rules: [
      when('!isLootNamed')
        .heard(/^ (?:give|hand|pass|lend|throw|bring) me /)
        .do(goOn('bid')),
      find('carried')
        .when('thing')
        .heard(/ (?:offer|feed) (?!to )/)
        .do(goOn('give')),
      find('named', 'fixture')
        .when('thing', '!who')
        .heard(/ (?:pet|feed|tame|calm|soothe|befriend) /)
        .do(oneOf('echo', say('act-plain')), oneOf('plainDeed', 'fixtureSaying', say('act'))),
      find('named')
        .when('!who')
        .heard(/ (?:pet|feed|tame|calm|soothe|befriend) (?:it|them) /)
        .do(oneOf('echo', say('act-plain')), say('act'), 'beat'),
      when('isAbsentNamed').do('absence'),
      find('listener').when('!who').do('beat'),
      heard(
        / offer .*(?:game|help|hand|seat|dance|company|arm|toast|prayer|story|song) | offer (?:\S+ )?to (?!fight |kill |pay )\S+ | trade places /,
      ).do(say('permits'), 'idle'),
      ...press,
    ],
  },
  talk: {
    words: `talk, speak, chat with, chat to, natter, converse, strike up a conversation, make conversation, address, ask, tell, say, greet, chat, question, interview, whisper, answer,
      reply, thank, introduce, apologise, apologize, inquire, enquire, discuss, gossip, warn, mention, inform, explain,
      remark, confess, bet, wager, promise, swear that, better be off, be off now, must be going, be going now, take my leave, hello, hullo, hi, hey, greetings, good evening, good morning, good day, good afternoon, well met,
      nice to meet, accuse, insult, curse at, swear at, compliment,
      praise, goodbye, good bye, bye, farewell, sorry, good night, goodnight, spreche, sprechen, rede, sage,
      frage, grüße, hallo`,
    isPeaceful: true,
    rules: [
      when('isFight').do(talkInFight),
      find('named', 'hearerOfPlace')
        .when('thing', '!who')
        .heard(/ (?:talk|speak|say|whisper|sing|shout) .*(?:to|at) (?:the|a|an) \S+ $/)
        .do(say('act-plain'), 'fixtureSaying', 'beat'),
      find('listener').when('!who').do('beat'),
      when('isDumb').do(say('creature'), 'idle'),
      when('isRefusing').do(...refuse),
      ...leadOn,
      find('answerOfAnybody').when('isToEverybody', 'answer').do(reply),
      when('isJoke').do(react(manners)),
      find('answer').when('answer').do(reply),
      play(
        oneOf(
          [when('isSmallTalk').do(react(manners))],
          [
            find('topic', 'neededTopic').when('topic', 'isStatement', 'isTopicHeard').do(answer),
            when('isNameTold').do(oneOf('greeting', own('greeting'), say('greeted'))),
            when('isStatement', 'isWritten', 'hasReplied').do('nothing'),
            when('isStatement', 'isWritten').do(oneOf(own('told'), say('told'))),
            find('topic').when('topic', 'isTopicHeard').do(answer),
            when('isGreeting', 'isWritten').do(oneOf('greeting', own('greeting'), say('greeted'))),
            play(
              'markTalkedTo',
              oneOf('greeting', [when('isGreeting').do(oneOf(own('greeting'), say('greeted')))]),
              oneOf('trouble', [find('neededTopic').when('topic').do(answer)], 'small'),
            ),
          ],
        ),
      ),
    ],
  },
  ask: {
    isPeaceful: true,
    rules: [
      when('isFight').do(oneOf('recordSurely', talkInFight)),
      when('isAskedAway').do([find('listener').do()]),
      // A question that is put to nobody is answered by anybody here who has an answer, or else from the record.
      when('isFollowUp').do(askDirectly),
      when('isToEverybody').do(askAnybody),
      when('isAbsentAsked').do(oneOf(askAnybody, askDirectly)),
      when('isUnaddressed').do(
        oneOf(
          askAnybody,
          'recordWhole',
          [find('topicOfAnybody').when('topic').do(answer)],
          'recordSurely',
          askDirectly,
        ),
      ),
      play(askDirectly),
    ],
  },
  /** The player asks permission for something. */
  request: {
    isPeaceful: true,
    find: 'listener',
    rules: [
      when('isFight').do(talkInFight),
      when('!who').do('beat'),
      when('isRefusing').do(...refuse),
      find('answer').when('answer').do(reply),
      heard(/ (?:have|take|borrow|get|use|keep) (?:the|your|that|his|her|one) /).do(
        oneOf(own('refusal'), say('declines')),
      ),
      play(say('permits'), 'idle'),
    ],
  },
  /** Somebody is asked to do something, or for a thing of theirs. */
  bid: {
    words: 'swap, exchange, challenge, invite',
    isPeaceful: true,
    rules: [
      when('isFight').do(talkInFight),
      when('isAbsentNamed')
        .heard(/ (?:challenge|invite) /)
        .do('absence'),
      find('listener').when('!who').do('beat'),
      when('!who').do('beat'),
      when('isRefusing').do(...refuse),
      find('answer').when('answer').do(reply),
      find('topic').when('topic', 'isTopicHeard', '!isThingAsked', '!isCompanyAsked').do(answer),
      find('theirThing').when('thing').do(goOn('persuade')),
      find('asked').when('thing').do(say('keeps'), 'idle'),
      play(oneOf(own('refusal'), say('declines'))),
    ],
  },
  claim: {
    isPeaceful: true,
    find: 'person',
    rules: [when('who', '!isCreature').do(say('claim'), 'idle'), play(say('claim-alone'), 'beat')],
  },
  surrender: {
    words: `surrender, give up, give in, raise my hands, raise both hands, raise both my hands, hands in the air, truce, stop fighting,
      let us stop, yield, submit, hands up, lay down my weapon, drop my weapon, put up my hands`,
    isPeaceful: true,
    find: 'opponent',
    rules: [
      when('!who').do(say('surrender-nobody'), 'beat'),
      when('isBeast').do(say('surrender-beast'), strike('always')),
      play(say('surrender'), 'makePeaceWithAll', [
        find('spareThing').when('thing').do(passTo('who'), say('surrender-price')),
        play(say('surrender-free')),
      ]),
    ],
  },
  steal: {
    words:
      'steal, slip a, slip one, slip some, slip the, sneak a, sneak one, palm a, palm the, pickpocket, pick the pocket, lift, filch, swipe, pinch, nick, pilfer, rob',
    rolls: ['sneak'],
    find: ['victim', 'loot'],
    rules: [
      find('lying').when('thing').do(goOn('take')),
      find('victim', 'loot').when('isFight', '!who').do(goOn('take')),
      find('fixture').when('thing', '!isLootNamed').do(say('fixture'), 'markIdle'),
      find('described')
        .when('who', 'thing', '!isLootNamed')
        .do(roll('steal', { isAgainst: true, why: 'steal from {who}', refused: 'failed' }), [
          when('isBad').do(say('steal-failure'), 'grudge'),
          play('create', tell('steal')),
        ]),
      find('victim', 'loot').when('!who').do(goOn('take')),
      when('!thing').do(say('steal-nothing'), 'markIdle'),
      play(roll('steal', { isAgainst: true, why: 'steal from {who}', refused: 'failed' }), [
        when('isBad', 'isFight').do(say('steal-failure'), strike('rolled')),
        when('isBad').do(say('steal-failure'), strike('never')),
        play(passTo('player'), tell('steal')),
      ]),
    ],
  },
} satisfies Record<string, IntentRow>;
