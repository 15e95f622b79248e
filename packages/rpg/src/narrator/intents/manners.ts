// Manners: how people react to small talk, by its kind.

import { type IntentRow, notation } from '../rule.ts';
import type { SmallTalkKind } from '../scenario.ts';

const { oneOf, own, play, roll, say, tell, when } = notation;

/** For each kind of small talk: the person's own lines or, if none can be told, what anybody may say or do. */
export const manners = {
  joke: { rules: [play(oneOf(own('joke'), say('joke-heard', 'joke-cold')))] },
  wellbeing: { rules: [play(oneOf(own('wellbeing'), say('how-they-are')))] },
  farewell: { rules: [play(oneOf(own('farewell'), say('parted')))] },
  thanks: { rules: [play(oneOf(own('thanks'), say('thanked')))] },
  sorry: { rules: [play(oneOf(own('sorry'), say('forgiven')))] },
  accusation: {
    rules: [
      play(
        oneOf(
          [play(own('accusation'))],
          [
            play(roll('threaten', { isAgainst: true, why: 'accuse {who}', refused: [] }), tell('accused'), [
              when('isBad').do('grudge'),
              play('heart'),
            ]),
          ],
        ),
      ),
    ],
  },
  insult: { rules: [play(oneOf(own('insult'), say('insulted')), 'grudge')] },
  love: { rules: [play(oneOf(own('love'), say('loved')))] },
  praise: { rules: [play(oneOf(own('praise'), say('praised')))] },
  weather: { rules: [play(oneOf(own('weather'), say('weathered')))] },
  news: { rules: [play(oneOf(own('news'), 'small'))] },
  agreement: { rules: [play(oneOf(own('agreement'), say('agreed')))] },
} satisfies Partial<Record<SmallTalkKind, IntentRow>>;
