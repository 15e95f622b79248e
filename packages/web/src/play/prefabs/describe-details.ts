// Describes the details of a thing in a list, besides its name: numbers with their labels, then sentences.

import { joinFacts } from '../../parts/join-facts.ts';
import type { ShownField } from '../table-types.ts';

type Detail = NonNullable<ShownField['items']>[number]['details'][number];

/** Details that need a label, such as numbers, come first; sentences and the like follow as they are. */
export function describeDetails(details: readonly Detail[]): string {
  const words = details.filter(isWords);
  const others = details.filter((one) => !isWords(one));
  return joinFacts([...others.map(nameDetail), ...words.map(({ value }) => value)]);
}

/** Whether the detail is a sentence, a note or a reason, which needs no label. */
function isWords({ name, value }: Detail): boolean {
  return value.length > longestNamed || unlabelled.has(name);
}

function nameDetail({ name, value }: Detail): string {
  return value === 'yes' ? name : `${name} ${value}`;
}

const unlabelled: ReadonlySet<string> = new Set(['note', 'why', 'effect']);
const longestNamed = 24;
