// Sends a card, lorebook, manifest or rulebook to the server, for a game in preparation.

import { readAnswer, sendTo } from './send-request.ts';

export interface JoinedFile {
  readonly kind: 'card' | 'lorebook' | 'rules' | 'rulebook';
  readonly says: string;
  readonly left: readonly string[];
}

interface SentFile {
  readonly world: string;
  /** Name of the game. */
  readonly name: string;
  readonly file: File;
}

export async function sendZeroFile({ world, name, file }: SentFile): Promise<JoinedFile> {
  const query = new URLSearchParams({ name, file: file.name });
  const response = await sendTo(`/api/worlds/${encodeURIComponent(world)}/zero/files?${query}`, {
    method: 'POST',
    body: file,
    headers: { 'Content-Type': 'application/octet-stream' },
  });
  return (await readAnswer(response)) as JoinedFile;
}
