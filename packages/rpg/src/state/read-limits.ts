// Reads limits from a player's wish: what must never be in the game, and what may happen only out of sight.

export interface ReadLimits {
  /** What must never be in the game, in the player's words. */
  readonly lines: readonly string[];
  readonly veils: readonly string[];
  /** Whether each clause of the wish is a limit. */
  readonly isOnlyLimits: boolean;
}

const mostLimits = 12;
const longestLimit = 200;

/**
 * Reads clause by clause: a limit is stated at the beginning or at the end of a clause. Other clauses are only part of
 * the wish.
 */
export function readLimits(text: string): ReadLimits {
  const clauses = splitClauses(text);
  const read = clauses.map((clause) =>
    isOfWorld(clause) ? undefined : (readVeil(clause) ?? readLine(clause)),
  );
  const list = (kind: 'line' | 'veil') => [
    ...new Set(read.flatMap((found) => (found?.kind === kind ? [found.of] : []))),
  ];
  return {
    lines: list('line').slice(0, mostLimits),
    veils: list('veil').slice(0, mostLimits),
    isOnlyLimits: clauses.length > 0 && read.every((found) => found !== undefined),
  };
}

/** The known limits and the new ones, as one text. */
export function joinLimits(known: string, added: readonly string[]): string {
  const plain = known.toLowerCase();
  const fresh = added.filter((one) => !plain.includes(one.toLowerCase()));
  return [known.trim(), ...fresh].filter((part) => part !== '').join('; ');
}

interface Limit {
  readonly kind: 'line' | 'veil';
  readonly of: string;
}

/**
 * Places within a sentence where a new clause begins: before "no", "never" and other words with which a limit begins.
 */
const beginnings =
  /(?:,|\band\b|\bbut\b|\bwith\b) (?=(?:and |but |also )?(?:please,? |absolutely |definitely )?(?:no |never |nothing |don['’]t |do not |without |fade to black|keep |avoid |leave out |i don['’]t want |i do not want |i['’]d rather not |i would rather not |veil ))| (?=without )/giu;

function splitClauses(text: string): readonly string[] {
  return text
    .slice(0, 8_000)
    .split(/[.!?;\n]+/u)
    .map((sentence) => sentence.replaceAll(/\s+/gu, ' '))
    .flatMap((sentence) => (isOfWorld(sentence) ? [sentence] : splitEnding(sentence).flatMap(splitInner)))
    .map(stripFillers)
    .filter((clause) => /\p{L}/u.test(clause));
}

/** “…, and children are off limits” is a clause of its own. */
function splitEnding(sentence: string): readonly string[] {
  const at = Math.max(sentence.lastIndexOf(', and '), sentence.lastIndexOf(', but '));
  const rest = sentence.slice(at + 1);
  return at > 0 && (lineEnd.test(rest) || veilEnd.test(rest)) ? [sentence.slice(0, at), rest] : [sentence];
}

/**
 * Splits a sentence before words that mark a limit; before a mere “no” or “without”, only if the sentence asks to leave
 * something out: “A land with no kings, no law” describes a world.
 */
function splitInner(sentence: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: mark, index } of sentence.matchAll(beginnings)) {
    const rest = sentence.slice(index + mark.length);
    if (!isBare(rest) || isLimiting(sentence)) {
      parts.push(sentence.slice(from, index));
      from = index + mark.length;
    }
  }
  return [...parts, sentence.slice(from)];
}

/**
 * What a world may be without: “No kings, no law, no hope” tells of it and leaves nothing out of the game. Each part of
 * such a sentence must be one of these.
 */
const worldly =
  /^(?:kings?|queens?|lords?|masters?|gods?|churches|priests?|laws?|rulers?|rules?|order|government|borders?|nations?|empires?|emperors?|money|mercy|hope|future|past|peace|honou?r|justice|heroes|saints|sun|sunlight|light|moon|stars|dawn|day|daylight|sky|summer|winter|spring|rain|snow|wind|sea|land|water|trees|maps?|roads?|home|homes|homeland|sleep|dreams|escape|return|retreat|way (?:out|back|home)|turning back|second chances?|happy endings?|tomorrow|sound|colou?rs?|names?|memory|memories|time)$/iu;

function isOfWorld(sentence: string): boolean {
  const parts = sentence.trim().split(/(?:,| and| or|,? but)(?= no )/iu);
  const named = parts.map(
    (part) => /^ ?(?:and |or )?no (?:more )?(?<of>.+)$/iu.exec(part)?.groups?.['of'] ?? '',
  );
  return named.length > 1 && named.every((of) => worldly.test(of.trim()));
}

function isBare(clause: string): boolean {
  return /^(?:and |but )?(?:no|without) /iu.test(clause);
}

/** Whether a sentence asks to leave something out, or names something that people often leave out of games. */
function isLimiting(sentence: string): boolean {
  return /\bplease\b|\bthanks\b|^\s*(?:please,? )?no\b/iu.test(sentence) || sensitive.test(sentence);
}

const sensitive =
  /\b(?:harm|hurt|violence|violent|gore|gory|blood|torture|cruelty|abuse|sex|sexual|nudity|rape|assault|romance|suicide|self-harm|slavery|racism|spiders?|snakes?|insects?|bugs|rats?|clowns?|child(?:ren)?|kids|animals?|pets?|dogs?|cats?|horses?|body horror|jump ?scares?|cannibalism|needles|vomit|swearing|profanity|drugs|alcohol|addiction|pregnancy|miscarriage|homophobia|transphobia|kidnapping|eye injur(?:y|ies)|drowning|funerals?|cancer|illness)\b/iu;

function stripFillers(clause: string): string {
  return clause
    .trim()
    .replace(/^(?:and|but|also|so|then|oh|well|ok(?:ay)?),? /iu, '')
    .replace(/^(?:please|absolutely|definitely|just|only),? /iu, '')
    .replace(/,? ?(?:please|thanks|thank you|if (?:possible|you can)|at all|ever|of any kind)$/iu, '')
    .trim();
}

/**
 * Phrases that are not limits: set phrases with “no” (“no doubt”), and wishes about how the game is played (“no
 * hurry”).
 */
const idle =
  /^(?:idea|doubt|matter|one|longer|wonder|rush|hurry|worries|problem|preferences?|particular|limits?|wish(?:es)?|more than|less than|need|reason|way|end|time|surprise|thanks|opinion|restrictions?|lines|veils|clue|special|thank you|kidding|chance|hard feelings)\b/iu;

const lineForms: readonly RegExp[] = [
  /^no (?:more )?(?<of>.+)$/iu,
  /^(?:nothing (?:with|about|involving|that involves)) (?<of>.+)$/iu,
  /^never (?:any )?(?<of>.+)$/iu,
  /^(?:i (?:don['’]t|do not) want|i['’]d rather not (?:see|meet|have|read about|play with|deal with)|i would rather not (?:see|meet|have|read about|play with|deal with)|i (?:can['’]t|cannot) (?:stand|take|bear)|i (?:don['’]t|do not) like)(?: to see| to meet| to read about| to have)? (?:any )?(?<of>.+)$/iu,
  /^(?:avoid|leave out|skip|exclude|omit)(?: any| all)? (?<of>.+)$/iu,
  /^(?:don['’]t|do not) (?:include|have|use|bring in|add|mention)(?: any)? (?<of>.+)$/iu,
  /^(?:don['’]t|do not) (?<of>(?:hurt|kill|harm|torture|maim|threaten|endanger)\b.+)$/iu,
  /^(?:keep (?:it )?|make it )?(?:free of|without)(?: any)? (?<of>.+)$/iu,
  /^(?:hard )?lines?: ?(?<of>.+)$/iu,
];

const veilForms: readonly RegExp[] = [
  /^fade to black(?: for| on| in| during| at| with|:| when it comes to)? (?<of>.+)$/iu,
  /^(?:don['’]t|do not) (?:show|describe|detail|linger on|dwell on)(?: any)? (?<of>.+?)(?: in (?:any )?detail)?$/iu,
  /^no (?:graphic|explicit|detailed) (?<of>.+)$/iu,
  /^(?:veil|draw (?:a|the) (?:veil|curtain) over|skip over|gloss over)s?:? (?<of>.+)$/iu,
];

/** Endings of a clause that make the words before them a limit. */
const lineEnd =
  / (?:is|are) (?:off[- ]limits|out of bounds|a (?:hard )?(?:line|no|limit)|not (?:okay|ok|allowed|for me))$/iu;
const veilEnd =
  /[,:]? (?:(?:fades? )?to black|off[- ]?screen|out of sight|off[- ]?page|off[- ]?stage|behind (?:a|the) (?:veil|curtain))$/iu;
const beforeEnd = new Set(
  'should may can must to only happen happens be is are stay stays kept remain remains go goes fade fades happening always'.split(
    ' ',
  ),
);

/** The limit in a clause with the ending `end`: the words before it, without the verb that leads to it. */
function readBefore(clause: string, end: RegExp): string | undefined {
  const found = end.exec(clause);
  if (found === null) return undefined;
  const words = clause
    .slice(0, found.index)
    .replace(/^keep /iu, '')
    .split(' ');
  while (beforeEnd.has(words.at(-1)?.toLowerCase() ?? '')) words.pop();
  return checkLimit(words.join(' '));
}

function readLine(clause: string): Limit | undefined {
  const of = readBefore(clause, lineEnd) ?? readForm(clause, lineForms) ?? readNothing(clause);
  return of === undefined ? undefined : { kind: 'line', of };
}

/** “Nothing sexual” and “nothing too dark” are limits, “nothing special” and “nothing but blood” are not. */
const nothingUnwelcome =
  /^nothing (?:at all )?(?<of>(?:(?:too|overly|very|really) (?:dark|heavy|grim|bleak|intense|sad)|(?:(?:too|overly|very|really) )?(?:sexual|violent|gory|explicit|graphic|erotic|romantic|bloody|gruesome|cruel|scary|creepy|disturbing|gross|political|religious|racist|sexist))\b.*)$/iu;

function readNothing(clause: string): string | undefined {
  return checkLimit(nothingUnwelcome.exec(clause)?.groups?.['of'] ?? '');
}

function readVeil(clause: string): Limit | undefined {
  const of = readBefore(clause, veilEnd) ?? readForm(clause, veilForms);
  return of === undefined ? undefined : { kind: 'veil', of };
}

function readForm(clause: string, forms: readonly RegExp[]): string | undefined {
  for (const form of forms) {
    const of = checkLimit(form.exec(clause)?.groups?.['of'] ?? '');
    if (of !== undefined) return of;
  }
  return undefined;
}

const mostWords = 14;
/** A clause that begins with “no” but has a verb describes a world: “No ship has come home since spring.” */
const telling =
  /\b(?:has|have|had|was|were|is|are|can|could|will|would|dares?|knows?|knew|comes?|came|goes|went|speaks?|spoke|sleeps?|slept|remembers?|lives?|lived|returns?|returned)\b/iu;

function checkLimit(said: string): string | undefined {
  const of = stripFillers(said)
    .replace(/^(?:the|any|all) /iu, '')
    .replace(/,? (?:and|but) (?:lots|plenty|some|an?|much|many|more|with|i|the)\b.*$/iu, '');
  if (of === '' || idle.test(of) || /^(?:to|ahead|over) /iu.test(of)) return undefined;
  if (of.split(/\s+/u).length > mostWords || telling.test(of)) return undefined;
  return of.slice(0, longestLimit).trim();
}
