// Builds a talk between two friends on four days, with topics that recur and topics that do not.

const dayMs = 24 * 60 * 60 * 1_000;
const startMs = Date.UTC(2024, 0, 1, 18);

export interface SaidLine {
  readonly voice: string;
  readonly text: string;
  readonly atMs: number;
}

const days: readonly (readonly string[])[] = [
  [
    'Hey! I signed up for a pottery class at the community college last week.',
    "Wow, that's great! What do you make there?",
    'I made a small blue bowl in the pottery class on Monday. The teacher is called Ingrid.',
    'Cool! I adopted a greyhound named Biscuit from the shelter yesterday.',
    'A greyhound? How sweet!',
    'My greyhound Biscuit slept on the sofa all night.',
  ],
  [
    'Pottery is hard: my second bowl cracked in the kiln.',
    "Oh no! Don't give up.",
    'The kiln was far too hot. The pottery teacher fired everything again on Friday.',
    'We took the greyhound to the lake and she hated the water.',
    'I watched an eclipse documentary last night with my neighbour.',
  ],
  [
    'I sold my first pottery vase at the market for twenty euros!',
    'Amazing! You rock!',
    'Biscuit the greyhound won a ribbon at the village fair.',
    'We bought a used kiln for the pottery shed behind my house.',
    'I feed the greyhound chicken and rice because her stomach is weak.',
  ],
  [
    'The kiln shed is finished, and I teach pottery to two children on Sundays.',
    'My greyhound ran away for an hour, and a farmer brought her back.',
    'Good night!',
  ],
];

/** Builds four days of talk, a week apart; the voices take turns. */
export function buildSerialTalk(): readonly SaidLine[] {
  return days.flatMap((lines, day) =>
    lines.map((text, at) => ({
      voice: at % 2 === 0 ? 'user' : 'companion',
      text,
      atMs: startMs + day * 7 * dayMs + at * 60_000,
    })),
  );
}
