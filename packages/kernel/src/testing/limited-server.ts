// Opens a fake server with limits, such as one that cuts long prompts, and the model that talks to it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAiSdkModel } from '../llm/ai-sdk-model.ts';
import { guardModel } from '../llm/guard-model.ts';
import type { LanguageModel } from '../llm/language-model.ts';
import { openServerNotebook } from '../llm/server-notes.ts';
import { type FakeServer, type FakeServerOptions, openFakeServer } from './fake-server.ts';

export interface LimitedServer {
  readonly server: FakeServer;
  readonly model: LanguageModel;
  close(): Promise<void>;
}

/** Options of a server that silently cuts prompts and reveals nothing about itself. */
export const cutsInSilence = {
  flavour: 'plain',
  longPrompt: 'cuts',
  usage: 'without-cache',
} as const satisfies Partial<FakeServerOptions>;

/** When the server is closed, the notes about it are deleted. */
export async function openLimitedServer(options: FakeServerOptions): Promise<LimitedServer> {
  const server = await openFakeServer(options);
  const folder = mkdtempSync(join(tmpdir(), 'limited-server-'));
  const asked = { model: 'openai:fake', baseUrl: server.baseUrl };
  const model = guardModel(await buildAiSdkModel(asked), {
    asked,
    notebook: openServerNotebook({ folder }),
  });
  return {
    server,
    model,
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
