// Hook that follows what a model tells of a story while it sums it up.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useEffect, useState } from 'react';

type Part = RouteAnswer<'GET /api/worlds/{world}/recap'>['parts'][number];

export interface ToldPart extends Pick<Part['first'], 'corpus' | 'postId'> {
  readonly text: string;
}

interface Followed {
  readonly world: string;
  readonly corpus?: string | undefined;
}

/** What the model has told so far, part by part. It may tell one part of the page as several parts. */
export function useToldParts({ world, corpus }: Followed): readonly ToldPart[] {
  const [told, setTold] = useState<readonly ToldPart[]>([]);
  useEffect(() => {
    setTold([]);
    const query = corpus === undefined ? '' : `?corpus=${encodeURIComponent(corpus)}`;
    // The browser connects again by itself. If it cannot, the answer still brings everything.
    const events = new EventSource(`/api/worlds/${encodeURIComponent(world)}/recap/events${query}`);
    events.addEventListener('part', ({ data }: MessageEvent<string>) => {
      const part = JSON.parse(data) as ToldPart;
      setTold((before) => [...before.filter((one) => !isSame(one, part)), part]);
    });
    return () => events.close();
  }, [world, corpus]);
  return told;
}

function isSame(one: ToldPart, other: ToldPart): boolean {
  return one.corpus === other.corpus && one.postId === other.postId;
}

/** The words that are told of a part, in the order of the story; undefined if there are none. */
export function joinTold(
  told: readonly ToldPart[],
  { first, last }: Pick<Part, 'first' | 'last'>,
): string | undefined {
  const texts = told
    .filter(
      ({ corpus, postId }) => corpus === first.corpus && postId >= first.postId && postId <= last.postId,
    )
    .sort((one, other) => one.postId - other.postId)
    .flatMap(({ text }) => (text === '' ? [] : [text]));
  return texts.length === 0 ? undefined : texts.join('\n');
}
