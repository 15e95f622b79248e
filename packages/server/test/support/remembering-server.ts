// Remembering server: serves a world with some days of talk between a person and a companion.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorld } from '@terrarium/annotator/open-world';
import { buildFakeEnvironment, type FakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import type { Memory } from '@terrarium/memory/memory';
import { openMemory } from '@terrarium/memory/open-memory';
import { createPlainScreens } from './sample-server.ts';
import { openTestServer, type TestServer } from './test-server.ts';

export interface RememberingServer extends TestServer {
  readonly worldDir: string;
  readonly environment: FakeEnvironment;
  /** Stops the server and starts it again over the same world, on any port that is free or on the one given. */
  restart(port?: number): Promise<RememberingServer>;
}

interface RememberingOptions {
  /** Folder of the built screens; a page of one line if none is given. */
  readonly screensDir?: string;
  /** The address of the model that answers; if none is given, nobody answers. */
  readonly baseUrl?: string;
  /** Companions besides Sage, each with a memory of their own. */
  readonly others?: readonly { readonly id: string; readonly name: string }[];
  /** Adds what was said before; nothing by default. */
  readonly live?: (memory: Memory, environment: FakeEnvironment) => void;
}

/** Monday, 24 November 2025, nine in the morning in Vienna. */
const startMs = Date.UTC(2025, 10, 24, 8);

const voices = { user: [{ id: 'kit', name: 'Kit' }], companion: [{ id: 'sage', name: 'Sage' }] } as const;

export async function openRememberingServer(options: RememberingOptions = {}): Promise<RememberingServer> {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-remember-'));
  const worldDir = join(folder, 'Low Veyre');
  const environment = buildFakeEnvironment({ startMs });
  createWorld({ dir: worldDir, title: 'Low Veyre', clock: environment.clock });
  writeFileSync(join(worldDir, 'terrarium.yaml'), renderSettings(options));
  if (options.live !== undefined) {
    const memory = openMemory({
      database: join(worldDir, 'memory.sqlite'),
      wakeContextPath: join(worldDir, 'wake-context.md'),
      wakeContextImagePath: join(worldDir, 'wake-context-image.md'),
      ambientPath: join(worldDir, 'ambient.md'),
      voices: { user: [...voices.user], companion: [...voices.companion] },
      timeZone: 'Europe/Vienna',
      clock: environment.clock,
    });
    options.live(memory, environment);
    memory.close();
  }
  const screensDir = options.screensDir ?? createPlainScreens(folder);
  return await serveAgain({ folder, worldDir, environment, screensDir });
}

interface Ground {
  readonly folder: string;
  readonly worldDir: string;
  readonly environment: FakeEnvironment;
  readonly screensDir: string;
  readonly port?: number;
}

async function serveAgain(ground: Ground): Promise<RememberingServer> {
  const { folder, worldDir, environment, screensDir, port = 0 } = ground;
  const server = await openTestServer({
    worlds: [worldDir],
    screensDir,
    environment,
    port,
    trustsWorld: true,
  });
  return {
    ...server,
    worldDir,
    environment,
    async restart(next = 0) {
      await server.close();
      return await serveAgain({ ...ground, port: next });
    },
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** JSON is also valid YAML. */
function renderSettings({ baseUrl, others = [] }: RememberingOptions): string {
  const model = baseUrl === undefined ? {} : { model: 'openai:story', baseUrl };
  const companion = [...voices.companion, ...others.map((one) => ({ ...one, ownMemory: true }))];
  return JSON.stringify({
    ...model,
    memory: { voices: { ...voices, companion }, timeZone: 'Europe/Vienna' },
  });
}

const dayMs = 86_400_000;

/** Adds nine days of talk: things that fade, plans, a secret, and a message with markup in it. */
export function liveSomeDays(memory: Memory, { clock }: FakeEnvironment): void {
  const say = (message: string, answer: string) => {
    memory.hear(message);
    clock.advance(40_000);
    memory.speak(answer);
    clock.advance(20_000);
  };
  say(
    'I am moving to Vienna next week. My sister Mira lends me her van.',
    '<say>Then the wardrobe comes too, I take it.</say><feeling>curious about the move</feeling><pin>Kit moves from Graz to Vienna</pin><desc>Mira: Kit’s sister, owns a van</desc>',
  );
  say(
    'Remind me to ask Mira about the keys tomorrow evening.',
    '<say>I will.</say><plan>tomorrow at 18:00: ask Mira about the keys</plan>',
  );
  clock.advance(2 * dayMs);
  say(
    'The wedding is on 20 June, by the way. Anna is already nervous.',
    '<do>writes it down</do><say>Twentieth of June. I keep it.</say><pin>keep the wedding is on 20 June</pin><plan>on 20 June 2026: the wedding</plan>',
  );
  say(
    'I read the second Lamplighter, the one with the <script>alert(1)</script> on its cover.',
    '<say>We read it together some day.</say><plan>read the second Lamplighter together</plan><secret>Kit is afraid of the stairs in the new house</secret><thought>Kit jokes when the day was hard</thought>',
  );
  clock.advance(7 * dayMs);
  say(
    'I am back. The new place is a mess, but the kitchen has a window on the yard.',
    '<say>You did it, then. Neubau, third floor. How did Mira’s van hold up?</say><feeling>relieved that the move is done</feeling><desc>Kit: tired, plaster on one hand</desc>',
  );
}
