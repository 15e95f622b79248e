// Finds which deed a verb with several meanings stands for, by the words that follow it.

import type { IntentKind } from './intents.ts';

export interface FoundVerb {
  readonly kind: IntentKind;
  readonly rest: string;
  readonly at: number;
}

/** Matches an order to an innkeeper: "ask for a room". */
const served =
  / for (?:(?:a|an|some|the|my) )?(?:\S+ ){0,4}(?:room|bed|refill|meal|breakfast|lunch|supper|dinner|food|ale|beer|wine|tea|coffee|drink|soup|stew|bread|pie|beers|ales|teas|drinks|warm|hot|to eat|to drink) /;

/** Words after "leave" that mean a thing to be left behind, not a place to go away from. */
const left = /^ (?:an?|my|some) |^ the (?:\S+ ){1,3}(?:on|in|under|with|beside) /;

type Resolved = Pick<FoundVerb, 'kind' | 'rest'>;

/** For each kind whose verbs can mean several deeds, the function that decides which one is meant. */
const resolving: Readonly<Partial<Record<IntentKind, (rest: string, heard: string) => Resolved>>> = {
  look: (rest, heard) => ({ kind: readLooking(rest, heard), rest }),
  give: readGiving,
  talk: (rest, heard) => ({ kind: readSpeaking('talk', { rest, heard }), rest }),
  persuade: (rest, heard) => ({ kind: readSpeaking('persuade', { rest, heard }), rest }),
  take: (rest) =>
    taking.test(rest)
      ? { kind: readTaking(rest), rest: rest.replace(/^ an? (?:\S+ )?look /, ' ') }
      : { kind: 'take', rest },
  search: readSearching,
  sneak: (rest, heard) => ({
    kind: / hide (?:it|them|the|my|a|an|this|that) /.test(heard) ? 'lay' : 'sneak',
    rest,
  }),
  flee: (rest) => ({ kind: /^ (?:my|his|her|a) /.test(rest) ? 'act' : 'flee', rest }),
  steal: (rest) => ({
    kind: / (?:tail|tails|ear|ears|nose|cheek|cheeks|arm|fur|mane) /.test(rest) ? 'act' : 'steal',
    rest,
  }),
  go: readGoing,
  act: (rest, heard) => ({ kind: seekingByHand.test(heard) ? 'search' : 'act', rest }),
  rest: readResting,
  help: (rest) => ({ kind: rest === ' me ' ? 'call' : 'help', rest }),
};
/** Words for digging something, such as a hole, that need not be there already. */
const diggingOut =
  / dig (?:an?|my|some) (?:\S+ )?(?:hole|holes|pit|trench|grave|path|tunnel|ditch|burrow|shelter) /;

/** "Feel the cobbles for anything loose" is a search. */
const seekingByHand =
  / (?:feel|touch|tap|poke|prod|lift|turn|sweep|run|brush|knock|scrape|rub|shake) .* for (?:anything|something|a|an|any|some|clues?|signs?|traces?|loose|hidden) /;

const taking =
  /^ (?:in|an? (?:(?:closer|close|good|quick|long|short|better|deep|careful|week|day|night) )?(?:look|sip|bite|gulp|swig|mouthful|drink|taste|swallow|rest|nap|breath|breather|break|seat|moment)|(?:its|his|her|their|my|the|your|a) (?:place|seat|spot|chair) (?:at|by|near|on|in|next)|(?:\S+ ){1,2}(?:days?|weeks?|night) off|the (?:stairs?|path|road|way))\b/;

/** The deed that a verb means together with the words after it. */
export function resolveVerb({ kind, rest }: FoundVerb, heard: string): Resolved {
  return resolving[kind]?.(rest, heard) ?? { kind, rest };
}

/** Merely lying down is not sleep, and "rest my head" is not a rest. */
function readResting(rest: string, heard: string): Resolved {
  const isLying = / lie down /.test(heard) && !/ (?:sleep|night|rest|nap|hour|hours|until|till) /.test(heard);
  if (isLying) return { kind: 'sit', rest };
  const isOfThing = /^ (?:my|the|an?) (?!while |bit |moment |minute |little |short |few |spell )/.test(rest);
  return { kind: isOfThing ? 'act' : 'rest', rest };
}

/** "Cross my arms" goes nowhere, and "leave my coat here" leaves no place. */
function readGoing(rest: string, heard: string): Resolved {
  if (heard.includes(' leave ') && left.test(rest)) return { kind: 'lay', rest };
  return { kind: /^ (?:my|his|her|their) /.test(rest) ? 'act' : 'go', rest };
}

/** Words that tell something, although they contain a verb of asking. */
const telling =
  / that (?:i|we|he|she|it|they|there|my|the|you) | (?:a lie|a story|the truth|the news|my name|a joke) /;

const bidding = / (?:ask|beg|invite|urge|tell|order|command) /;

/** Words that ask somebody to do something. */
const bids =
  /^ (?:(?!what|who|where|why|how|about|if|whether)\S+ ){1,4}?(?:to|if (?:he|she|they) (?:would|will|could|can)) (?:please )?(?!the |a |an |my |his |her |our |this |that )\S+ /;

function readTrade(heard: string): IntentKind {
  if (/ (?:bargain|haggle) .*for (?:a|an|some|the|one|two) /.test(heard)) return 'buy';
  if (/ (?:trade|offer) .* for (?:a|an|his|her|their|the|some) /.test(heard)) return 'bid';
  return / ask .* to tell (?:me|us) /.test(heard) ? 'ask' : 'persuade';
}

function readSpeaking(
  kind: IntentKind,
  { rest, heard }: { readonly rest: string; readonly heard: string },
): IntentKind {
  if (served.test(rest)) return 'take';
  if (kind === 'persuade') return readTrade(heard);
  if (/ ask .* to tell (?:me|us) /.test(heard)) return 'ask';
  if (kind === 'talk' && bidding.test(heard) && bids.test(` ${rest.trim()} `)) return 'bid';
  if (kind === 'talk' && telling.test(rest)) return 'talk';
  if (/ ask .*for (?:this|a|the|the next) dance /.test(heard)) return 'request';
  if (kind === 'talk' && heard.includes(' ask ') && / for (?:a|an|some|his|her|the|more) /.test(rest))
    return 'bid';
  return kind === 'talk' &&
    / (?:his|her|their) name | (?:about|of|what|who|where|why|how|if|whether) /.test(rest)
    ? 'ask'
    : kind;
}

/** "Give her a hug" hands nothing over, and "show me the rota" is looking. */
function readGiving(rest: string, heard: string): Resolved {
  if (/ an? (?:hug|kiss|smile|nod|wave|wink|bow|pat|look|shrug|grin|handshake) /.test(rest))
    return { kind: 'gesture', rest };
  if (
    / an? (?:\S+ )?(?:kick|push|shake|tap|rub|poke|polish|clean|wipe|try|twist|turn|knock|shove) $/.test(rest)
  )
    return { kind: 'act', rest };
  if (/ a hand /.test(rest)) return { kind: 'help', rest };
  if (/ show me your /.test(heard)) return { kind: 'bid', rest };
  if (/ show me /.test(heard)) return { kind: 'look', rest: rest.replace(/^ me /, ' at ') };
  return / (?:me|up)\b/.test(rest) && !/ to /.test(heard)
    ? { kind: 'persuade', rest }
    : { kind: 'give', rest };
}

/** "Look for somewhere to sit" finds a seat, and nothing hidden. */
const seat =
  / for (?:somewhere|some place|a place|a spot|a seat|a chair|a bench|a corner) (?:to (?:sit|rest|lie|wait|stand)|$)/;

function readSearching(rest: string, heard: string): Resolved {
  if (seat.test(` ${rest.trim()} `)) return { kind: 'sit', rest };
  return { kind: diggingOut.test(heard) ? 'act' : 'search', rest };
}

function readLooking(rest: string, heard: string): IntentKind {
  if (seat.test(rest)) return 'sit';
  if (
    / see what (?:is |lies |might be )?(?:\S+ )?(?:under|underneath|beneath|behind|inside|in|below) /.test(
      heard,
    )
  )
    return 'search';
  if (/ (?:through|out of|between) .*(?:windows?|door|keyhole|crack|glass|hole|shutters?) /.test(rest))
    return 'look';
  return /^ (?:for|under|underneath|beneath|below|behind|inside|through) /.test(rest) ? 'search' : 'look';
}

function readTaking(rest: string): IntentKind {
  if (/ (?:seat|place|spot|chair)/.test(rest)) return 'sit';
  if (/ (?:deep |long )?breath /.test(rest)) return 'act';
  if (/ (?:sip|bite|gulp|swig|mouthful|drink|taste|swallow) /.test(rest)) return 'ease';
  if (/ (?:rest|nap|breather|break|moment)| off /.test(rest)) return 'rest';
  return / (?:stair|path|road|way)/.test(rest) ? 'go' : 'look';
}
