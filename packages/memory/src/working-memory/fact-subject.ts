// Fact subject: writes and parses the subject of an item that says whose fact it holds, and which.
import singleFacts from './single-facts.json' with { type: 'json' };

export interface FactSubject {
  /** The id of the voice that told it. */
  readonly voice: string;
  /** The member of the family whose fact it is, such as `sister`; empty for the person who told it. */
  readonly owner: string;
  readonly relation: string;
}

const form = /^([^/]*)\/([^:]*):(.*)$/su;
const single: ReadonlySet<string> = new Set(singleFacts.single.split(','));

export function nameFactSubject({ voice, owner, relation }: FactSubject): string {
  return `${voice}/${owner}:${relation}`;
}

/** If a text is not the subject of a fact, all of it is taken for the relation. */
export function parseFactSubject(subject: string): FactSubject {
  const [, voice = '', owner = '', relation = subject] = form.exec(subject) ?? [];
  return { voice, owner, relation };
}

/** Whether a person has only one such fact at a time: a new one takes the place of the one before. */
export function isSingleFact(subject: string): boolean {
  const { relation } = parseFactSubject(subject);
  return single.has(relation) || relation.startsWith('favourite ');
}
