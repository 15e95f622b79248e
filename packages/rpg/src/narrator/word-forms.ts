// Reduces words to a form that words of the same meaning share: went and go, lamps and lamp, job and work.

import forms from './grammar/word-forms.json' with { type: 'json' };
import { stemWord } from './record.ts';

const irregular: ReadonlyMap<string, string> = new Map(
  forms.irregular.split(', ').map((pair): [string, string] => {
    const [form = '', word = ''] = pair.split(' ');
    return [form, word];
  }),
);

/** The first word of a group stands for the others. */
const alike: ReadonlyMap<string, string> = new Map(
  forms.alike.flatMap((group) => {
    const words = group.split(', ').map(readStem);
    return words.map((word): [string, string] => [word, words[0] ?? word]);
  }),
);

/** Words that say nothing about the subject of a sentence, such as "the". */
export const smallForms: ReadonlySet<string> = new Set(forms.small.split(', ').map(readStem));
/** Pronouns: they say whom something is about, and little else. */
export const personForms: ReadonlySet<string> = new Set(forms.persons.split(', ').map(readStem));
/** Words that may be added to nearly any question. */
export const adjunctForms: ReadonlySet<string> = new Set(forms.adjunct.split(', ').map(readStem));

/** The form in which a word is compared with others. */
export function readForm(word: string): string {
  const stem = readStem(word);
  return alike.get(stem) ?? stem;
}

function readStem(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return stemWord(known);
  const stem = stemWord(word);
  // "Stopped" becomes "stop".
  return stem !== word && /([bdgklmnprt])\1$/.test(stem) && stem.length > 3 ? stem.slice(0, -1) : stem;
}
