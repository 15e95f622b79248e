// Recognises plain questions and their kind, so that the state, a text about the place, or somebody here can answer them.

import { followUp } from './follow-up-words.ts';
import type { IntentKind } from './intents.ts';

const weatherWords =
  'raining|snowing|snow|rain|foggy|windy|stormy|cold|warm|hot|wet|dry|icy|misty|cloudy|sunny|freezing|damp|chilly';

/** Plain questions by their pattern; the first pattern that fits counts. */
const plainQuestions: readonly (readonly [IntentKind, RegExp])[] = [
  ['ask', followUp],
  [
    'ask',
    /^ (?:what|which) (?:time|hour|day|night) (?:does|do|did|will|is|was|are|were|can|should) (?!it |this |now )\S/,
  ],
  [
    'said',
    /^ what (?:(?:was it|did|has|had) )+(?:he|she|they|it|you|\S+(?: \S+)?) (?:just )?(?:say|said|tell|told)\b|^ (?:say|repeat) that again\b/,
  ],
  [
    'hour',
    /^ (?:what (?:is )?(?:the )?(?:time|hour|day|date|year|month|season)(?: (?:is it|is this|it is|do we have|now|already|then|of (?:the )?(?:day|night|year)))* $|how late|is it (?:still |already |yet |getting )?(?:dark|light|night|day|late|early|morning|evening|noon|dawn|daylight|midnight)|how long have (?:i|we) been|how long (?:is it )?(?:until|till|before))/,
  ],
  [
    'weather',
    new RegExp(
      ` weather |^ is it (?:\\S+ ){0,2}(?:${weatherWords}) |^ how (?:cold|warm|hot|wet|windy|deep is the snow|is the weather) |^ (?:does|did|will|has) it (?:\\S+ )?(?:rain|snow)`,
    ),
  ],
  [
    'state',
    /^ (?:how (?:badly |bad |much )?(?:am i|are my|is my)|am i (?:\S+ )?(?:hurt|wounded|injured|ill|sick|tired|hungry|thirsty|all right|alright|ok|okay|well|dying|bleeding|exhausted)|how do i (?:feel|do)|what (?:condition|state|shape) am i|what (?:is )?my (?:health|condition|state)|(?:check|examine|inspect|look at) (?:my|on my) (?:\S+ )?(?:wounds?|injur(?:y|ies)|hurts?|health|condition))\b/,
  ],
  [
    'quest',
    /^ what (?:have|did|do) (?:i|we) (?:already )?(?:found|find|learned|learnt|learn|discovered|discover|done|know so)\b|^ (?:what|who|where|whom) .*(?:supposed to|meant to|am i to|should i|should we) |^ (?:so )?what (?:do|shall|should|will) (?:i|we) do (?:next |now |then |first )?$|^ what (?:is )?my (?:task|job|quest|errand|goal|aim|mission)\b/,
  ],
  [
    'options',
    /^ (?:what (?:are|is) (?:my|our|the) (?:options|choices)|what (?:can|could) (?:i|we) do|what is there to do|what else can (?:i|we) do)\b/,
  ],
  [
    'company',
    /^ (?:(?:is|are) (?:there )?(?:anyone|anybody|someone|somebody|any (?:people|persons)|other people|others) (?:else )?(?:at all )?(?:(?:here|there|around|about|nearby|near|present|with (?:me|us)|in (?:here|the room|this place)) )*|am i (?:all )?alone(?: here| in here)? )$/,
  ],
  [
    'presence',
    /^ (?:is|are) (?:there )?(?!there |it |he |she |they )(?:\S+ ){1,9}(?:(?:anywhere|somewhere) )?(?:here|around|nearby|present|about|in sight|to be seen|in here) $/,
  ],
  [
    'company',
    /^ (?:and )?(?:who (?:else )?(?:is )?(?:here|around|there|in (?:here|there|this|the)|(?:sits|sitting|stands|standing) (?:here|there|next|near|beside|with|around)|with|next|nearby)|who else (?:is )?(?:here|there|around|in)|who is who|how many (?:people|persons|men|women|others|guests|of us) (?:are |is )?(?:here|there|in|around)|who (?:are|is) (?:they|these|those|everybody|everyone|all|the others?|the rest)|which people)\b/,
  ],
  [
    'look',
    /^ (?:who (?:else )?(?:can|could|should) (?:i|we) (?:talk|speak|ask)|who else $|what (?:does|do) .* look like $|what (?:else )?(?:is )?(?:in|inside|on) (?:the |this )?(?:room|place|here|table|house|street|yard) $|what does it look like (?:in )?here)/,
  ],
  [
    'inventory',
    /^ (?:(?:do i have|have i|how much|how many|is there|are there) (?:(?:got|any|much|some|many|my|of|of my|anything|something|to) )*(?:food|water|money|coins?|gold|silver|supplies|supply|rations?|provisions|eat)\b|what (?:have i|do i have|is there) (?:got )?to eat)/,
  ],
  [
    'menu',
    /^ what (?:(?:is|do you have|have you got|smells|are you) )*(?:there )?(?:good )?(?:cooking|(?:can|may) (?:i|we) (?:get|have|order) (?:to|for)|(?:for|on) (?:supper|dinner|lunch|breakfast|tea|the stove|the menu|sale)|to (?:eat|drink))\b/,
  ],
  [
    'price',
    /^ (?:how much (?:does|do|is|are|for|would|will) (?!they |you pay|he |she )|what (?:does|do|would) \S+(?: \S+){0,4} cost|what (?:do|did) i owe|what i owe)\b/,
  ],
  [
    'where',
    /^ (?:how far|is it far|where (?:is|are|do|does|did|has|have|can|could|to) (?!i |we |am )|where does|which way|how (?:do|can|could) (?:i|we) (?:get|go|come|reach)|how long (?:is|does it take|would it take|will it take)|(?:the )?way to)\b/,
  ],
  ['look', /^ (?:is|are) there (?:any|another|some|a|no) (?:other )?(?:way|ways|exit|exits) /],
  [
    'look',
    /^ what (?:is )?(?:this place|place is this|(?:this|the) (?:place|street|town|city|house) called)/,
  ],
  ['look', /^ what (?:is )?(?:outside|out there|beyond|next door|at the (?:top|bottom|end) of) /],
  ['met', /^ have (?:i|we) (?:ever )?(?:met|seen|spoken|talked) /],
  ['whois', /^ who (?:is|are|was) (?!here|around|there|you|this|that|he|she|they|else|in )/],
];

/** The kind of plain question; undefined if the words are not one. */
export function findPlainQuestion(heard: string): IntentKind | undefined {
  return plainQuestions.find(([, pattern]) => pattern.test(heard))?.[0];
}
