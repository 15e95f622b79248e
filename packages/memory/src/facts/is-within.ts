// Tells whether the words of one value are among those of another: "Hartley's" in "Hartley's bakery".
import { collectDistinctTerms } from '@terrarium/kernel/split-terms';

/** Whether `whole` has all words of `part`: "Mill Row" is within "12 Mill Row". */
export function isWithin(part: string, whole: string): boolean {
  const [terms, all] = [collectDistinctTerms(part), collectDistinctTerms(whole)];
  return terms.size > 0 && [...terms].every((term) => all.has(term));
}
