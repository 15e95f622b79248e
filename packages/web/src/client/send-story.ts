// Sends a file with a story to the server.

import type { Outward } from '@terrarium/protocol/shapes';
import { readAnswer, sendTo } from './send-request.ts';

type Stories = Outward<'storyImport'>;

interface SentStory {
  readonly world: string;
  readonly file: File;
  /** Whether the person has confirmed that the file belongs to this world, although it looks like another story. */
  readonly belongs: boolean;
}

export async function sendStory({ world, file, belongs }: SentStory): Promise<Stories> {
  const query = new URLSearchParams({ name: file.name, belongs: belongs ? 'yes' : 'no' });
  const response = await sendTo(`/api/worlds/${encodeURIComponent(world)}/stories?${query}`, {
    method: 'POST',
    body: file,
    headers: { 'Content-Type': 'application/octet-stream' },
  });
  return (await readAnswer(response)) as Stories;
}
