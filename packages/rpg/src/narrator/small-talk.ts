// Recognises small talk, which asks for nothing, and its kind.

import type { SmallTalkKind } from './scenario.ts';

/** Words that praise somebody, such as `kind` in "you are kind". */
const virtues =
  'beautiful|handsome|wonderful|kind|brave|clever|wise|lovely|pretty|good|great|funny|splendid|sweet|generous|an angel|a treasure|a good (?:man|woman|soul|friend)';
const vices =
  'fools?|foolish|idiots?|stupid|ugly|cowards?|bastards?|pigs?|rats?|worms?|scum|useless|disgusting|pathetic|stink|smell|mad|dull|old goat|old crow';
const deceits =
  'lying|liars?|lied|lie|thief|thieves|murderers?|murdered|guilty|cheat|cheats|cheating|cheated|hiding something|keeping something from me|not telling me (?:everything|the truth)|a traitor|traitors?';

const kinds: readonly (readonly [SmallTalkKind, RegExp])[] = [
  [
    'joke',
    / (?:tell|crack|make|share|try) (?:\S+ ){0,4}(?:joke|jest|riddle|pun) | (?:joke|jest) with | knock knock /,
  ],
  [
    'wellbeing',
    / how (?:are you|do you do|do you feel|have you been|are you (?:feeling|keeping|doing))(?: (?:today|tonight|this evening|this morning|keeping|all|feeling|then|now|yourself))* $| how (?:is|goes) (?:it going|business|life|the evening|the night|things|everything|trade) | are you (?:all right|alright|ok|okay|well|tired|cold|hungry|unwell|happy) $|^ you (?:all right|alright|ok|okay|well) $/,
  ],
  [
    'farewell',
    /^ (?:(?:and|then|a|very|for now|now) )*(?:good ?bye|bye|farewell|good ?night|so long|take care|until (?:tomorrow|later|then|we meet)|see you|must (?:go|be going|leave|be off)|(?:should|better|have to) (?:be off|be going|go|leave)|be (?:off|going) now|(?:say|bid|tell|wish) (?:\S+ ){0,4}(?:good ?bye|good ?night|farewell)|take my leave) /,
  ],
  ['thanks', / (?:thank|thanks|thank you|grateful|obliged|gratitude|appreciate (?:it|that|this|your)) /],
  [
    'sorry',
    /^ (?:\S+ ){0,3}(?:sorry|apologi[sz]e|apologies|forgive me|pardon me|my mistake|my fault|beg your pardon|meant no (?:harm|offence|offense)) /,
  ],
  [
    'accusation',
    new RegExp(
      ` (?:you|he|she|they) (?:\\S+ ){0,3}(?:${deceits}) | lie to me | accuse (?:him|her|them|you|\\S+ of) | your fault |^ (?:liar|thief|murderer) `,
    ),
  ],
  [
    'insult',
    new RegExp(
      ` you (?:\\S+ ){0,3}(?:${vices}) | (?:he|she) is (?:an? |such an? )?(?:${vices}) | shut up | go to hell | hate you |^ insult |^ (?:curse|swear) (?:at )?(?:him|her|them|\\S+ ) |^ (?:you )?(?:fool|idiot|coward|bastard) `,
    ),
  ],
  ['love', / (?:love|adore) (?:you|him|her|them) | in love with (?:you|him|her|them) | marry me /],
  [
    'praise',
    new RegExp(
      ` you (?:are|look|were|have been|re) (?:\\S+ ){0,2}(?:${virtues}) | (?:he|she) (?:is|looks) (?:\\S+ ){0,2}(?:${virtues}) |^ (?:compliment|praise|flatter) | well done | good work | admire (?:you|him|her|your) | kind of you |^ like (?:you|him|her) $|^ what (?:a|an) (?:\\S+ )?(?:${virtues}|fine|nice|charming) `,
    ),
  ],
  [
    'weather',
    /^ (?!good (?:evening|morning|day|night) )(?:(?:what|it|is|a|an|such|rather|quite|very|truly|really) )*(?:lovely|nice|fine|terrible|awful|dreadful|foul|cold|wet|bitter|filthy|beautiful|grim|dark|wild|clear|quiet|good|bad|cosy) (?:\S+ )?(?:weather|evening|night|day|out|outside|out there|tonight|morning|this evening|today) /,
  ],
  [
    'news',
    /^ (?:(?:is there|have you|heard|got|what is|and|what|the|any) )*(?:news|gossip|rumou?rs?) |^ (?:and )?(?:what is|anything|something) new (?:here |today |tonight |with you |then )?$/,
  ],
  [
    'agreement',
    /^ (?:yes|no|aye|nay|ok|okay|all right|alright|agreed|of course|certainly|sure|very well|fine|deal|it is a deal|promise|understand|understood|see|indeed|right|fair enough|as you wish|you are right|quite so|exactly|never mind|nothing|not at all|will do (?:it|that|so)) (?:then |sir |indeed |that )?$/,
  ],
];

/**
 * Kinds of small talk that may be put as questions. A question of another kind, such as "are you kind?", is no small
 * talk.
 */
const asked: ReadonlySet<SmallTalkKind> = new Set(['wellbeing', 'joke', 'news', 'love', 'farewell']);

/** The kind of small talk to which the words belong; undefined if they are not small talk. */
export function findSmallTalk(heard: string, isQuestion: boolean): SmallTalkKind | undefined {
  const found = kinds.find(([, pattern]) => pattern.test(heard))?.[0];
  return found !== undefined && isQuestion && !asked.has(found) ? undefined : found;
}
