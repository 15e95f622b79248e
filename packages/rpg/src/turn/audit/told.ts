// Told: a narrative read as clauses, beside what its turn really did.

import type { NarrativeFlag } from './audit-flag.ts';
import { listSubjects } from './find-person.ts';
import { type Clause, readClauses } from './read-clauses.ts';
import {
  type AuditedTurn,
  collectTurnFacts,
  type Person,
  readText,
  splitWords,
  type TurnFacts,
} from './turn-facts.ts';

export interface Told {
  readonly narrative: string;
  /** What the player wrote. */
  readonly words: string;
  readonly clauses: readonly Clause[];
  /** Who does what each clause tells. */
  readonly subjects: readonly (Person | undefined)[];
  readonly facts: TurnFacts;
  /** Words of all names and texts that the game knows of. */
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
  const sheets = named.flatMap((type) => turn.state.list(type)).map(({ sheet }) => sheet);
  const texts = [
    words,
    ...earlier,
    ...sheets.flatMap((sheet) => [readText(sheet, 'name'), readText(sheet, 'about')]),
    ...facts.done.map(({ given }) => JSON.stringify(given)),
  ];
  const known = new Set(texts.flatMap(splitWords));
  return { narrative, words, clauses, subjects: listSubjects(clauses, facts), facts, known };
}

/** The clause as it stands, with what is wrong about it. */
export function buildFlag(
  { narrative }: Pick<Told, 'narrative'>,
  { words }: Clause,
  { says, kind }: Pick<NarrativeFlag, 'says' | 'kind'>,
): NarrativeFlag {
  const start = words[0]?.start ?? 0;
  const quote = narrative.slice(start, words.at(-1)?.end ?? start);
  return { quote, start, says, kind };
}
