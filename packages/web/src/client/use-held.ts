// Hook that tells whether a world itself names a model or a server, and the person has not allowed that yet.

import { useRoute } from './use-route.ts';

export const unallowedModel = 'This world names a model that you have not allowed yet';

/** Undefined until the answer is there; false if it cannot be had. */
export function useHeld(world: string): boolean | undefined {
  const { data, error } = useRoute('GET /api/worlds/{world}/model', { params: { world } });
  if (data !== undefined) return data.held !== null;
  return error === null ? undefined : false;
}
