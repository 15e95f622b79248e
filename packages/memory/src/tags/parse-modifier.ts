// Parses modifiers: the first word of a plan, pin or secret may say what to do with an item that is already in mind.
import type { WorkingTag } from './tag.ts';

export type Deed = 'resolve' | 'cancel' | 'skip' | 'drop' | 'keep';

export interface Modifier {
  readonly deed: Deed;
  /** The rest of the content: the words that say which item is meant. */
  readonly rest: string;
}

const deeds: Readonly<Partial<Record<WorkingTag, Readonly<Record<string, Deed>>>>> = {
  plan: {
    done: 'resolve',
    complete: 'resolve',
    finished: 'resolve',
    cancel: 'cancel',
    skip: 'skip',
    drop: 'cancel',
    abandon: 'cancel',
  },
  pin: { drop: 'drop', release: 'drop', clear: 'drop', remove: 'drop', keep: 'keep' },
  secret: { drop: 'drop', release: 'drop', clear: 'drop', remove: 'drop' },
};

/** Words of Japanese and Chinese count only with a colon or a blank behind them, as no blanks part words there. */
const otherDeeds: Readonly<Record<string, Deed>> = {
  完了: 'resolve',
  完成: 'resolve',
  終了: 'resolve',
  済: 'resolve',
  済み: 'resolve',
  已完成: 'resolve',
  中止: 'cancel',
  取消: 'cancel',
  取り消し: 'cancel',
  キャンセル: 'cancel',
};
const otherFirst =
  /^\s*([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{1,6})(?:\s*[:：]\s*|\s+)(?=\S)/u;

const firstWord = /^\s*(\p{L}+)(?:\s*:|(?=\s|$)|(?=[^\p{L}\p{N}\s'’-]))/u;

/** Returns undefined if the content says something new. */
export function parseModifier(tag: WorkingTag, content: string): Modifier | undefined {
  const other = tag === 'plan' ? otherFirst.exec(content) : null;
  const deedOf = otherDeeds[other?.[1] ?? ''];
  if (other !== null && deedOf !== undefined)
    return { deed: deedOf, rest: content.slice(other[0].length).trim() };
  const match = firstWord.exec(content);
  const known = deeds[tag];
  const word = match?.[1]?.toLowerCase();
  if (match === null || known === undefined || word === undefined || !Object.hasOwn(known, word))
    return undefined;
  const deed = known[word];
  return deed === undefined ? undefined : { deed, rest: content.slice(match[0].length).trim() };
}
