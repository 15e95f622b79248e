// Hook for the character of a new game: has the browser keep whom the player chose and what they changed.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useMemo } from 'react';
import { useDraft } from '../../client/use-draft.ts';
import { readKept, writeKept } from './kept-character.ts';
import type { MadeCharacter } from './use-tried-character.ts';

type Standing = Pick<RouteAnswer<'GET /api/worlds/{world}/zero'>, 'name' | 'system' | 'character'>;

interface WantedCharacter {
  readonly wanted: MadeCharacter | undefined;
  readonly setWanted: (wanted: MadeCharacter | undefined) => void;
  readonly forget: () => void;
}

export function useWantedCharacter(world: string, standing: Standing): WantedCharacter {
  const { name, system, character } = standing;
  const [text, setText] = useDraft(`character ${world} ${name}`);
  const proposed = JSON.stringify(character);
  const wanted = useMemo(
    () => readKept(text, { system, proposed: JSON.parse(proposed) }),
    [text, system, proposed],
  );
  return {
    wanted,
    setWanted: (next) => setText(writeKept({ system, proposed: character }, next)),
    forget: () => setText(''),
  };
}
