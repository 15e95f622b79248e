// Told: a narrative read as clauses, together with what its turn really did.

import type { NarrativeFlag } from './audit-flag.ts';
import { findPronoun, isTellingOf, listSubjects } from './find-person.ts';
import { type Clause, readClauses } from './read-clauses.ts';
import {
  type AuditedTurn,
  collectTurnFacts,
  type Person,
  readText,
  splitWords,
  type TurnFacts,
} from './turn-facts.ts';
import type { Word } from './word.ts';
import type { Speaker } from './word-pattern.ts';

export interface Told {
  readonly narrative: string;
  /** What the player wrote. */
  readonly words: string;
  readonly clauses: readonly Clause[];
  /** The subject of each clause, if it is a person of the game. */
  readonly subjects: readonly (Person | undefined)[];
  readonly facts: TurnFacts;
  /** Whether the narrative uses the name of the player's character, and not "you". */
  readonly isThird: boolean;
  /**
   * The character's pronoun in the narrative, or else on the sheet, as far as it is clear. Used only if `isThird` is
   * true.
   */
  readonly pronoun: string | undefined;
  /** Whether the narrative is told in the past tense. */
  readonly isPast: boolean;
  /** Whether it is clearly told in the present tense, so that a past form tells of an earlier time. */
  readonly isPresent: boolean;
  /**
   * Words of the names and descriptions in the game, of the calls that were done, and of what was told or written
   * before.
   */
  readonly known: ReadonlySet<string>;
}

export interface Telling {
  readonly narrative: string;
  readonly words: string;
  readonly earlier: readonly string[];
}

const named = ['character', 'npc', 'creature', 'location', 'item', 'faction', 'quest'];

export function readTold({ narrative, words, earlier }: Telling, turn: AuditedTurn): Told {
  const facts = collectTurnFacts(turn);
  const clauses = readClauses(narrative);
  const isThird = isTellingOf(clauses, facts);
  const sheets = named.flatMap((type) => turn.state.list(type)).map(({ sheet }) => sheet);
  const listTexts = () => [
    words,
    ...earlier,
    ...sheets.flatMap((sheet) => [readText(sheet, 'name'), readText(sheet, 'about')]),
    ...facts.done.map(({ given }) => JSON.stringify(given)),
  ];
  let known: ReadonlySet<string> | undefined;
  const subjects = listSubjects(clauses, facts);
  return {
    narrative,
    words,
    clauses,
    subjects,
    facts,
    get known() {
      known ??= new Set(listTexts().flatMap(splitWords));
      return known;
    },
    isThird,
    pronoun: findPronoun(clauses, facts),
    ...readTense(clauses),
  };
}

/** Forms such as "was" and "said" are compared with forms such as "is" and "says". */
function readTense(clauses: readonly Clause[]): Pick<Told, 'isPast' | 'isPresent'> {
  const texts = clauses.flatMap(({ words }) => words.map(({ text }) => text));
  const count = (pattern: RegExp) => texts.filter((text) => pattern.test(text)).length;
  const past = count(/^(?:was|were|had|did|said|went|came|took|told)$/);
  const present = count(/^(?:is|are|has|have|do|does|says|go|goes|come|comes|take|takes)$/);
  return { isPast: past > present, isPresent: present > 1 && present > past };
}

/** Whether the clause tells what the player's character does. */
export function isOfPlayer({ subjects, facts }: Pick<Told, 'subjects' | 'facts'>, index: number): boolean {
  return facts.player !== undefined && subjects[index] === facts.player;
}

/**
 * Tells which words `YOU` and `YOUR` match in the patterns of a clause; `isPlayer` says that the player's character is
 * its subject.
 */
export function buildSpeaker(
  { isThird, pronoun, facts }: Pick<Told, 'isThird' | 'pronoun' | 'facts'>,
  isPlayer: boolean,
): Speaker {
  const names = new Set((facts.player?.names ?? []).flat());
  const isByName = ({ text, isCapital }: Word) => isCapital && names.has(text);
  const isMeant = isThird && isPlayer;
  return {
    isYou: (word) =>
      isThird
        ? isByName(word) ||
          (isMeant && (pronoun === undefined ? /^(?:he|she|they)$/.test(word.text) : word.text === pronoun))
        : word.text === 'you',
    isYour: ({ text }) => (isThird ? isMeant && /^(?:his|her|their)$/.test(text) : text === 'your'),
  };
}

/** A flag on the whole clause, with what is wrong about it. */
export function buildFlag(
  { narrative }: Pick<Told, 'narrative'>,
  { words }: Clause,
  { says, kind }: Pick<NarrativeFlag, 'says' | 'kind'>,
): NarrativeFlag {
  const start = words[0]?.start ?? 0;
  const quote = narrative.slice(start, words.at(-1)?.end ?? start);
  return { quote, start, says, kind };
}
