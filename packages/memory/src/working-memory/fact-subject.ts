// Fact subject: writes and parses the subject of a fact item: who told the fact, whose fact it is, and the relation.
import singleFacts from './single-facts.json' with { type: 'json' };

export interface FactSubject {
  readonly voice: string;
  /** Whom the fact is about, such as `sister` or `friend Tomas`; empty for the voice that told it. */
  readonly owner: string;
  readonly relation: string;
}

const form = /^([^/]*)\/([^:]*):(.*)$/su;
const single: ReadonlySet<string> = new Set(singleFacts.single.split(','));

export function nameFactSubject({ voice, owner, relation }: FactSubject): string {
  return `${voice}/${owner}:${relation}`;
}

/** If a text is not the subject of a fact, all of it is taken as the relation. */
export function parseFactSubject(subject: string): FactSubject {
  const [, voice = '', owner = '', relation = subject] = form.exec(subject) ?? [];
  return { voice, owner, relation };
}

const doubtedBy: Readonly<Record<string, string>> = singleFacts.doubtedBy;
const toldAs: Readonly<Record<string, string>> = singleFacts.toldAs;

/**
 * The relation on which this one depends: after a change of `home`, nobody knows whether a fact with the relation
 * `household` is still true.
 */
export function findDoubting(relation: string): string | undefined {
  return doubtedBy[relation];
}

/** The relation under which the index of tellings stores this one. */
export function nameTold(relation: string): string {
  return toldAs[relation] ?? relation;
}

/**
 * Lists the name of this relation in the index of tellings, and every relation that is stored there under this name.
 */
export function listToldAlike(relation: string): readonly string[] {
  const told = nameTold(relation);
  return [told, ...Object.keys(toldAs).filter((one) => toldAs[one] === told)];
}

/** Whether a person has only one fact with this relation at a time: a new one replaces the former one. */
export function isSingleFact(subject: string): boolean {
  const { relation } = parseFactSubject(subject);
  return single.has(relation) || relation.startsWith('favourite ');
}
