// Describes the details of a thing in a list, besides its name: numbers with their labels, then sentences.

import { joinFacts } from '../../parts/join-facts.ts';
import type { ShownField } from '../table-types.ts';

type Detail = NonNullable<ShownField['items']>[number]['details'][number];

/** A number means nothing without its label, so labelled details come first, and words follow as they are. */
export function describeDetails(details: readonly Detail[]): string {
  const words = details.filter(isWords);
  const others = details.filter((one) => !isWords(one));
  return joinFacts([...others.map(nameDetail), ...words.map(({ value }) => value)]);
}

/** A sentence, a note or a reason needs no label. */
function isWords({ name, value }: Detail): boolean {
  return value.length > longestNamed || unlabelled.has(name);
}

function nameDetail({ name, value }: Detail): string {
  return value === 'yes' ? name : `${name} ${value}`;
}

const unlabelled: ReadonlySet<string> = new Set(['note', 'why', 'effect']);
const longestNamed = 24;
