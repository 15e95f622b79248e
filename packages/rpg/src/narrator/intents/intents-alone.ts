// Intents that need nobody else: asking about the situation, remembering, resting, waiting, and words that describe no deed.

import { type IntentRow, notation, type Rules } from '../rule.ts';
import { reply } from './intents-among-people.ts';

const { find, goOn, oneOf, play, roll, say, strike, when, heard } = notation;

/** Asks the people here about what the state does not show. */
const askOthers: Rules = [
  find('answerOfAnybody').when('answer').do(reply),
  find('present', 'topic').when('who', 'topic').do(goOn('ask')),
];

/**
 * If the words name nobody here, asks the people here: they may know more about somebody absent than the player's
 * character does.
 */
const askUnmet: Rules = [find('named').when('!who').do(askOthers)];

/** Words of questions about how somebody feels about the player's character. */
const moods =
  / (?:angry|cross|annoyed|friendly|hostile|like me|likes me|trust me|trusts me|hate me|hates me|afraid) /;

export const intentsAlone = {
  inventory: {
    words: `inventory, what do i have, what have i got, what am i carrying, do i have, have i got, how much money,
      how many coins, what in my, whats in my, what is in my, check my pockets, my things, what am i wearing, what do i wear, what am i holding, i`,
    isPeaceful: true,
    rules: [play(oneOf('left', 'inventory'), 'beat')],
  },
  quest: {
    words:
      'quest, quests, goal, objective, what should i do, what now, what was i doing, what happened so far, what has happened, hint',
    isPeaceful: true,
    rules: [
      find('answerOfAnybody').when('answer', 'isOfSomething').do(reply),
      play('steps', 'present', 'things'),
    ],
  },
  hour: { isPeaceful: true, rules: [play('clock', 'beat')] },
  said: {
    isPeaceful: true,
    rules: [
      play(
        oneOf('saidAgain', [find('listener', 'topic').when('topic').do(goOn('ask'))], say('not-said')),
        'beat',
      ),
    ],
  },
  where: {
    isPeaceful: true,
    rules: [
      heard(/ (?:way out|exits?) /).do('ways', 'beat'),
      heard(/ how long /).do('whereabouts', say('how-far'), 'beat'),
      play(
        oneOf('whereabouts', askOthers, 'whereUnknown', [when('isAnybodyHere').do(goOn('ask'))], 'ways'),
        'beat',
      ),
    ],
  },
  /** The player asks whether somebody or something is here. */
  presence: {
    isPeaceful: true,
    rules: [play(oneOf('presence', 'whereabouts', 'recordSurely', goOn('ask')))],
  },
  whois: {
    isPeaceful: true,
    rules: [
      play(
        oneOf(askUnmet, 'whoItIs', askOthers, [when('isAnybodyHere').do(goOn('ask'))], say('nobody-knows')),
        'beat',
      ),
    ],
  },
  know: {
    words: `remember, recall, think about, think back, do i know, what do i know, know about, study,
      recognise, recognize`,
    rolls: ['look'],
    find: 'note',
    rules: [
      when('!thing')
        .heard(/ (?:do|what) /)
        .do(oneOf('recordSurely', say('know-failure')), 'beat'),
      when('isThingDescribed')
        .heard(/^ (?:what )?do (?:i|we) /)
        .do('sentence', 'beat'),
      when('!thing').do(say('know-failure'), 'beat'),
      play(roll('know', { why: 'call it to mind', refused: 'failed' }), [
        when('isBad').do(say('know-failure')),
        play(say('know-success'), 'sentence'),
      ]),
    ],
  },
  rest: {
    words: `rest, sleep, camp, make camp, lie down, sit down and rest, catch my breath, recover, take a nap,
      nap, bed down, turn in, doze, doze off, fall asleep, go to sleep, drift off, downtime, take downtime,
      take some downtime, schlafe, schlafen`,
    find: 'enemy',
    rules: [when('who').do(say('rest-not'), 'idle'), play('rest', 'hour', 'beat')],
  },
  wait: {
    words: `wait, linger, loiter, hang around, hang about, stay here, stay put, do nothing, pause, watch and wait, bide, pass the time, stand
      still, keep watch, warte, wait until, wait for`,
    isPeaceful: true,
    rules: [
      find('opponent').when('who', 'isFight').do('waitInFight', strike('always')),
      find('named').when('who').heard(/ for /).do(say('waited-with'), 'idle'),
      find('absent').when('who').heard(/ for /).do('passTime', say('waited-for'), 'markIdle', 'beat'),
      heard(
        / for (?:someone|somebody|anyone|anybody|people|the next|others|him|her|them|a (?:customer|guest|visitor|stranger)) /,
      ).do('passQuarter', say('waited-for-somebody'), 'markIdle', 'beat'),
      play('passTime', [find('someone').do('idle', 'beat')]),
    ],
  },
  oracle: {
    rules: [
      // If somebody here has an answer to the question, chance does not decide it.
      find('answerOfAnybody').when('answer').do(reply),
      find('present', 'topic').when('who', 'topic', 'isTopicHeard').do(goOn('ask')),
      heard(/ (?:locked|shut|closed|open|barred|bolted) /)
        .when('here')
        .do(oneOf('doors', 'askOracle'), 'beat'),
      when('isAnybodyHere').heard(/ you /).do(goOn('ask')),
      when('isSpeaking').do(goOn('ask')),
      find('named').when('who').heard(moods).do('mood', 'idle'),
      // A question about people is answered by other people rather than by chance.
      find('person')
        .when('who', '!isCreature')
        .heard(
          /^ (?:is|are|does|do|did|has|have|was|were|will|would|can) (?:he|she|they|his|her|their|anyone here|anybody here) /,
        )
        .do(goOn('ask')),
      when('isEmptyQuestion').do(say('untold'), 'beat'),
      play(
        oneOf(
          'recordSurely',
          [
            heard(/^ (?:is|are|was|were|does|do|can|has|have) (?:the|that|this|these|those|there) /).do(
              'fixtureSaying',
            ),
          ],
          'askOracle',
        ),
        'startParagraph',
        [find('someone').do(oneOf('idle', 'sense'), 'beat')],
      ),
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
  /** The player asks for dice by a name of the rules, which the story does not roll by itself. */
  dice: { isPeaceful: true, rules: [play('howRolled')] },
  whoami: { isPeaceful: true, rules: [play('ownName', 'beat')] },
  met: { isPeaceful: true, rules: [play(oneOf('whetherMet', say('not-said')), 'beat')] },
  state: { isPeaceful: true, rules: [play('ownState', 'beat')] },
  weather: { isPeaceful: true, rules: [play(oneOf('weather', 'sense'), 'beat')] },
  company: { isPeaceful: true, rules: [play('company')] },
  options: { isPeaceful: true, rules: [play('steps', 'present', 'things', 'ways')] },
  /** The player says what is not to be done, so nothing is done. */
  refrain: { isPeaceful: true, rules: [play(say('refrain'), 'markIdle', 'beat')] },
  /** Saying that one dies changes nothing: the rules decide whether the player's character does. */
  die: { isPeaceful: true, rules: [play(say('die'), 'markIdle', 'beat')] },
  nonsense: {
    find: 'somebody',
    isPeaceful: true,
    rules: [
      play(
        [when('who', 'isTurnEven').do(say('odd-words-with', 'odd-words')), play(say('odd-words'))],
        'markIdle',
        'guidance',
      ),
    ],
  },
  empty: {
    isPeaceful: true,
    find: 'somebody',
    rules: [play(say('empty'), 'markIdle', 'startParagraph', oneOf('idle', 'beat'))],
  },
} satisfies Record<string, IntentRow>;
