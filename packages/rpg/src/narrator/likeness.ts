// Measures how similar two questions are, by what they ask and by the words that say what they are about.

import { adjunctForms, personForms, readForm, smallForms } from './word-forms.ts';

/** What a question asks: `about` if it asks for anything about a thing, `told` for a text that is not a question. */
export type Asked =
  | 'about'
  | 'what'
  | 'who'
  | 'where'
  | 'when'
  | 'why'
  | 'how'
  | 'amount'
  | 'whether'
  | 'told';

export interface Question {
  readonly asked: Asked;
  /**
   * Whom the question is about, by its pronouns: the person asked (`you`), the person who asks (`i`), others, or
   * nobody.
   */
  readonly person: 'you' | 'i' | 'others' | 'none';
  /** What belongs to that person and is asked about: "father" in "your father". */
  readonly owned?: string | undefined;
  /** The forms of the question's words, in order and each once. */
  readonly forms: readonly string[];
}

const kinds: readonly (readonly [Asked, RegExp])[] = [
  ['why', /^(?: \S+){0,3} (?:why|how come|for what reason|what for) | what .* for $/],
  [
    'amount',
    / how (?:many|much|far|big|tall|old|deep|wide|high|heavy|often) (?!do you (?:like|trust|know|love|hate))/,
  ],
  [
    'when',
    / (?:when|how long|how late|since when|until when|(?:what|which) (?:time|hour|day|night|year|month)) /,
  ],
  ['where', / (?:where|which way|what place|whereabouts|how (?:do|can|could) (?:i|we|you|one) get) /],
  ['who', /^(?: \S+){0,5} (?:who|whom|whose|what man|what woman|which of (?:you|them)) /],
  ['how', /^(?: \S+){0,3} how (?!about )/],
  ['about', / (?:(?:tell|talk|speak|ask|hear|say|know|what|how) (?:\S+ ){0,4}(?:about|of)) |^ about /],
  ['what', /^(?: \S+){0,3} (?:what|which) /],
  [
    'whether',
    /^(?: \S+){0,3} (?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must|if|whether|isn|aren|wasn|don|doesn|didn|haven|hasn|won|can t|any) /,
  ],
];

/** Words before a question that do not change what it asks: "do you know who …". */
const leads =
  / (?:(?:do|did|can|could|would|will|have|might) you (?:please |ever |also |even )?(?:happen to )?(?:know|think|say|tell (?:me|us)|hear|heard|believe|remember)(?: of| about| anything (?:of|about)| something (?:of|about))?|what do you know (?:of|about)|i (?:wonder|wondered|want to know|need to know)|tell (?:me|us)(?: again)?(?! about)) /;

/** Reads what a text asks, and about whom or what. */
export function readQuestion(text: string): Question {
  const plain = text
    .toLowerCase()
    .replace(/['’]s\b/g, ' is')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const heard = ` ${plain} `;
  const bare = heard
    .replace(leads, ' ')
    .replace(/ (?:at )?(?:what|which) (?:time|hour) /, ' when ')
    .replace(/ of (?:yours|his|hers|theirs) /, ' ')
    .replace(/ (?:in (?:my|your|his|her) (?:place|shoes)|if you were me) /, ' ');
  const [asked] = kinds.find(([, pattern]) => pattern.test(bare)) ?? (['told'] as const);
  const words = (bare.trim() === '' ? heard : bare).trim().split(' ');
  const owned = / (?:your|my|his|her|their) (\S+) /.exec(bare)?.[1];
  return {
    asked,
    person: readPerson(bare),
    owned: owned === undefined ? undefined : readForm(owned),
    forms: [...new Set(words.map(readForm))],
  };
}

function readPerson(heard: string): Question['person'] {
  if (
    /^(?: \S+){0,2} (?:may|might|can|could|shall|should|must|do|did|will|would|am|was|have) (?:i|we) /.test(
      heard,
    )
  )
    return 'i';
  if (/ (?:you|your|yours|yourself) /.test(heard)) return 'you';
  if (/ (?:i|we) /.test(heard)) return 'i';
  return / (?:he|him|his|she|her|hers|they|them|their) /.test(heard) ? 'others' : 'none';
}

interface Difference {
  /** Whether the question names something that the example does not name. */
  readonly isMore: boolean;
  readonly isLess: boolean;
}

/**
 * Compares whom the two questions are about. A question about nobody is less like an example about a person if it
 * names something that the example does not name. A question about the person spoken to is less like an example about
 * nobody that names something that the question does not name.
 */
function comparePersons(question: Question, example: Question, { isMore, isLess }: Difference): number {
  if (question.person === example.person) return 1;
  if (example.person === 'none') return question.person === 'you' && isLess ? 0.6 : 0.9;
  if (question.person === 'none') return isMore ? 0.6 : 0.85;
  return 0.5;
}

/**
 * Lowers the likeness if the question is about something owned that the example does not name: "How old is your
 * father?" is not "How old are you?".
 */
function compareOwned({ owned }: Question, wanted: ReadonlySet<string>, { known }: Likened): number {
  if (owned === undefined || !isTelling(owned) || wanted.has(owned)) return 1;
  return known.has(owned) ? 0.85 : 0.65;
}

/** Kinds of questions that may have the same answer, each pair with a factor for the likeness. */
const near: Readonly<Partial<Record<Asked, Readonly<Partial<Record<Asked, number>>>>>> = {
  about: { what: 1, who: 0.95, how: 0.85, why: 0.75, where: 0.75, when: 0.75, whether: 0.85, told: 0.9 },
  what: { who: 0.75, how: 0.75, whether: 0.8, told: 0.75 },
  who: { whether: 0.75 },
  whether: { where: 0.75, when: 0.75, why: 0.65, how: 0.75, amount: 0.7, told: 0.8 },
  when: { amount: 0.7 },
  why: { how: 0.65 },
  how: { told: 0.6 },
};
const farKind = 0.45;

function compareAsked(one: Asked, other: Asked): number {
  return one === other ? 1 : (near[one]?.[other] ?? near[other]?.[one] ?? farKind);
}

/** How much a word says about the subject of a question, between 0 and 1. */
export type Weigh = (form: string) => number;

const small = 0.06;
const person = 0.12;
const adjunct = 0.35;
/** Added to the number of texts, so that a word does not count as common only because there are few texts. */
const supposed = 10;

/**
 * Builds the function that weighs words. As a rule, a word in few of the texts weighs more than one in many; small
 * words and words for people always weigh little. Each text is a set of forms.
 */
export function buildWeigh(texts: readonly ReadonlySet<string>[]): Weigh {
  const counts = new Map<string, number>();
  for (const text of texts) for (const form of text) counts.set(form, (counts.get(form) ?? 0) + 1);
  const all = texts.length + supposed;
  return (form) => {
    if (smallForms.has(form)) return small;
    if (personForms.has(form)) return person;
    const rare = Math.log(all / (Math.max(1, counts.get(form) ?? 1) + 1)) / Math.log(all);
    return adjunctForms.has(form) ? Math.min(rare, adjunct) : Math.max(rare, 0.15);
  };
}

export interface Likened {
  readonly weigh: Weigh;
  /** Further words in the text of the answer: a question may contain them as well. */
  readonly known: ReadonlySet<string>;
  /** Words of what was said last: a question may mean them without naming them. */
  readonly meant?: ReadonlySet<string> | undefined;
  /** Names of the person whom "he" or "she" means in the question. */
  readonly subject?: ReadonlySet<string> | undefined;
}

/** Whether a word says anything about what is asked. */
export function isTelling(form: string): boolean {
  return !smallForms.has(form) && !personForms.has(form);
}

const extraShare = 0.75;
const missingShare = 0.55;
const knownShare = 0.2;
const impliedShare = 0.8;
/**
 * Added to the weight of the words that only the question has, if the example is not about the person whom "he" or
 * "she" means in the question.
 */
const unnamed = 0.6;

/** How certain it is that an example asks the same thing as a question, from 0 to 1. */
export function computeLikeness(question: Question, example: Question, given: Likened): number {
  const { known, subject, meant = new Set() } = given;
  const { has, wanted } = { has: new Set(question.forms), wanted: new Set(example.forms) };
  const both = question.forms.filter((form) => wanted.has(form));
  const left = question.forms.filter((form) => !wanted.has(form));
  const unsaid = example.forms.filter((form) => !has.has(form));
  const named = unsaid.filter((form) => subject?.has(form) === true);
  const implied = unsaid.filter((form) => meant.has(form) && !named.includes(form));
  const isBare = !question.forms.some(isTelling);
  const isOfSomething = [...both, ...named, ...(isBare ? implied : [])].some(isTelling);
  if (!isOfSomething && left.length + unsaid.length > 0) return 0;
  const sum = (forms: readonly string[]) => forms.reduce((all, form) => all + given.weigh(form), 0);
  const isOther = subject !== undefined && ![...named, ...both].some((form) => subject.has(form));
  const extra =
    sum(left.filter((form) => !known.has(form))) +
    knownShare * sum(left.filter((form) => known.has(form))) +
    (isOther ? unnamed : 0);
  const shared = sum(both) + sum(named) + impliedShare * sum(implied);
  const missing = sum(unsaid) - sum(implied) - sum(named);
  const words = shared / (shared + extraShare * extra + missingShare * missing);
  const difference = { isMore: left.some(isTelling), isLess: unsaid.some(isTelling) };
  const persons = subject === undefined ? comparePersons(question, example, difference) : 1;
  return (
    words * compareAsked(question.asked, example.asked) * persons * compareOwned(question, wanted, given)
  );
}
