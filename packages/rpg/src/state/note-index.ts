// Note index: which notes say exactly this, kept up as notes come, change and go.

import type { Placed } from './placed.ts';

export interface NoteIndex {
  /** In any order. */
  list(content: string): readonly Placed[];
  /** One entity for another: undefined stands for none; what is no note is passed over. */
  replace(former: Placed | undefined, latter: Placed | undefined): void;
}

export function buildNoteIndex(placed: Iterable<Placed>): NoteIndex {
  const byContent = new Map<string, readonly Placed[]>();
  const read = (one: Placed | undefined): string | undefined => {
    const content = one?.entity.type === 'note' ? one.entity.sheet['content'] : undefined;
    return typeof content === 'string' ? content : undefined;
  };
  const list = (content: string) => byContent.get(content) ?? [];
  const replace = (former: Placed | undefined, latter: Placed | undefined) => {
    const [gone, said] = [read(former), read(latter)];
    if (gone !== undefined) {
      const left = list(gone).filter(({ entity }) => entity.id !== former?.entity.id);
      if (left.length === 0) byContent.delete(gone);
      else byContent.set(gone, left);
    }
    if (said !== undefined && latter !== undefined) byContent.set(said, [...list(said), latter]);
  };
  for (const one of placed) replace(undefined, one);
  return { list, replace };
}
