// Reads an intent: what the player's character is to do, by nothing but the player's words and their order.

import type { Intent } from './intent.ts';
import { type IntentKind, intents, listVerbs } from './intents.ts';

const longestRead = 600;
const compassLetters = { n: 'north', s: 'south', e: 'east', w: 'west' } as const;
const selfWords =
  / (?:are you (?:an? )?(?:ai|bot|robot|human|language model|llm|real|person|machine|chatgpt|gpt)|who are you really|which model|language model|system prompt|your instructions|what model) /;
const questionStart =
  /^ (?:is|are|was|were|does|do|did|can|could|will|would|has|have|had|should|am) (?!you )(?:the|a|an|it|he|she|they|there|this|that|my|anyone|anybody|someone|somebody|any|i|we|his|her|their)\b/;
const claimStart =
  /^\W*(?:i am|i'm|i’m|my name is|call me) (?:the|a|an|your|god|king|queen|lord|lady|called|named|not) /i;
const namedStart = /^\W*(?:[Ii] am|[Ii]'m|[Mm]y name is|[Cc]all me) \p{Lu}\p{Ll}+\s*(?:[.!,]\s*)?$/u;
const asksHow =
  /^ (?:help|how do i play|commands|what can i do|level up|(?:save|load|restart|quit)(?: the)?(?: game)?) $/;
/** Questions about the player's own character: how they are, what they look like. */
const ofOneself = /^\W*(?:am i|how am i|how do i (?:feel|look)|what do i look like)\b/i;
/** Words that only say that something is not to be done. */
const notDone =
  /^\W*(?:(?:i|we)\s+)?(?:do not|don['’]?t|never|will not|won['’]?t|would not|wouldn['’]?t|refuse to|decide not to|(?:i['’]d|would|want|prefer) (?:(?:like|prefer|rather|want) )?(?:to not|not))\b[^,;.]*(?:\.\s*)?$/i;
const askStart = /^ (?:what|who|where|why|when|how|which|whose)\b/;

/** A question that is put to somebody, whose name may stand before it. */
const toSomebody = /^ (?:\S+ ){0,3}(?:have|do|did|are|were|can|could|would|will) you /;

type Base = Omit<Intent, 'kind'>;

/** A word that names an intent. */
export interface Verb {
  readonly kind: IntentKind;
  readonly verb: string;
}

/** `own` are words of the system's beside the usual ones. */
export function readIntent(raw: string, own: readonly Verb[] = []): Intent & { readonly kind: IntentKind } {
  const bounded = raw.slice(0, longestRead);
  const speech = /["“]([^"”]{1,300})["”]?/.exec(bounded)?.[1]?.trim() ?? '';
  const heard = normaliseSpeech(bounded);
  const spoken = speech === '' ? heard : normaliseSpeech(bounded.replace(/["“][^"”]*["”]?/g, ' '));
  const base = { heard, rest: '', speech, raw: bounded };
  if (/^\s*\/ooc\b/i.test(bounded)) return { ...base, kind: 'self', rest: 'ooc' };
  if (heard.trim() === '') return { ...base, kind: /[\p{L}\p{N}]/u.test(bounded) ? 'nonsense' : 'empty' };
  const aside = readAside(base);
  if (aside !== undefined) return { ...base, ...aside };
  const [letter] = /^ ([nsew]) $/.exec(heard)?.slice(1) ?? [];
  if (letter !== undefined) return readDeed(base, ` go ${compassLetters[letter as 'n']} `, own);
  return readDeed(base, spoken, own);
}

/** Reads words that are no deed: questions about the game or the character, claims, and what is not to be done. */
function readAside({
  heard,
  raw,
  speech,
}: Base): (Partial<Intent> & { readonly kind: IntentKind }) | undefined {
  if (selfWords.test(heard) || heard === ' what are you ') return { kind: 'self' };
  if (asksHow.test(heard)) return { kind: 'self', rest: 'how' };
  if (claimStart.test(`${raw} `) || namedStart.test(raw)) return { kind: 'claim' };
  if (ofOneself.test(raw)) return { kind: 'look', heard: ' look at myself ', rest: ' at myself ' };
  return speech === '' && notDone.test(raw) ? { kind: 'nonsense' } : undefined;
}

function readDeed(base: Base, spoken: string, own: readonly Verb[]): Intent & { readonly kind: IntentKind } {
  const { heard, speech } = base;
  const found = findVerb(spoken.trim() === '' ? ' ' : spoken, own);
  const question = speech === '' ? readQuestion(heard, found) : undefined;
  if (question !== undefined) return { ...base, kind: question, rest: heard };
  if (found !== undefined) return { ...base, ...resolveIntent(found, heard) };
  if (speech !== '') return { ...base, kind: 'talk', rest: speech };
  return { ...base, kind: 'nonsense' };
}

/** What is asked, where the words are a question and begin with no verb of looking. */
function readQuestion(heard: string, found: FoundVerb | undefined): IntentKind | undefined {
  const plain = plainQuestions.find(([, pattern]) => pattern.test(heard))?.[0];
  if (plain !== undefined) return plain;
  if (toSomebody.test(heard) && (found === undefined || found.kind === 'know')) return 'ask';
  if (isNamedFirst(found)) return undefined;
  if (questionStart.test(heard)) return 'oracle';
  if (!askStart.test(heard)) return undefined;
  return /what (?:should|now|was i|happened|has happened)/.test(heard) ? 'quest' : 'ask';
}

/** Questions that the state answers by itself. */
const plainQuestions: readonly (readonly [IntentKind, RegExp])[] = [
  ['where', /^ (?:is|are) (?!there |it |he |she |any|some)(?:\S+ ){1,3}(?:here|around|nearby|present) $/],
  ['said', /^ what (?:did|has|had) (?:he|she|they|it|you) (?:just )?(?:say|said|tell|told|mean)\b/],
  [
    'hour',
    /^ (?:what (?:is )?(?:the )?(?:time|hour|day|date)|how late|is it (?:still |already |yet |getting )?(?:dark|light|night|day|late|early|morning|evening|noon|dawn|daylight|midnight))\b/,
  ],
  [
    'quest',
    /^ what (?:have|did|do) (?:i|we) (?:already )?(?:found|find|learned|learnt|learn|discovered|discover|done|know so)\b/,
  ],
  [
    'look',
    /^ (?:who (?:else|(?:can|could|should) (?:i|we) (?:talk|speak|ask))|what (?:does|do) .* look like $)/,
  ],
  [
    'inventory',
    /^ (?:do i have|have i|how much|how many|is there|are there) (?:(?:got|any|much|some|many|my|of|of my) )*(?:food|water|money|coins?|gold|silver|supplies|supply|rations?|provisions)\b/,
  ],
  [
    'price',
    /^ (?:how much (?:does|do|is|are|for|would|will)|what (?:does|do|would) \S+(?: \S+){0,4} cost)\b/,
  ],
  [
    'where',
    /^ (?:how far|where (?:is|are|do|does|can|could|to) (?!i |we |am )|where does|which way|how (?:do|can|could) (?:i|we) (?:get|go|come|reach)|how long (?:is|does it take))\b/,
  ],
  ['whois', /^ who (?:is|are|was) (?!here|around|there|you|this|that|he|she|they|else|in )/],
];

/** The kind of deed whose verb stands first; undefined where the words begin with none. */
export function findLeadingKind(raw: string, own: readonly Verb[] = []): IntentKind | undefined {
  const found = findVerb(normaliseSpeech(raw), own);
  return found?.at === 0 ? found.kind : undefined;
}

/** Asking for what a host of travellers has is an order. */
const served =
  / for (?:a|an|some|the|my) (?:\S+ ){0,2}(?:room|bed|meal|breakfast|lunch|supper|dinner|food|ale|beer|wine|tea|coffee|drink|soup|stew|bread|pie) /;

interface FoundVerb {
  readonly kind: IntentKind;
  readonly rest: string;
  readonly at: number;
}

/** Whether the words begin with a verb of looking: `what do i see` is a look and no question. */
function isNamedFirst(found: FoundVerb | undefined): boolean {
  return found !== undefined && found.at === 0 && ['look', 'inventory', 'know', 'quest'].includes(found.kind);
}

const allVerbs: readonly Verb[] = (Object.keys(intents) as IntentKind[]).flatMap((kind) =>
  listVerbs(intents[kind]).map((verb) => ({ kind, verb })),
);

/** The verb that stands first; where two begin at the same place, the longer one. */
function findVerb(heard: string, own: readonly Verb[]): FoundVerb | undefined {
  let best: (FoundVerb & { readonly length: number }) | undefined;
  for (const { kind, verb } of [...allVerbs, ...own]) {
    const at = findWord(heard, verb);
    if (at === undefined) continue;
    const isBetter = best === undefined || at < best.at || (at === best.at && verb.length > best.length);
    if (isBetter)
      best = { kind, at, length: verb.length, rest: ` ${heard.slice(at + verb.length + 1).trim()} ` };
  }
  return best;
}

/** Where the verb stands. `i` means the list of what is carried only where nothing else is said. */
function findWord(heard: string, verb: string): number | undefined {
  if (verb.length === 1) return heard === ` ${verb} ` ? 0 : undefined;
  const at = heard.indexOf(` ${verb} `);
  return at === -1 ? undefined : at;
}

function resolveIntent(found: FoundVerb, heard: string): Pick<FoundVerb, 'kind' | 'rest'> {
  const { kind, rest } = found;
  if (kind === 'talk' || kind === 'persuade') return { kind: readSpeaking(kind, rest), rest };
  if (
    kind === 'take' &&
    /^ (?:in|a (?:look|rest|nap|breath|breather|break|seat|moment)|the (?:stairs?|path|road|way))\b/.test(
      rest,
    )
  ) {
    return { kind: readTaking(rest), rest };
  }
  if (kind === 'help' && rest === ' me ') return { kind: 'call', rest };
  if (kind === 'look' && /^ (?:for|under|underneath|beneath|below|behind|inside|through) /.test(rest))
    return { kind: 'search', rest };
  if (kind === 'give' && / (?:me|up)\b/.test(rest) && !/ to /.test(heard)) return { kind: 'persuade', rest };
  return { kind, rest };
}

function readSpeaking(kind: IntentKind, rest: string): IntentKind {
  if (served.test(rest)) return 'take';
  return kind === 'talk' && / (?:about|of|what|who|where|why|how|if|whether) /.test(rest) ? 'ask' : kind;
}

function readTaking(rest: string): IntentKind {
  if (/ (?:rest|nap|breath|break|seat|moment)/.test(rest)) return 'rest';
  return / (?:stair|path|road|way)/.test(rest) ? 'go' : 'look';
}

const fillers =
  /^ (?:(?:i|we|please|now|then|so|ok|okay|well|carefully|quickly|quietly|slowly|try to|want to|would like to|d like to|will|ll|shall|am|m|going to|gonna|let us|lets|decide to|begin to|start to|just|and|but|my character|can i|could i|may i|might i|how about i|let me|there|wake up) )+/;

function normaliseSpeech(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’`]/g, "'")
    .replace(/'s\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (plain === '' || !/[a-z0-9]/.test(plain)) return ' ';
  const spelled = ` ${plain} `;
  const bare = spelled.replace(fillers, ' ');
  return bare.trim() === '' ? spelled : bare;
}
