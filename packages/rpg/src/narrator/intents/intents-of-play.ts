// Intents of play: singing and dancing, jokes, shouting, gestures, and plain deeds that change nothing.

import { type IntentRow, notation, type Step } from '../rule.ts';
import { reply } from './intents-among-people.ts';

const { find, goOn, heard, oneOf, own, play, say, when } = notation;

/** Verbs of deeds for which nobody needs dice. */
const plainVerbs = `count, arm wrestle, thumb wrestle, balance my, balance a, balance the, let him, let her, let them, jump up and down, jump for joy, jump on the spot, deal, shuffle, unfold, fold, unpack, pack, polish, clean, sweep, tap, knock, knock on, knock at, knock over, tip over, tip, topple, overturn, upset, rap, sketch,
  draw a, draw in, draw on, paint, stretch, yawn, sneeze, cough, blink, touch, feel, feel the, hold up, hold out, shake, squeeze,
  scratch, rub, wake, nudge, poke, prod, tickle, point, beckon, spin, fill, empty, stir, lick, bite, chew, bounce, rattle,
  close, shut, tidy, arrange, stack, sharpen, oil, wipe, dust, lock, mark, scribble, trace, measure, weigh, put out, blow out, snuff, snuff out, extinguish, douse, shove, drag, tug, slide, yank, scrub, rinse, splash,
  compare, straighten, admire, stay by, help myself, comb my, shave, make a, make some, make my, make myself, make faces, pull faces, pull a face, build a, cook, brew, bake, pray, meditate, think, ponder, wonder, muse, cut a, cut the, cut my, brush, knit, sew, skip, hop, stamp, shiver, sigh,
  drum, roll, light up, turn around, turn my, play with, hold, sit with, look after, watch over, thumb, leaf, hug
  myself, bless, toast, raise a toast, drink to, raise my glass, raise my cup, raise a glass, lift my, cover, uncover, unroll, unwrap, wrap, scrape, peel, gesture, giggle, chuckle, sob, snore, breathe, wring, dip, float`;

const binding =
  /^ (?:tie|bind|chain|shackle|handcuff|fetter|gag|rope|lash|strangle|choke|throttle|knock out|arrest|capture|seize) /;

/** Tells the deed in the player's own words if they are plain enough, or else in general words. */
const inOwnWords: Step = oneOf('echo', say('act-plain'));

/**
 * A song is sung to the person who is meant. If nobody is, it is sung to one of those here, chosen at random; if that
 * is a creature, or nobody is here, nobody listens.
 */
const sung: Step = [
  find('meant').when('who', '!isCreature').do(say('sung-before', 'act-with')),
  find('someone')
    .when('who', '!isCreature')
    .do(oneOf(say('sung-before'), say('perform-success'))),
  play(say('sung-alone')),
];

export const intentsOfPlay = {
  perform: {
    words: `dance, sing, hum, perform, joke, play a tune, play a song, tell a story, tell a joke, whistle, juggle, recite`,
    isPeaceful: true,
    rules: [
      when('isAbsentBeside').do('absence'),
      heard(/^ (?:\S+ )?dance /).do(inOwnWords, 'passFive', say('danced'), 'beat'),
      when('isBeastHeard').do(inOwnWords, 'passFive', say('beast-sung'), 'beat'),
      heard(/^ (?:\S+ )?juggle /).do(inOwnWords, 'passFive', say('juggled'), 'beat'),
      play(inOwnWords, 'passFive', sung, 'beat'),
    ],
  },
  /** A joke is told, to the person who is named or to everybody. */
  joke: {
    isPeaceful: true,
    rules: [
      when('isFight').do(goOn('talk')),
      when('isAbsentNamed').do('absence'),
      find('person').when('who', 'isCreature').do(say('gesture-thing'), 'idle'),
      when('who', 'isRefusing').do(say('joke-cold')),
      when('who')
        .heard(/ (?:story|tale|legend) /)
        .do('passFive', say('story-heard', 'sung-before')),
      when('who').do(oneOf(own('joke'), say('joke-heard', 'joke-cold'))),
      play(say('joke-alone'), 'beat'),
    ],
  },
  /** The player says something to everybody who can hear it. */
  shout: {
    words:
      'make a speech, give a speech, hold a speech, make a noise, shout, yell, bellow, holler, roar, scream, cry out, call out',
    isPeaceful: true,
    rules: [
      when('isFight').do(goOn('call')),
      heard(/ for help /).do(goOn('call')),
      find('someone')
        .when('who', '!isCreature')
        .heard(/ (?:speech|noise) /)
        .do(inOwnWords, say('sung-before'), 'passFive'),
      find('named').when('who').do(goOn('talk')),
      find('answerOfAnybody').when('answer').do(reply),
      when('isAnybodyHere', 'isQuestion').do(goOn('ask')),
      find('someone')
        .when('who', '!isCreature')
        .do(oneOf(say('shouted'), 'idle')),
      play(say('shouted-alone'), 'beat'),
    ],
  },
  gesture: {
    words: `kiss, hug, embrace, bow, take a bow, pose, wave, smile, nod, wink, laugh, curtsy, kneel, shrug, cry, weep, grin,
      salute, clap, shake hands, pat, stroke`,
    isPeaceful: true,
    rules: [
      find('meant').when('who', 'isCreature').do(say('gesture-thing'), 'idle'),
      when('who').do(say('gesture'), 'idle'),
      when('isAbsentNamed').do('absence'),
      when('isObjectNamed').do(inOwnWords, oneOf('plainDeed', say('act')), 'beat'),
      heard(/^ (?:\S+ )?(?:laugh|cry|weep|grin|smile|wave|salute|kneel|shrug) /).do(
        inOwnWords,
        oneOf('plainDeed', [when('isAnybodyHere').do(say('act'))], say('gesture-alone')),
        'beat',
      ),
      find('person').when('!who').do(inOwnWords, say('gesture-alone'), 'beat'),
      when('isCreature').do(say('gesture-thing'), 'idle'),
      play(inOwnWords, say('act-with'), 'idle'),
    ],
  },
  sit: {
    words: `sit, sit down, pull up a, draw up a, grab a chair, grab a seat, take a chair, take a seat, have a seat, be seated, stand, stand up, get up, rise, crouch, squat, lean,
      perch, lounge, settle down, warm myself, warm my, stretch out, close my eyes, curl up`,
    isPeaceful: true,
    rules: [
      find('meant').when('who', '!isCreature').do(inOwnWords, say('act-with'), 'passFive'),
      heard(/ (?:stand|stand up|get up|rise|crouch|squat) /).do(inOwnWords, say('act'), 'beat'),
      heard(/^ (?:\S+ )?warm /).do(inOwnWords, 'plainDeed', 'beat'),
      play(inOwnWords, say('sit', 'act'), 'beat', 'passFive'),
    ],
  },
  /**
   * Plain deeds that change nothing; the narrative repeats the player's words, then tells the outcome and something
   * small that happens here.
   */
  act: {
    words: plainVerbs,
    isPeaceful: true,
    rules: [
      when('isFight').do(goOn('risk')),
      when('isAbsentBeside').do('absence'),
      // Nobody lets themselves be bound without a fight.
      find('meant').when('who', '!isCreature', '!isOut').heard(binding).do(goOn('attack')),
      find('goal')
        .when('goal', '!isGoalHere')
        .heard(/^ (?:hop|skip|jump|limp|dance|stagger|roll|slide) .*(?:to|into|towards) /)
        .do(goOn('go')),
      find('meant').when('who', '!isCreature').do(inOwnWords, say('act-with'), 'idle'),
      heard(/^ (?:\S+ )?(?:count|admire|compare) /).do(
        inOwnWords,
        oneOf('fixtureSaying', 'plainDeed', say('act')),
        'beat',
      ),
      find('objectNear')
        .when('isThingDescribed')
        .do(inOwnWords, oneOf('plainDeed', 'about', say('act')), 'beat'),
      play(inOwnWords, oneOf('plainDeed', 'fixtureSaying', say('act')), 'beat'),
    ],
  },
} satisfies Record<string, IntentRow>;
