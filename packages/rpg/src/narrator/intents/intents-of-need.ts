// Intents of need: first aid, lending a hand, and calls for help.

import { type IntentRow, notation, type Rules } from '../rule.ts';
import { tellWant } from './intents-among-people.ts';

const { call, find, play, roll, say, strike, tell, when } = notation;

/** In a fight, the opponent may strike, as `wanted` says (see `Strike`). Outside a fight, something small happens. */
const buildBeatOrStrike = (wanted: 'always' | 'never'): Rules => [
  find('opponent').when('who', 'isFight').do(strike(wanted)),
  play('beat'),
];

/** Words for hurts of one's own, or for none in particular. */
const ownHurt =
  / (?:first aid|myself|my (?:\S+ )?(?:wounds?|arms?|legs?|head|hands?|side|cuts?|injury|injuries|hurts?)) |^ (?:heal|treat|bandage|bind|patch)(?: me| up| wounds)* $/;

/** Words for treating somebody's hurts. */
const mending = / (?:heal|treat|bandage|patch|mend|first aid|bind|tend|stabilise|stabilize) /;

export const intentsOfNeed = {
  help: {
    words: `help, heal, treat, bandage, aid, assist, tend, patch, rescue, comfort, mend, stabilise, stabilize, first aid, use first aid,
      do first aid, apply first aid, give first aid, give myself first aid, bind my wounds, bind`,
    find: 'named',
    rules: [
      when('isAbsentNamed').do('absence'),
      when('who', 'isUnhurt').heard(mending).do(say('help-unhurt'), 'markRefused'),
      when('who', 'isHurt', 'isMendable')
        .heard(mending)
        .do(roll('help', { isAgainst: true }), tell('help')),
      when('who', 'hasErrand').do(tellWant),
      when('who').do(say('help-other'), 'idle'),
      when('!isMendable').heard(ownHurt).do('nothingToMend', 'markRefused'),
      play(roll('help'), tell('help')),
    ],
  },
  call: {
    words: `call for help, shout for help, cry for help, yell for help, scream for help, call for`,
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
} satisfies Record<string, IntentRow>;
