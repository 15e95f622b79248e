// Renders what the built-in reader could not read: text in a language other than English.

import { isLeftToModels, type ReadingStatus } from '@terrarium/annotator/read-status';
import { isBuiltIn } from '@terrarium/composition/is-built-in';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';

/** Empty if a model read the text, or if all of the text is English. */
export function renderLanguages(status: ReadingStatus, width: number): readonly string[] {
  const { runs, corpora, unread } = status;
  if (!isBuiltIn(runs.at(-1)?.model ?? '')) return [];
  const foreign = corpora.filter(({ planned, isEnglish }) => planned !== undefined && !isEnglish);
  const names = foreign.map(({ title }) => `"${title}"`).join(', ');
  const left = 'A language model can read them: terrarium annotate retry --model NAME.';
  if (foreign.length > 0)
    return render(
      `${names}: not in English. The built-in reader reads only English and skipped these scenes. ${left}`,
      width,
    );
  if (!isLeftToModels(status)) return [];
  const what = renderCount(unread.length, 'scene');
  return render(
    `${what} left out: not in English. The built-in reader reads only English; it read the rest of the story. ${left}`,
    width,
  );
}

function render(text: string, width: number): readonly string[] {
  return ['', ...wrapText(text, { width }).map((line) => paint(line, 'yellow'))];
}
