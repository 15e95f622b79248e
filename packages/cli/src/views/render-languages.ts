// Renders what the built-in reader could not read: stories in another language than English.

import type { ReadingStatus } from '@terrarium/annotator/read-status';
import { isBuiltIn } from '@terrarium/composition/is-built-in';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';

/** Nothing where a model read, or where every story is English. */
export function renderLanguages({ runs, corpora }: ReadingStatus, width: number): readonly string[] {
  const foreign = corpora.filter(({ planned, isEnglish }) => planned !== undefined && !isEnglish);
  if (foreign.length === 0 || !isBuiltIn(runs.at(-1)?.model ?? '')) return [];
  const names = foreign.map(({ title }) => `"${title}"`).join(', ');
  const text = `${names}: not in English. The built-in reader reads only English and skipped these scenes. A language model can read them: terrarium annotate retry --model NAME.`;
  return ['', ...wrapText(text, { width }).map((line) => paint(line, 'yellow'))];
}
