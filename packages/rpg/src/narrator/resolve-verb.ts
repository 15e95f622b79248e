// Resolves a verb: one verb means several deeds, by what stands behind it.

import type { IntentKind } from './intents.ts';

export interface FoundVerb {
  readonly kind: IntentKind;
  readonly rest: string;
  readonly at: number;
}

/** Asking for what a host of travellers has is an order. */
const served =
  / for (?:(?:a|an|some|the|my) )?(?:\S+ ){0,4}(?:room|bed|meal|breakfast|lunch|supper|dinner|food|ale|beer|wine|tea|coffee|drink|soup|stew|bread|pie) /;

/** What is left somewhere, and is no place that is left. */
const left = /^ (?:an?|my|some) |^ the (?:\S+ ){1,3}(?:on|in|under|with|beside) /;

/** The kind of deed that a verb means with what stands behind it. */
export function resolveVerb(found: FoundVerb, heard: string): Pick<FoundVerb, 'kind' | 'rest'> {
  const { kind, rest } = found;
  if (kind === 'look') return { kind: readLooking(rest), rest };
  if (kind === 'rest' && /^ (?:my|the|a|an) /.test(rest)) return { kind: 'act', rest };
  if (kind === 'give') return readGiving(rest, heard);
  if (kind === 'talk' || kind === 'persuade') return { kind: readSpeaking(kind, rest), rest };
  if (
    kind === 'take' &&
    /^ (?:in|an? (?:(?:closer|close|good|quick|long|short|better|deep|careful) )?(?:look|rest|nap|breath|breather|break|seat|moment)|the (?:stairs?|path|road|way))\b/.test(
      rest,
    )
  ) {
    return { kind: readTaking(rest), rest: rest.replace(/^ an? (?:\S+ )?look /, ' ') };
  }
  if (kind === 'go' && / leave /.test(heard) && left.test(rest)) return { kind: 'lay', rest };
  if (kind === 'help' && rest === ' me ') return { kind: 'call', rest };
  return { kind, rest };
}

/** What is told, though a word of asking stands in it. */
const telling =
  / that (?:i|we|he|she|it|they|there|my|the|you) | (?:a lie|a story|the truth|the news|my name|a joke) /;

/** What somebody is asked to do. */
const bids =
  /^ (?:(?!what|who|where|why|how|about|if|whether)\S+ ){1,4}?(?:to|if (?:he|she|they) (?:would|will|could|can)) (?:please )?(?!the |a |an |my |his |her |our |this |that |\S+ $)\S+ /;

function readSpeaking(kind: IntentKind, rest: string): IntentKind {
  if (served.test(rest)) return 'take';
  if (kind === 'talk' && bids.test(` ${rest.trim()} `)) return 'bid';
  if (kind === 'talk' && telling.test(rest)) return 'talk';
  if (kind === 'talk' && / for (?:a|an|some|his|her|the|more) /.test(rest)) return 'bid';
  return kind === 'talk' && / (?:about|of|what|who|where|why|how|if|whether) /.test(rest) ? 'ask' : kind;
}

/** "Give her a hug" hands nothing over, and "show me the rota" is looking. */
function readGiving(rest: string, heard: string): Pick<FoundVerb, 'kind' | 'rest'> {
  if (/ an? (?:hug|kiss|smile|nod|wave|wink|bow|pat|look|shrug|grin|handshake) /.test(rest))
    return { kind: 'gesture', rest };
  if (/ a hand /.test(rest)) return { kind: 'help', rest };
  if (/ show me /.test(heard)) return { kind: 'look', rest: rest.replace(/^ me /, ' at ') };
  return / (?:me|up)\b/.test(rest) && !/ to /.test(heard)
    ? { kind: 'persuade', rest }
    : { kind: 'give', rest };
}

function readLooking(rest: string): IntentKind {
  if (/ (?:through|out of|between) .*(?:windows?|door|keyhole|crack|glass|hole|shutters?) /.test(rest))
    return 'look';
  return /^ (?:for|under|underneath|beneath|below|behind|inside|through) /.test(rest) ? 'search' : 'look';
}

function readTaking(rest: string): IntentKind {
  if (/ seat/.test(rest)) return 'sit';
  if (/ (?:rest|nap|breath|break|moment)/.test(rest)) return 'rest';
  return / (?:stair|path|road|way)/.test(rest) ? 'go' : 'look';
}
