// Tests tellings in other languages than English: no English suggestions, and one word about what is not marked.

import { expect, it, onTestFinished } from 'vitest';
import { call, openTestGame } from '../support/open-test-game.ts';
import { playScript } from '../support/play-script.ts';
import { openStory } from '../support/play-story.ts';

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

it('NA18: words that the built-in narrator cannot read change nothing, and it says so each time', async () => {
  const { game, play, close } = openStory({ system: 'starter', scenario: 'the-unkept-lamp', seed: 'kana' });
  onTestFinished(close);
  const types = ['npc', 'creature', 'location', 'quest', 'clock', 'item'];
  const count = () => types.map((type) => game.state.list(type).length);
  const before = count();
  for (const words of [
    '銀の鈴を鳴らす',
    '沈鐘記をつかんで灯台へ戻る',
    'Я иду к мельнице',
    '銀の鈴を鳴らす',
  ]) {
    const { narrative } = await play(words);
    expect(narrative).toMatch(/^\([^)]+\)$/u);
    expect(game.readActions(game.head.id)).toEqual([]);
  }
  expect(count()).toEqual(before);
});

it('TU32: whom Japanese words name is spoken to, and a truth of several words in Japanese is no mere role', async () => {
  const { game, close } = openTestGame();
  onTestFinished(close);
  const draft = game.start('見回す。');
  for (const name of ['夕凪', '御堂紗夜']) call(draft, 'npc_create', { name });
  call(draft, 'quest_update', { name: '消えた影', about: '影を探す。' });
  const truth = '灯をともし、澪の名を呼べば影は帰る';
  for (const [of, kind, text] of [
    ['消えた影', 'truth', truth],
    ['御堂紗夜', 'hides', '影を戻す手順をひとつだけ教えなかった'],
    ['夕凪', 'hides', '鐘を鳴らしたのは自分だ'],
  ])
    call(draft, 'notebook', { of, kind, text });
  draft.commit({ narrative: '霧。', suggestions: [], summary: '', tags: [], importance: 0 });
  const { model } = await playScript([{ text: japanese }], { game, words: '紗夜に影の戻し方を聞く。' });
  const secret =
    /<secret>[\s\S]*<\/secret>/u.exec(String(model.requests[0]?.messages.at(-1)?.content))?.[0] ?? '';
  expect(secret).toContain(truth);
  expect(secret.indexOf('御堂紗夜')).toBeLessThan(secret.indexOf('夕凪'));
});
