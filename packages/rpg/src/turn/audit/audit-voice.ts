// Audits a narrative for words and choices that it gives to the player's character beyond what the player wrote.

import type { NarrativeFlag } from './audit-flag.ts';
import { listSentences, listWords } from './audit-sentences.ts';

export interface Player {
  readonly words: string;
  /** What the sheet says of the character: a trouble, a drive, a belief. */
  readonly texts?: readonly string[];
  readonly playerName?: string | undefined;
  /** Single names that nobody else has. */
  readonly playerNames?: readonly string[];
}

const pasts: Readonly<Record<string, string>> = {
  say: 'said',
  tell: 'told',
  think: 'thought',
  swear: 'swore',
  choose: 'chose',
  begin: 'began',
  forgive: 'forgave',
  give: 'gave',
  make: 'made',
  snap: 'snapped',
  opt: 'opted',
  admit: 'admitted',
};

const speaking = expandVerbs(
  '(?:say|reply|answer|ask|shout|whisper|mutter|murmur|tell|call|cry|growl|declare|add|demand|insist|lie|explain|admit|warn|retort|snap|hiss|yell|announce|confess|offer|respond|continue|begin|plead|promise|swear|vow|joke|greet|state|suggest|concede|think|wonder)',
);
const choosing = expandVerbs(
  '(?:decide|choose|resolve|agree|accept|refuse|promise|swear|vow|consent|opt|elect|give your word|make up your mind|determine|volunteer|forgive|surrender|yield|confess)',
);
const reporting = expandVerbs(
  '(?:say|reply|answer|tell|admit|explain|insist|claim|declare|lie|swear|promise|suggest|agree)',
);
const said = /["“]([^"“”]*)["”]/g;
const opensChoice =
  /(?:if|when|whether|should|until|unless|before|once|do|does|did|can|could|will|would|may|might|must|that|what|how|as|than|after|where|or|why|who|which|to|let) *$/i;
/** Words that say too little to be compared. */
const plain = new Set(
  'a an the and or but to of in on at for with from by is are was were be been have has had do does did not no you your yours i my me mine we our it its he she they them him her his this that these those so as if then there here will would can could shall should may might must who what when where why how'.split(
    ' ',
  ),
);

export function auditVoice(narrative: string, player: Player): readonly NarrativeFlag[] {
  const own = [player.words, ...(player.texts ?? [])].join(' ');
  const known = new Set(listWords(own).flatMap(({ word }) => [word, toStem(word)]));
  return [...auditSpeech(narrative, player, known), ...auditChoices(narrative, player, known)];
}

const shortest = 3;
/** Words that commit the character even if they stand alone, such as "yes", "no" or "agreed". */
const binding = /\b(?:i|i['’]\p{L}+|yes|no|never|aye|nay|agreed|done|deal|sorry)\b/iu;

const asking = /\b(?:ask|question|inquire|enquire|demand)|\?/i;

/**
 * Whether the character's words only carry out the player's: a question if the player asked one, or one or two words
 * that commit to nothing.
 */
function isOnTheWay(speech: string, { words }: Player): boolean {
  if (speech.trim().endsWith('?') && asking.test(words)) return true;
  return listWords(speech).length < shortest && !binding.test(speech);
}

interface VoicePatterns {
  /** These match who speaks: after the quoted words (`behind`, `verbFirst`) or before them (`ahead`). */
  readonly behind: RegExp;
  readonly verbFirst: RegExp;
  readonly ahead: RegExp;
  readonly choice: RegExp;
}

/** The patterns for each player's character, kept because each turn asks for the same, and they are slow to compile. */
const patternsOf = new Map<string, VoicePatterns>();
const mostPatterns = 8;

function buildPatterns(player: Player): VoicePatterns {
  const subject = renderSubject(player);
  const known = patternsOf.get(subject);
  if (known !== undefined) return known;
  const movement = '(?:[\\p{L}]+(?: (?:to|toward|up|round|around|away|back|down|forward))? and )?';
  const patterns = {
    behind: new RegExp(
      `^\\s*(?:—\\s*)?${subject} (?:had |have )?(?:[\\p{L}]+ly )?${speaking}(?![\\p{L}])`,
      'iu',
    ),
    verbFirst: new RegExp(`^\\s*${speaking} ${subject}(?![\\p{L}])`, 'iu'),
    ahead: new RegExp(
      `(?<![\\p{L}])${subject} (?:[\\p{L}]+ly )?${movement}${speaking}(?![\\p{L}])[^.!?"“”]{0,60}[,:]\\s*$`,
      'iu',
    ),
    choice: new RegExp(
      `(?<![\\p{L}])${subject} (?:[\\p{L}]+ly |then |finally |at last )?(?:${choosing}|${reporting}(?: [\\p{L}'-]+){0,3} that)(?![\\p{L}])`,
      'giu',
    ),
  };
  if (patternsOf.size >= mostPatterns) patternsOf.clear();
  patternsOf.set(subject, patterns);
  return patterns;
}

/**
 * Flags speech in quotation marks whose speaker is the player's character, unless it only carries out the player's
 * words, or repeats them or the sheet.
 */
function auditSpeech(
  narrative: string,
  player: Player,
  known: ReadonlySet<string>,
): readonly NarrativeFlag[] {
  const { behind, verbFirst, ahead } = buildPatterns(player);
  return [...narrative.matchAll(said)].flatMap((match) => {
    const end = match.index + match[0].length;
    const before = narrative.slice(Math.max(0, match.index - 120), match.index);
    const after = narrative.slice(end, end + 80);
    const isPlayers = behind.test(after) || verbFirst.test(after) || ahead.test(before);
    if (!isPlayers || isOnTheWay(match[1] ?? '', player) || isWritten(match[1] ?? '', known)) return [];
    return [
      {
        quote: match[0],
        start: match.index,
        says: "These words are put into the mouth of the player's character; the player did not write them.",
        kind: 'voice' as const,
      },
    ];
  });
}

/**
 * Flags choices and reported speech of the player's character outside quotation marks, unless they repeat the player's
 * words or the sheet.
 */
function auditChoices(
  narrative: string,
  player: Player,
  known: ReadonlySet<string>,
): readonly NarrativeFlag[] {
  const { choice } = buildPatterns(player);
  const spoken = narrative.replace(said, (quote) => ' '.repeat(quote.length));
  return listSentences(spoken).flatMap((sentence) =>
    sentence.text.endsWith('?')
      ? []
      : [...sentence.text.matchAll(choice)].flatMap((match) => {
          const rest = sentence.text.slice(match.index + match[0].length);
          if (opensChoice.test(sentence.text.slice(0, match.index)) || isCursing(match[0], rest)) return [];
          if (rest.trim().replace(/[,.:]/g, '') === '' || isWritten(rest, known)) return [];
          const quote = `${match[0]}${rest.split(/[,;—]| {2}/)[0] ?? ''}`.trimEnd();
          return [
            {
              quote,
              start: sentence.start + match.index,
              says: "This decides for the player's character; the player did not write it.",
              kind: 'voice' as const,
            },
          ];
        }),
  );
}

/**
 * "You" as the subject of its verb. In "a voice behind you says" it is not the subject, as the word before it or the
 * form of the verb shows.
 */
const you =
  '(?<!(?<![\\p{L}])(?:behind|beside|near|above|below|at|with|for|from|of|by|past|over|under|against|towards?|to|around|about) )you(?! (?:[\\p{L}]+ly )?[\\p{L}]*(?!s)[\\p{L}]s(?![\\p{L}]))';

function renderSubject({ playerName, playerNames = [] }: Player): string {
  const names = [playerName?.trim() ?? '', ...playerNames].filter((name) => name !== '');
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return escaped.length === 0 ? you : `(?:${you}|${escaped.join('|')})`;
}

/** The verbs in the forms for "you" and a third person, present and past. */
function expandVerbs(verbs: string): string {
  return verbs.replace(/(?<![a-z ])[a-z]+(?: [a-z ]+)?(?=[|)])/g, (verb) => {
    const [first = '', ...rest] = verb.split(' ');
    const tail = rest.length === 0 ? '' : ` ${rest.join(' ')}`;
    const past =
      pasts[first] ?? (first.endsWith('e') ? `${first}d` : `${first.replace(/([^aeiou])y$/, '$1i')}ed`);
    const third = `${first.replace(/([^aeiou])y$/, '$1ie').replace(/(s|sh|ch)$/, '$1e')}s`;
    return `(?:${first}|${third}|${past})${tail}`;
  });
}

/** Whether the verb only curses: "you swear in two languages" decides nothing. */
function isCursing(verb: string, rest: string): boolean {
  return /(?:swear|swears|swore)$/i.test(verb) && !/^ (?:to|that|by|on|not|never|you|off)\b/i.test(rest);
}

/** Whether most of the words that matter are among the words of the player or the sheet, `known`. */
function isWritten(text: string, known: ReadonlySet<string>): boolean {
  const words = listWords(text)
    .map(({ word }) => word)
    .filter((word) => !plain.has(word));
  if (words.length === 0) return false;
  const written = words.filter((word) => known.has(word) || known.has(toStem(word))).length;
  return written / words.length >= 0.6;
}

function toStem(word: string): string {
  return word.length > 5 ? word.slice(0, 5) : word.replace(/(?:s|ed|ing)$/, '');
}
