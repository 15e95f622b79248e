// Hook that adds flags to older narratives of a model; they are requested separately, because auditing takes time.

import { useMemo } from 'react';
import { useRoute } from '../client/use-route.ts';
import type { GameAddress, GameTable, ShownTurn } from './table-types.ts';

/** A turn to which no flags are added stays the same object, so that it is not drawn again. */
export function useFlagged(
  address: GameAddress,
  { teller, head }: GameTable,
  turns: readonly ShownTurn[],
): readonly ShownTurn[] {
  const { data = [] } = useRoute(
    'GET /api/worlds/{world}/games/{game}/flags',
    { params: address, query: { from: turns[0]?.number ?? 0 } },
    { isWanted: teller !== null && head > 0, keepsLast: true },
  );
  const marked = useMemo(() => new Map(data.map(({ turn, flags }) => [turn, flags])), [data]);
  return useMemo(
    () =>
      turns.map((turn) => {
        const flags = turn.flags.length > 0 ? undefined : marked.get(turn.id);
        return flags === undefined ? turn : { ...turn, flags };
      }),
    [turns, marked],
  );
}
