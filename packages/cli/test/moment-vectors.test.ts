// Vectors of moments: a stopped import keeps those that it made, their number is reported, and maintenance makes the rest.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTerminal } from './support/open-terminal.ts';
import { parseLines, runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder } from './support/small-story.ts';

let folder: Folder;
let server: Awaited<ReturnType<typeof openVectorServer>>;
let environment: Readonly<Record<string, string>>;
beforeAll(async () => {
  folder = createFolder();
  const lines = Array.from({ length: 40 }, (_, at) =>
    JSON.stringify({ role: 'user', text: `The kiln of day ${at}.`, at: 1_456_826_400_000 + at * 60_000 }),
  );
  folder.write('talk.jsonl', lines.join('\n'));
  server = await openVectorServer();
  environment = {
    TERRARIUM_MEMORY_EMBEDDER_BASE_URL: server.baseUrl,
    TERRARIUM_MEMORY_EMBEDDER_MODEL: 'toy',
  };
});
afterAll(async () => {
  await server.close();
  folder.remove();
});

const run = (argv: readonly string[], onStart?: (kill: (signal: NodeJS.Signals) => void) => void) =>
  runTerrarium(argv, { cwd: folder.path, environment, ...(onStart && { onStart }) });

describe('memory with an embedding server', () => {
  it('EC13: an import that Ctrl-C stops keeps what it has; the rest is counted, and filled when the server answers', async () => {
    let kill = (_: NodeJS.Signals): void => undefined;
    server.answers.push('vectors', 'vectors', () => kill('SIGINT'));
    const left = await run(['memory', 'import', 'talk.jsonl', '--as-user', 'user', '--json'], (signal) => {
      kill = signal;
    });
    expect(left).toMatchObject({
      exitCode: 130,
      error:
        'Stopped. 32 of 40 moments have vectors; "terrarium memory search" and "terrarium memory import" go on from there.\n',
    });
    const servers = [{ purpose: 'embeddings', model: 'toy', host: server.host }];
    const said: unknown = JSON.parse(left.out);
    expect(said).toMatchObject([{ added: 40, vectors: { of: 40, missing: 8 }, servers }]);

    server.answers.push('vectors', 'failure');
    const found = await run(['memory', 'search', 'kiln', '--json']);
    expect(found).toMatchObject({ exitCode: 0 });
    expect(found.error).toMatch(
      /^The server at \S+ answered 500 .*\. 32 of 40 moments have vectors; [^\n]*\n$/,
    );
    expect(JSON.parse(found.out)).toMatchObject({ vectors: { of: 40, missing: 8 } });
    expect(JSON.parse(found.out).moments).toHaveLength(10);

    const [audit, examined] = await Promise.all([run(['memory', 'audit']), run(['doctor', '--json'])]);
    expect(audit).toMatchObject({ exitCode: 0, error: '' });
    expect(audit.out.replace(/\s+/gu, ' ')).toContain(
      '32 of 40 moments have vectors; "terrarium memory search WORDS" or "terrarium memory import FILE" makes the missing vectors.',
    );
    expect(parseLines(examined.out)[0]?.['findings']).toContainEqual({
      check: 'moments',
      standing: 'ok',
      says: '32 of 40 moments have vectors.',
      todo: '"terrarium memory search WORDS" or "terrarium memory import FILE" makes the missing vectors.',
    });

    const terminal = openTerminal(['memory', 'maintain'], { cwd: folder.path, environment });
    expect(await terminal.ended).toBe(0);
    const shown = stripVTControlCharacters(terminal.readShown());
    expect(shown).toContain('Vectors: 32 of 40 …');
    expect(shown).toContain('Vectors: 40 of 40 …');
    expect(server.texts).toEqual(Array.from({ length: 40 }, (_, at) => `The kiln of day ${at}.`));

    const again = await run(['memory', 'maintain', '--due', '--json']);
    expect(JSON.parse(again.out)).toMatchObject({ vectors: { of: 40, missing: 0 }, servers: [] });
  });
});

type Answer = 'vectors' | 'failure' | (() => void);

/**
 * Gives the prepared answers, one for each request, and after them vectors. If an answer is a function, calls
 * it instead.
 */
async function openVectorServer() {
  const answers: Answer[] = [];
  const texts: string[] = [];
  const listening = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { input }: { readonly input: readonly string[] } = JSON.parse(Buffer.concat(parts).toString());
      const answer = answers.shift() ?? 'vectors';
      if (typeof answer === 'function') return answer();
      if (answer === 'vectors') texts.push(...input.filter((text) => text.startsWith('The kiln')));
      const data = input.map((text, index) => ({ index, embedding: [text.length, 1] }));
      response.writeHead(answer === 'failure' ? 500 : 200).end(JSON.stringify({ data }));
    });
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  const host = `http://127.0.0.1:${port}`;
  const close = () => {
    listening.closeAllConnections();
    return new Promise<unknown>((resolve) => listening.close(resolve));
  };
  return { answers, texts, host, baseUrl: `${host}/v1`, close };
}
