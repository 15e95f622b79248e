// Hook that returns the sheet that the rules make of what was said so far, and asks for it again as that changes.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useEffect, useState } from 'react';
import { sendRequest } from '../../client/send-request.ts';

export type TriedCharacter = RouteAnswer<'POST /api/worlds/{world}/zero/characters'>;

/** A ready-made character by its id, with what should be different; or what was said about the player's own. */
export interface MadeCharacter {
  readonly quick?: string;
  readonly character?: {
    readonly name: string;
    readonly about: string;
    readonly set: Record<string, string>;
  };
}

interface Wanted {
  readonly world: string;
  /** Name of the game. */
  readonly name: string;
  readonly system: string | null;
  readonly wanted: MadeCharacter | undefined;
}

/** A pause before asking, so that not every letter that is typed is a request. */
const settleMs = 200;

export function useTriedCharacter({ world, name, system, wanted }: Wanted): TriedCharacter | undefined {
  const [tried, setTried] = useState<TriedCharacter>();
  useEffect(() => {
    if (system === null || wanted === undefined || wanted.character?.name.trim() === '') return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const body = { name, ...wanted };
      sendRequest('POST /api/worlds/{world}/zero/characters', { params: { world }, body }, stop.signal).then(
        setTried,
        () => undefined,
      );
    }, settleMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [world, name, system, wanted]);
  return wanted === undefined ? undefined : tried;
}
