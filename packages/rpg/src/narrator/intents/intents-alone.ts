// Intents of one's own: what is asked of the state, what is remembered, resting and waiting, plain deeds, and what is no deed.

import { type IntentRow, notation, type Rules, type Step } from '../rule.ts';

const { call, find, goOn, oneOf, play, roll, say, strike, when, heard } = notation;

/** What the state does not tell is asked of whoever is here. */
const askOthers: Rules = [find('present', 'topic').when('who', 'topic').do(goOn('ask'))];

const shortWhile: Step = call({ name: 'time_advance', arguments: { minutes: 5 } });

/** Deeds for which nobody needs dice. */
const plainVerbs = `count, arm wrestle, thumb wrestle, balance my, balance a, balance the, let him, let her, let them, jump up and down, jump for joy, jump on the spot, deal, shuffle, unfold, fold, unpack, pack, polish, clean, sweep, tap, knock, knock on, rap, sketch,
  draw a, paint, stretch, yawn, sneeze, cough, blink, stare, hum, touch, feel the, hold up, hold out, shake, squeeze,
  scratch, rub, wake, nudge, poke, tickle, point, beckon, spin, fill, empty, stir, lick, bite, chew, smell the,
  close, shut, tidy, arrange, stack, sharpen, oil, wipe, dust, lock, mark, scribble, trace, measure, weigh,
  compare, straighten, admire, stay by, help myself, comb my, shave, make a, make some, make my, make myself, make faces, build a, cook, pray, meditate, cut a, cut the, cut my, brush, knit, sew, skip, hop, stamp, shiver, sigh,
  drum, roll, bounce, light up, turn around, turn my, play with, hold, sit with, look after, watch over, thumb, leaf, hug
  myself, bless, toast, raise my glass, raise my cup, lift my, cover, uncover, unroll, unwrap, wrap, scrape, peel`;

/** How somebody feels about the player's character. */
const moods =
  / (?:angry|cross|annoyed|friendly|hostile|like me|likes me|trust me|trusts me|hate me|hates me|afraid) /;

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
      play(oneOf('whereabouts', askOthers, [when('isAnybodyHere').do(goOn('ask'))], 'ways'), 'beat'),
    ],
  },
  /** Whether somebody or something is here. */
  presence: {
    isPeaceful: true,
    rules: [play(oneOf('presence', 'whereabouts', 'recordSurely', goOn('ask')))],
  },
  whois: {
    isPeaceful: true,
    rules: [
      play(oneOf('whoItIs', askOthers, [when('isAnybodyHere').do(goOn('ask'))], say('nobody-knows')), 'beat'),
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
      nap, bed down, turn in, doze, doze off, fall asleep, go to sleep, drift off, schlafe, schlafen`,
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
      heard(/ (?:locked|shut|closed|open|barred|bolted) /)
        .when('here')
        .do(oneOf('doors', 'askOracle'), 'beat'),
      when('isAnybodyHere').heard(/ you /).do(goOn('ask')),
      when('isSpeaking').do(goOn('ask')),
      find('named').when('who').heard(moods).do('mood', 'idle'),
      // Of people other people know more than chance does.
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
  whoami: { isPeaceful: true, rules: [play('ownName', 'beat')] },
  met: { isPeaceful: true, rules: [play(oneOf('whetherMet', say('not-said')), 'beat')] },
  state: { isPeaceful: true, rules: [play('ownState', 'beat')] },
  weather: { isPeaceful: true, rules: [play(oneOf('weather', 'sense'), 'beat')] },
  company: { isPeaceful: true, rules: [play('company')] },
  options: { isPeaceful: true, rules: [play('steps', 'present', 'things', 'ways')] },
  sit: {
    words: `sit, sit down, pull up a, draw up a, grab a chair, grab a seat, take a chair, take a seat, have a seat, be seated, stand, stand up, get up, rise, crouch, squat, lean,
      perch, lounge, settle down, warm myself, warm my, stretch out, close my eyes, curl up`,
    isPeaceful: true,
    rules: [
      find('meant')
        .when('who', '!isCreature')
        .do(oneOf('echo', say('act-plain')), say('act-with'), shortWhile),
      heard(/ (?:stand|stand up|get up|rise|crouch|squat) /).do(
        oneOf('echo', say('act-plain')),
        say('act'),
        'beat',
      ),
      play(oneOf('echo', say('act-plain')), say('sit', 'act'), 'beat', shortWhile),
    ],
  },
  /** Plain deeds that change nothing: told in the player's own words, with what is to be seen or who looks on. */
  act: {
    words: plainVerbs,
    isPeaceful: true,
    rules: [
      when('isFight').do(goOn('risk')),
      find('meant')
        .when('who', '!isCreature')
        .do(oneOf('echo', say('act-plain')), say('act-with'), 'idle'),
      find('near')
        .when('isThingDescribed')
        .do(oneOf('echo', say('act-plain')), oneOf('about', say('act')), 'beat'),
      play(oneOf('echo', say('act-plain')), oneOf('fixtureSaying', say('act')), 'beat'),
    ],
  },
  /** What is not to be done is left. */
  refrain: { isPeaceful: true, rules: [play(say('refrain'), 'markIdle', 'beat')] },
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
