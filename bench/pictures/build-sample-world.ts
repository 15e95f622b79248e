// Plays the first turns of a game in the sample world, so that the pictures show a game besides the story.

type Asking = <Answer>(path: string, method?: string, body?: unknown) => Promise<Answer>;

const game = 'A night in Low Veyre';
const lines = ['Look around', 'Talk to somebody here', 'Search the place'];

/** Plays the game through the server, as a page does it. */
export async function buildSampleWorld(address: string): Promise<void> {
  const ask = openAsking(address);
  const world = '/api/worlds/low-veyre';
  await ask(`${world}/zero`, 'PUT', { name: game, system: 'starter', world: 'the-unkept-lamp' });
  const { quick } = await ask<{ quick: readonly { id: string }[] }>(
    `${world}/zero/characters?name=${encodeURIComponent(game)}`,
  );
  const { id } = await ask<{ id: string }>(`${world}/games`, 'POST', { name: game, quick: quick[0]?.id });
  for (const line of lines) {
    await ask(`${world}/games/${id}/lines`, 'POST', { line });
    await waitForTurn(ask, `${world}/games/${id}`);
  }
}

async function waitForTurn(ask: Asking, path: string): Promise<void> {
  for (;;) {
    const { telling } = await ask<{ telling: unknown }>(path);
    if (telling === null) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function openAsking(address: string): Asking {
  const { origin, port, searchParams } = new URL(address);
  const headers = {
    origin,
    cookie: `terrarium-${port}=${searchParams.get('token')}`,
    'content-type': 'application/json',
  };
  return async (path, method = 'GET', body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${origin}${path}`, { method, headers, ...sent });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as never;
  };
}
