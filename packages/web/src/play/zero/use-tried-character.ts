// Hook that requests the sheet that the rules compute from what the player has entered so far.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useEffect, useState } from 'react';
import { sendRequest } from '../../client/send-request.ts';

export type TriedCharacter = RouteAnswer<'POST /api/worlds/{world}/zero/characters'>;

/** Either the id of a ready-made character, with what should be different, or what was entered for the player's own. */
export interface MadeCharacter {
  readonly quick?: string;
  readonly character?: {
    readonly name: string;
    readonly about: string;
    readonly set: Record<string, string>;
  };
  /** Whether a model filled in the sheet. */
  readonly isWhole?: boolean;
}

interface Wanted {
  readonly world: string;
  /** Name of the game. */
  readonly name: string;
  readonly system: string | null;
  readonly wanted: MadeCharacter | undefined;
}

/** A pause before the request, so that not every typed letter causes a request. */
const settleMs = 200;

export function useTriedCharacter({ world, name, system, wanted }: Wanted): TriedCharacter | undefined {
  const [tried, setTried] = useState<TriedCharacter>();
  useEffect(() => {
    if (system === null || wanted === undefined) return;
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
