// Tests tellings in other languages than English: no English suggestions, and one word about what is not marked.

import { expect, it, onTestFinished } from 'vitest';
import { openTestGame } from '../support/open-test-game.ts';
import { playScript } from '../support/play-script.ts';

const japanese = '霧が桟橋を流れていく。紗夜は灯りを上げて、あなたを待っている。誰も口をきかない。';

it('TU22, TU78: behind a telling in Japanese there are no English suggestions, and the player is told once what is not marked', async () => {
  const { game, close } = openTestGame();
  onTestFinished(close);
  const listWarned = async (text: string, check: 'off' | 'mark' = 'off') => {
    const script = check === 'off' ? [{ text }] : [{ text }, { text: 'none' }];
    const { events } = await playScript(script, { game, settings: { check } });
    return events.flatMap((event) => (event.kind === 'warned' ? [event.says] : []));
  };
  expect(await listWarned('Dust lies on everything.')).toEqual([]);
  expect(game.head.suggestions.length).toBeGreaterThan(0);
  expect((await listWarned(japanese, 'mark')).join()).not.toContain('/check');
  game.undo(1);
  expect(await listWarned(japanese)).toEqual([expect.stringMatching(/read English only\. \/check mark/u)]);
  expect(game.head.suggestions).toEqual([]);
  expect(await listWarned(`${japanese}遠くで鐘が鳴る。`)).toEqual([]);
});
