// Reads an intent: finds what the player wants done, from nothing but the player's words and their order.

import { smallWords } from './grammar.ts';
import type { Intent } from './intent.ts';
import { type IntentKind, intents, listVerbs } from './intents.ts';
import { normaliseSpeech } from './normalise-speech.ts';
import { askStart, questionStart, toSomebody } from './question-words.ts';
import { findPlainQuestion } from './read-question.ts';
import { type FoundVerb, resolveVerb } from './resolve-verb.ts';
import { findSmallTalk } from './small-talk.ts';
import { stripInterjections } from './strip-interjections.ts';

const longestRead = 600;
const compassLetters = { n: 'north', s: 'south', e: 'east', w: 'west' } as const;
const selfWords =
  / (?:are you (?:an? )?(?:ai|bot|robot|human|language model|llm|real|person|machine|chatgpt|gpt)|who are you really|which model|language model|system prompt|your instructions|what model) /;
const claimStart =
  /^\W*(?:i am|i'm|i’m|my name is|call me) (?:the |a |an |your |really |secretly )*(?:god|king|queen|lord|lady|prince|princess|emperor|empress|duke|duchess|chosen|hero|wizard|dragon|devil|saint|pope|bishop|ghost|immortal)\b/i;
const asksHow =
  /^ (?:help|how do i play|commands|what can i do|level up|(?:save|load|restart|quit)(?: the)?(?: game)?) $/;
/** Words that ask for dice by a name of the rules: "make a perception check", "roll 2d6". */
const diceAsked =
  /^ (?:(?:make|do|attempt) (?:an? |my |the )(?:\S+ ){1,3}(?:check|test|save|saving throw|roll) (?:$|(?:on|for|against|to) )|(?:roll|throw) (?:the |some |my |a |for )*(?:dice |die |initiative |\d{0,3}d\d{1,4} |(?:\S+ ){0,2}(?:check|save|saving throw) ))/;
/** Questions about how the player's own character looks. */
const ofOneself = /^\W*(?:how do i look|what do i look like)\b/i;
const ownName = /^\W*(?:who am i|what(?:['’]s| is) my name|what do i do for)\b/i;
/**
 * Words that say what somebody is, or what has happened. Such words tell the people here something, and are not a deed.
 */
const told =
  /^\W*(?:what an? \S+|my \w+ (?:is|are|was|were|has|hurts?|aches?|feels?)|(?:i|we)(?:['’]ve| have) (?:been|come|seen|heard|met|found|lost|brought|never|always|just|\w{3,}ed)|(?:i am|i['’]m|my name is|call me|we are|we['’]re) (?:the|an?|your|called|named|not|new|from|with|here|only|just|sorry|looking for)|(?:i|we) (?:do not|don['’]?t|can['’]?t|cannot|didn['’]?t) (?:believe|trust|know|think|like|care|understand|mind|remember)|(?:i|we) (?:hear|heard|think|believe|suppose|guess|hope|wish|love|like|hate|miss|mean|swear|promise) (?!about|to look|to go)|(?:i|we) have (?:something|a message|news|a question|an idea|no idea|nothing)|(?:you|it|he|she|they|this|that|there)(?:['’]s|['’]re| is| are| was| were| looks?| seems?| has| have))\b/i;
const ownNamed = /^\W*(?:[Ii] am|[Ii]['’]m|[Mm]y name is|[Cc]all me) \p{Lu}\p{Ll}+/u;

function isTold(raw: string): boolean {
  return !raw.includes('?') && (told.test(raw) || ownNamed.test(raw));
}

/** Words that have the player's own character die, which only the rules can decide. */
const ownDeath =
  /^\W*(?:(?:and|then|so|now) )?(?:i|we)\s+(?:just |simply |suddenly |quietly |slowly |finally |want to |try to |decide to )*(?:(?:die|(?:drop|fall)(?: down)? dead|bleed to death|drown)(?=\s*(?:$|[.,;:!?…]|and\b|here\b|now\b))|(?:kill|hang|drown|poison|stab|shoot|strangle|behead) (?:myself|ourselves)\b|(?:cut|slit) my (?:own )?(?:throat|wrists?)\b|(?:take|end) my (?:own )?life\b|end it all\b|commit suicide\b)/i;

/** Words that only say what the player does not do, as in "I don't attack". */
const notDone =
  /^\W*(?:(?:i|we)\s+)?(?:do not (?!believe|trust|know|think|like|care|understand|mind)|don['’]?t (?!believe|trust|know|think|like|care|understand|mind)|(?:(?:will|shall|would|could|can) |(?:i|we)['’](?:ll|d) )?never|will not|won['’]?t|would not|wouldn['’]?t|refuse to|decide not to|(?:i['’]d|would|want|prefer) (?:(?:like|prefer|rather|want) )?(?:to not|not))\b[^,;.]*(?:\.\s*)?$/i;
type Base = Omit<Intent, 'kind'>;

/** A word that names an intent. */
export interface Verb {
  readonly kind: IntentKind;
  readonly verb: string;
}

/** Finds out what the player wants. `own` are the system's own words for intents, in addition to the usual ones. */
export function readIntent(raw: string, own: readonly Verb[] = []): Intent & { readonly kind: IntentKind } {
  const bounded = stripInterjections(raw.slice(0, longestRead));
  const speech = /["“]([^"”]{1,300})["”]?/.exec(bounded)?.[1]?.trim() ?? '';
  const heard = removeMeasures(normaliseSpeech(bounded));
  const spoken =
    speech === '' ? heard : removeMeasures(normaliseSpeech(bounded.replace(/["“][^"”]*["”]?/g, ' ')));
  const base = { heard, rest: '', speech, raw: bounded };
  if (/^\s*\/ooc\b/i.test(bounded)) return { ...base, kind: 'self', rest: 'ooc' };
  if (heard.trim() === '') return { ...base, kind: /[\p{L}\p{N}]/u.test(bounded) ? 'nonsense' : 'empty' };
  const aside = readAside(base);
  if (aside !== undefined) return { ...base, ...aside };
  const [letter] = /^ ([nsew]) $/.exec(heard)?.slice(1) ?? [];
  if (letter !== undefined) {
    const spelled = ` go ${compassLetters[letter as 'n']} `;
    return readDeed({ ...base, heard: spelled }, spelled, own);
  }
  return readDeed(base, spoken, own);
}

/** Removes measures: "a cup of tea" becomes "a tea". */
function removeMeasures(heard: string): string {
  return heard.replace(
    / (?:cup|mug|glass|bowl|pint|pot|jug|plate|slice|piece|bottle|flask|drop|sip|bite|bit|mouthful|spoonful|tankard) of (?=\S)| a (?:crack|little|bit|inch|hand breadth)(?= $| (?:wide|open) $)/g,
    ' ',
  );
}

/**
 * Reads words that are no ordinary deed, such as questions about the game, claims, and what is not to be done;
 * undefined for all others.
 */
function readAside({
  heard,
  raw,
  speech,
}: Base): (Partial<Intent> & { readonly kind: IntentKind }) | undefined {
  if (selfWords.test(heard) || heard === ' what are you ') return { kind: 'self' };
  if (asksHow.test(heard)) return { kind: 'self', rest: 'how' };
  if (diceAsked.test(heard)) return { kind: 'dice' };
  if (claimStart.test(raw)) return { kind: 'claim' };
  if (ownName.test(raw)) return { kind: 'whoami' };
  if (ofOneself.test(raw)) return { kind: 'look', heard: ' look at myself ', rest: ' at myself ' };
  if (speech === '' && ownDeath.test(raw)) return { kind: 'die' };
  return speech === '' && notDone.test(raw) ? { kind: 'refrain' } : undefined;
}

/** Words that say what happens meanwhile, or why; they do not name the object of the deed. */
const besides = / (?:while|because|so that|in order to|as long as|in case|on purpose) .*$/;

function resolveDeed(base: Base, found: FoundVerb): Intent & { readonly kind: IntentKind } {
  const resolved = resolveVerb(found, base.heard);
  if (found.at > 0 || spokenOf.has(resolved.kind)) return { ...base, ...resolved };
  const cut = (text: string) => text.replace(besides, ' ');
  return { ...base, ...resolved, heard: cut(base.heard), rest: cut(resolved.rest) };
}

/** Intents for which the words after "while" or "because" count too. */
const spokenOf: ReadonlySet<string> = new Set<IntentKind>([
  'talk',
  'ask',
  'persuade',
  'threaten',
  'joke',
  'shout',
  'oracle',
  'wait',
  'rest',
]);

function readDeed(base: Base, spoken: string, own: readonly Verb[]): Intent & { readonly kind: IntentKind } {
  const { heard, speech } = base;
  const found = findVerb(spoken.trim() === '' ? ' ' : spoken, own);
  if (speech !== '') return readSpoken(base, found);
  const begun = found?.at === 0 && found.kind !== 'go' ? undefined : readOngoing(heard, own);
  if (begun !== undefined) return readDeed({ ...base, heard: begun }, begun, own);
  const wish = readWish(base, found);
  if (wish !== undefined) return { ...base, rest: heard, ...wish };
  const question = readQuestion(heard, found, base.raw);
  if (question !== undefined) return { ...base, kind: question, rest: heard };
  const isAsked = base.raw.trimEnd().endsWith('?') && (found === undefined || found.at > 0);
  if (isAsked) return { ...base, kind: 'ask', rest: heard };
  if (found !== undefined) return resolveDeed(base, found);
  return { ...base, kind: isDeedUnknown(base) ? 'act' : 'nonsense', rest: heard.replace(/^ \S+/, '') };
}

const ongoing = /^ (?:keep|keep on|continue|go on|carry on)(?: on)? ([a-z]{2,}?)ing /;

/** Turns "keep hitting him" into "hit him"; undefined for words of another form, or if the verb is not known. */
function readOngoing(heard: string, own: readonly Verb[]): string | undefined {
  const [start = '', stem] = ongoing.exec(heard) ?? [];
  if (stem === undefined) return undefined;
  const bases = [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')];
  const verb = bases.find((one) => findVerb(` ${one} `, own)?.at === 0);
  return verb === undefined ? undefined : ` ${verb} ${heard.slice(start.length)}`;
}

/**
 * Reads words that mean something else than their verb, such as a wish, small talk or a request for permission;
 * undefined for all others.
 */
function readWish(
  { heard, raw }: Base,
  found: FoundVerb | undefined,
): (Partial<Intent> & { readonly kind: IntentKind }) | undefined {
  const wish = wishes.find(([, pattern]) => pattern.test(heard))?.[0];
  if (wish !== undefined) return { kind: wish };
  if (isTold(raw)) return { kind: 'talk' };
  const isFirst = found === undefined || found.at > 0;
  if (isFirst && findSmallTalk(heard, raw.includes('?')) !== undefined) return { kind: 'talk' };
  const likened = /^ what (?:does|do) (.*) look like $/.exec(heard)?.[1];
  if (likened !== undefined && !/^(?:i|it|you|here)$/.test(likened))
    return { kind: 'look', rest: ` at ${likened} ` };
  if (leave.test(raw) && / (?:trust|believe|rely|afford) | (?:trust|believe|rely|afford)/.test(heard))
    return { kind: 'ask' };
  return leave.test(raw) && !granted.has(found?.kind ?? '') ? { kind: 'request' } : undefined;
}

/** Whether the words seem to be a deed whose verb is not known, as in "braid the rope". */
function isDeedUnknown({ heard, raw }: Base): boolean {
  const [verb = ''] = heard.trim().split(' ');
  if (verb.length < 3 || /(?:ly|ing|ed)$/.test(verb) || smallWords.stop.includes(verb)) return false;
  return /^\W*I [a-z]/.test(raw) || deedObject.test(heard);
}

const deedObject =
  /^ [a-z]{3,14} (?:my|the|a|an|his|her|their|some|like|it|them|him|with|at|on|in|into|around|round|myself|up|down|over|off) \S/;

const dishes =
  'room|bed|beers|ales|teas|drinks|meal|breakfast|lunch|supper|dinner|food|ale|beer|wine|tea|coffee|drink|soup|stew|bread|pie|cake|bun|biscuits?|slice|snack|broth|cider|whisky|whiskey|brandy|pint|to eat';

/** "May I …?" asks the people here for permission, unless it is only a polite way to name a deed. */
const leave = /^\W*(?:may|might|could|can) (?:i|we)\b[^?]*\?\s*$/i;
const granted: ReadonlySet<string> = new Set<IntentKind>([
  'take',
  'look',
  'search',
  'inventory',
  'read',
  'reclaim',
  'listen',
]);

/** What the player asks for, recognised by patterns: a thing back, food or drink, a story, permission and the like. */
const wishes: readonly (readonly [IntentKind, RegExp])[] = [
  // "I'd like to hear about it" is a question.
  [
    'ask',
    /^ (?:hear|learn|know) (?:more|about|of|the (?:whole )?(?:story|tale|rest|truth|reason)|your (?:story|tale|name|side)|what|how|why) /,
  ],
  ['ask', /^ what (?:did (?!i )\S+(?: \S+)*|does (?:he|she)|do they) look like /],
  [
    'reclaim',
    / (?:have|get|need|want|take|give|hand|ask (?:\S+ ){0,3}for) (?:me )?(?:(?:my|the|that|it|this|them) )(?:\S+ ){0,3}(?:back|again) (?!to |into |in |on )| (?:have|get|take|give|hand) (?:me )?back (?:my|the|that|it|this|them) | (?:hand|give) (?:it|that|them) over (?:please )?$|^ return my /,
  ],
  [
    'persuade',
    /^ (?:please )?(?:let|set) (?!us |me |s |it |go )(?:\S+ ){1,3}(?:go|free)(?: home| now| please)* $/,
  ],
  [
    'request',
    /^ (?:ask|beg|beseech|invite|urge) (?:\S+ ){1,3}(?:if|whether) (?:i|we|he|she|they|there) (?:may|can|could|might|minds?|objects?|would|will)\b/,
  ],
  [
    'take',
    new RegExp(
      ` (?:bring|get|fetch|serve|pour) (?:me|us) .*(?:${dishes}) |^ (?:a|an|one|two|three|four|some|another|more) (?:\\S+ ){0,3}(?:${dishes}) |^ (?:d like|would like|d love|would love|want|ll have|have|need|fancy|could do with) (?:a|an|some|another|the|something) .*(?:${dishes}) `,
    ),
  ],
  [
    'joke',
    /^ (?:tell|crack|make|try) (?!me |us )(?:\S+ ){0,3}(?:a|an|the|my|another) (?:\S+ )?(?:joke|riddle|pun|story|tale|legend) /,
  ],
  ['bid', /^ (?:please )?tell (?:me|us) (?:a|another|the) (?:\S+ )?(?:story|joke|tale|secret|riddle) /],
  [
    'bid',
    / (?:lend|give) (?:me|us) a hand |^ (?:can|could|would|will) you (?:please )?(?!tell |see |hear |read |remember |feel |smell |say )\S+ /,
  ],
  ['request', / (?:seat|chair|place|stool|bench|spot) (?:taken|free) /],
  ['request', /^ (?:mind|do you mind|would you mind) if (?:i|we) /],
];

/**
 * Reads words with a quotation. If a deed stands beside it, this deed is read, unless the quotation is a question or
 * the deed only goes along with speaking; otherwise the quotation itself is read.
 */
function readSpoken(base: Base, found: FoundVerb | undefined): Intent & { readonly kind: IntentKind } {
  const rest = normaliseSpeech(base.speech);
  const isAsked = base.speech.includes('?') || askStart.test(rest);
  if (found !== undefined && !isAsked && !spokenKinds.has(found.kind))
    return { ...base, ...resolveVerb(found, base.heard) };
  if (isAsked) return { ...base, kind: readSpokenQuestion(rest), heard: rest, rest };
  if (found?.kind === 'shout') return { ...base, kind: 'shout', heard: ` shout ${rest.trim()} `, rest };
  return { ...base, kind: 'talk', rest };
}

/** A question that is spoken aloud is put to somebody here, so the dice do not answer it. */
function readSpokenQuestion(rest: string): IntentKind {
  const kind = readQuestion(rest, undefined) ?? 'ask';
  return kind === 'oracle' ? 'ask' : kind;
}

/**
 * Speaking, and small deeds that go along with speaking: beside words said aloud, they are not deeds of their
 * own.
 */
const spokenKinds: ReadonlySet<string> = new Set<IntentKind>([
  'talk',
  'ask',
  'gesture',
  'act',
  'look',
  'shout',
  'nonsense',
]);

const sounds = / what (?:is |was )?(?:that|this|the) (?:sound|noise) | what (?:do|can) (?:i|we) hear /;

/**
 * The kind of question that the words are; undefined if they are none, or count as looking or recalling, as in "what do
 * I see".
 */
function readQuestion(heard: string, found: FoundVerb | undefined, raw = ''): IntentKind | undefined {
  const plain = findPlainQuestion(heard);
  if (plain !== undefined) return plain;
  if (sounds.test(heard)) return 'listen';
  if (/ what (?:is |was )?(?:that|this|the) smell /.test(heard)) return 'look';
  if (toSomebody.test(heard) && (found === undefined || found.at > 0 || found.kind === 'know')) return 'ask';
  if (isNamedFirst(found)) return undefined;
  if (questionStart.test(heard) && !/^\W*(?:i|we|you)\b/i.test(raw)) return 'oracle';
  if (!askStart.test(heard)) return undefined;
  return /what (?:should|now|was i )|what (?:happened|has happened) (?:so far )?$/.test(heard)
    ? 'quest'
    : 'ask';
}

/** The kind of the verb with which the words begin; undefined if they begin with none. */
export function findLeadingKind(raw: string, own: readonly Verb[] = []): IntentKind | undefined {
  const found = findVerb(normaliseSpeech(raw), own);
  return found?.at === 0 ? found.kind : undefined;
}

/** Whether the words begin with a verb that only looks or recalls: `what do i see` is a look, not a question. */
function isNamedFirst(found: FoundVerb | undefined): boolean {
  return found !== undefined && found.at === 0 && ['look', 'inventory', 'know', 'quest'].includes(found.kind);
}

const allVerbs: readonly Verb[] = (Object.keys(intents) as IntentKind[]).flatMap((kind) =>
  listVerbs(intents[kind]).map((verb) => ({ kind, verb })),
);

/**
 * Intents whose verbs are also nouns, so that the verbs count only at the beginning or after words such as "I" or
 * "and".
 */
const plainKinds: ReadonlySet<string> = new Set<IntentKind>(['act', 'sit', 'lay', 'wear', 'throw']);

/** Whether a verb counts after other words: "slide down the handrail" is not an order to go down. */
function isWithin(kind: string, verb: string, before: string): boolean {
  if (kind === 'go' && /^(?:north|south|east|west|up|down|out|in|back|off to|over to|back to)$/.test(verb))
    return false;
  return !plainKinds.has(kind) || / (?:i|we|to|and) $/.test(before);
}

/** The verb that comes first; if two begin at the same place, the longer one. */
function findVerb(heard: string, own: readonly Verb[]): FoundVerb | undefined {
  let best: (FoundVerb & { readonly length: number }) | undefined;
  for (const { kind, verb } of [...allVerbs, ...own]) {
    const at = findWord(heard, verb);
    if (at === undefined || (at > 0 && !isWithin(kind, verb, heard.slice(0, at + 1)))) continue;
    const isBetter = best === undefined || at < best.at || (at === best.at && verb.length > best.length);
    if (isBetter)
      best = { kind, at, length: verb.length, rest: ` ${heard.slice(at + verb.length + 1).trim()} ` };
  }
  return best;
}

/** The position of the verb. `i` means the inventory only if nothing else is said. */
function findWord(heard: string, verb: string): number | undefined {
  if (verb.length === 1) return heard === ` ${verb} ` ? 0 : undefined;
  const at = heard.indexOf(` ${verb} `);
  return at === -1 ? undefined : at;
}
