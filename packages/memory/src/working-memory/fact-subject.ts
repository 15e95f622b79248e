// Fact subject: writes and parses the subject of a fact item: who told the fact, whose fact it is, and the relation.
import singleFacts from './single-facts.json' with { type: 'json' };

export interface FactSubject {
  readonly voice: string;
  /** The family member whose fact it is, such as `sister`; empty for the person who told it. */
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
 * The relation whose fact, once it is replaced, leaves open whether a fact with this relation is still true: after a
 * move, nobody knows with whom somebody lives.
 */
export function findDoubting(relation: string): string | undefined {
  return doubtedBy[relation];
}

/** The relation under which the index of tellings stores this one. */
export function nameTold(relation: string): string {
  return toldAs[relation] ?? relation;
}

/**
 * Lists the name of this relation in the index of tellings, and all other relations that have the same name
 * there.
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
