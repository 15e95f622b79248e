// Tests downloading games and memories as files, and checking a world for damage.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { routes } from '@terrarium/protocol/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BegunGame, beginGame } from './support/begin-game.ts';
import { liveSomeDays, openRememberingServer, type RememberingServer } from './support/remembering-server.ts';

const base = '/api/worlds/low-veyre';

let server: RememberingServer;
let game: BegunGame;
beforeAll(async () => {
  server = await openRememberingServer({ live: liveSomeDays });
  game = beginGame(server.worldDir);
});
afterAll(() => server.close());

describe('what goes out as a file', () => {
  test('RP6: a game goes out as it was played, and plays again as it was', async () => {
    const story = await server.ask(`${game.path}/file?format=story`);
    expect(story.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''A%20game.story.md");
    expect(story.headers.get('content-type')).toBe('application/octet-stream');
    expect(await story.text()).toMatch(/^# The Unkept Lamp/u);
    const chat = await (await server.ask(`${game.path}/file?format=sillytavern`)).text();
    for (const line of chat.trim().split('\n')) JSON.parse(line);
    expect((await server.ask(`${game.path}/file?format=exe`)).status).toBe(400);
    expect(await server.read(`${base}/games/none/file?format=story`)).toMatchObject({
      code: 'session.unknown',
    });
    const replayed = await server.read<RouteAnswer<'GET /api/worlds/{world}/games/{game}/replay'>>(
      `${game.path}/replay`,
    );
    routes['GET /api/worlds/{world}/games/{game}/replay'].answer.parse(replayed);
    expect(replayed.differs).toBeNull();
  });

  test('RM10: a memory goes out without its secrets, and with them only where it is asked for whole', async () => {
    const secret = 'Kit is afraid of the stairs';
    for (const format of ['markdown', 'sillytavern', 'jsonl'] as const) {
      const text = await (await server.ask(`${base}/memory-file?format=${format}`)).text();
      expect(text, format).toContain('Twentieth of June');
      expect(text, format).not.toContain(secret);
    }
    expect(await (await server.ask(`${base}/memory-file?format=whole`)).text()).toContain(secret);
    expect((await server.ask(`${base}/memory-file`)).status).toBe(400);
  });

  test('SE2: a world says file by file whether it is as it was written', async () => {
    const read = () =>
      server.read<RouteAnswer<'GET /api/worlds/{world}/verification'>>(`${base}/verification`);
    const well = await read();
    routes['GET /api/worlds/{world}/verification'].answer.parse(well);
    expect(well.holds).toBe(true);
    rmSync(join(server.worldDir, 'memory.sqlite'));
    const damaged = await read();
    expect(damaged.holds).toBe(false);
    expect(damaged.parts.find(({ part }) => part === 'memory.sqlite')?.standing).toBe('problem');
  });
});
