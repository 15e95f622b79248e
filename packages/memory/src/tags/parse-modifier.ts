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

/**
 * Japanese and Chinese words that end the plan named after them. They count only before a colon or a blank: without
 * one, they may begin a longer word.
 */
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

/**
 * Japanese and Chinese words at the end of a plan that end it, as in `ジム終わった`. Only forms of the past count, because
 * `レポート完了` may be a plan of its own.
 */
const otherLast: readonly (readonly [Deed, RegExp])[] = [
  [
    'resolve',
    /^(.{1,200}?)[はがをも]?\s?(?:終わった|終わりました|済んだ|済みました|済ませた|済ませました|完了した|完了しました|終了した|終了しました|完成了|结束了|結束了|做完了|办完了|辦完了|搞定了)[。！!.]{0,3}\s*$/u,
  ],
  [
    'cancel',
    /^(.{1,200}?)[はがをも]?\s?(?:キャンセルした|キャンセルしました|キャンセルになった|キャンセルになりました|中止になった|中止になりました|なくなった|なくなりました|取り消した|取り消しました|取消了)[。！!.]{0,3}\s*$/u,
  ],
];

const firstWord = /^\s*(\p{L}+)(?:\s*:|(?=\s|$)|(?=[^\p{L}\p{N}\s'’-]))/u;

/**
 * Reads what to do with an item. Returns undefined if the content does not say this, such as when it is something new.
 */
export function parseModifier(tag: WorkingTag, content: string): Modifier | undefined {
  const other = tag === 'plan' ? otherFirst.exec(content) : null;
  const deedOf = otherDeeds[other?.[1] ?? ''];
  if (other !== null && deedOf !== undefined)
    return { deed: deedOf, rest: content.slice(other[0].length).trim() };
  const ended = tag === 'plan' ? parseEnd(content) : undefined;
  if (ended !== undefined) return ended;
  const match = firstWord.exec(content);
  const known = deeds[tag];
  const word = match?.[1]?.toLowerCase();
  if (match === null || known === undefined || word === undefined || !Object.hasOwn(known, word))
    return undefined;
  const deed = known[word];
  return deed === undefined ? undefined : { deed, rest: content.slice(match[0].length).trim() };
}

/** Words that make the rest a question or a condition, such as “check whether the flight was cancelled” (`确认航班是否取消了`). */
const asking = /是否|是不是|有没有|有沒有|会不会|會不會|如果|要是|万一|萬一/u;

function parseEnd(content: string): Modifier | undefined {
  if (asking.test(content)) return undefined;
  for (const [deed, ending] of otherLast) {
    const rest = ending.exec(content.trim())?.[1]?.trim();
    if (rest !== undefined && rest !== '') return { deed, rest };
  }
  return undefined;
}
