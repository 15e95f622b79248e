// Chooses the fact that a companion means by its label when it says that the fact is no longer so.
import { collectDistinctTerms } from '@terrarium/kernel/split-terms';
import { chooseItem, type Match } from './choose-item.ts';
import { parseFactSubject } from './fact-subject.ts';
import { findFactValue } from './find-fact-value.ts';
import type { WorkingItem } from './item.ts';
import { countShared, normalise } from './normal-form.ts';

/**
 * Facts are named as they are shown, with or without the name of the person whom they are about: "Jo's health:
 * pregnant". The value alone names none, because the same word may be a note.
 */
export function chooseNamedFact(words: string, facts: readonly WorkingItem[]): Match {
  const wanted = collectDistinctTerms(words);
  const labelled = facts.flatMap((fact) => {
    const { owner, relation } = parseFactSubject(fact.subject ?? '');
    const kind = `${owner} ${relation}`.trim();
    const isNamed = countShared(collectDistinctTerms(kind), wanted) > 0 || normalise(words).includes(kind);
    const content = `${kind}: ${findFactValue(fact)}`;
    return isNamed ? [{ ...fact, content, normalForm: normalise(content), dueWords: undefined }] : [];
  });
  const match = chooseItem(words, labelled);
  const restore = ({ id }: WorkingItem) => facts.filter((fact) => fact.id === id);
  switch (match.outcome) {
    case 'found': {
      const [item = match.item] = restore(match.item);
      return { outcome: 'found', item };
    }
    case 'tied':
      return { outcome: 'tied', items: match.items.flatMap(restore) };
    case 'missed':
      return { outcome: 'missed', nearest: match.nearest.flatMap(restore) };
  }
}
