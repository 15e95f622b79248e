// Redacts a text of ambient.md: its prose sentence by sentence, its list of fragments line by line.
import { keyForm } from '../tags/key-form.ts';
import { filterSentences, type OwnWords } from './own-words.ts';

export interface AmbientRedaction {
  readonly own: OwnWords;
  readonly goneKeys: ReadonlySet<string>;
  /**
   * Keys of fragments that lost some of their text. Their lines in the list are removed, since they may repeat
   * the lost text.
   */
  readonly changedKeys: ReadonlySet<string>;
}

const listed = new RegExp(String.raw`^- \[(${keyForm})\] `, 'u');
const alsoListed = '- also: ';
const named = new RegExp(String.raw`\[(${keyForm})\]`, 'gu');

export function redactAmbient(text: string, { own, goneKeys, changedKeys }: AmbientRedaction): string {
  const isNamed = (part: string) => [...part.matchAll(named)].some(([, key = '']) => goneKeys.has(key));
  const lines = text.split('\n').flatMap((line) => {
    const key = listed.exec(line)?.[1];
    if (key !== undefined && (goneKeys.has(key) || changedKeys.has(key))) return [];
    if (!line.startsWith(alsoListed)) return [line];
    return [line.replace(named, (whole, one: string) => (goneKeys.has(one) ? '' : whole))];
  });
  return filterSentences(lines.join('\n'), (part) => !own.isToldIn(part) && !isNamed(part));
}
