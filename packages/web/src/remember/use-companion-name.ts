// Hook for the name of the companion whose memory is shown, as it is used within a sentence.

import { buildMindsQuestion } from '../client/first-questions.ts';
import { splitAddress } from '../client/split-address.ts';
import { useRoute } from '../client/use-route.ts';
import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import { nameCompanion } from '../parts/name-companion.ts';

/** `world` is the part of the address that names the world, with the id of the companion unless it is the first one. */
export function useCompanionName(world: string): string {
  const { data } = useRoute(...buildMindsQuestion(world));
  const of = splitAddress(world).mind;
  const mind = data?.minds.find(({ id }) => id === of) ?? data?.minds[0];
  return insertTextHyphens(nameCompanion(mind?.name));
}
