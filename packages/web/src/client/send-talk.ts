// Sends a file with a talk from another program to the server, to be imported into a companion's memory.

import type { Outward } from '@terrarium/protocol/shapes';
import { readAnswer, sendTo } from './send-request.ts';

export type ImportedTalks = Outward<'chatImport'>;

interface SentTalk {
  readonly world: string;
  readonly file: File;
  /** Which speaker in the file is the person, if they said so. */
  readonly asUser?: string | undefined;
}

export async function sendTalk({ world, file, asUser }: SentTalk): Promise<ImportedTalks> {
  const query = new URLSearchParams({ name: file.name, ...(asUser === undefined ? {} : { asUser }) });
  const response = await sendTo(`/api/worlds/${encodeURIComponent(world)}/talks?${query}`, {
    method: 'POST',
    body: file,
    headers: { 'Content-Type': 'application/octet-stream' },
  });
  return (await readAnswer(response)) as ImportedTalks;
}
