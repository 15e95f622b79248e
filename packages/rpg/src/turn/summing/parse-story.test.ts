// Tests what counts as a summary of older turns, in scripts with and without spaces.

import { expect, test } from 'vitest';
import { parseStory } from './parse-story.ts';

function parse(text: string, older: string, tokens = 400) {
  return parseStory({ text, calls: [], finish: 'stop' }, { older, tokens });
}

test('TU77: a story shares words with the turns that it sums up; a refusal does not', () => {
  const older =
    'Nell carries the tell-lamp down to the harbour and promises Thrift to keep silent about the oil.';
  const story = 'Nell carried the tell-lamp to the harbour, and promised Thrift that she would keep silent.';
  expect(parse(story, older)).toEqual({ ok: true, text: story });
  const refusal = 'I am sorry, but I cannot help with that request. Please ask me about something else.';
  expect(parse(refusal, older).ok).toBe(false);
});

test('TU77: a story in a script without spaces counts too', () => {
  const older =
    '奈尔把告灯带到港口，并向斯里夫特保证对灯油的事保持沉默。港口的守卫没有看见她，但是伊索尔德知道了一切。';
  const story =
    '奈尔把告灯带到了港口，她向斯里夫特保证对灯油的事保持沉默。港口的守卫没有看见她，伊索尔德却知道了一切，并且没有告诉任何人。';
  expect(parse(story, older).ok).toBe(true);
  expect(
    parse('对不起，这个请求我无法处理。请您换一个问题，我会尽力回答，感谢您的理解。'.repeat(2), older).ok,
  ).toBe(false);
});

test('TU77: a refusal is none, though a long past has all of its words somewhere', () => {
  const refusal =
    'I’m sorry, but I can’t continue this story as written. If you like, I can help with something else, or talk about a different kind of person.';
  const often =
    'Nell and Thrift carry the tell-lamp down the narrow stair to the harbour, where the keeper Isolde counts barrels of oil, sacks of salt, bundles of rope, candles, lanterns, anchors, ledgers and silver crowns; the ferry brings smugglers, pilgrims, soldiers, horses, letters and rumours from southern islands while storms break against the ancient lighthouse, fishermen mend torn nets beside the frozen mill, and wardens search every cellar under the market square. ';
  const once = `${refusal} <turn number="9">Old walls, wet ropes, cold bread, grey sails, long nights.</turn>`;
  expect(parse(refusal, `${often.repeat(30)}${once}`).ok).toBe(false);
  expect(parse(often, `${once}${often.repeat(30)}`).ok).toBe(true);
  const german =
    'Es tut mir leid, aber ich kann dabei nicht helfen, denn diese Geschichte ist nicht für alle. Bitte frage nach etwas anderem.';
  const told =
    'Nell trägt die Lampe zum Hafen, aber Isolde ist nicht dabei, denn diese Nacht ist für alle lang. ';
  expect(parse(german, told.repeat(30)).ok).toBe(false);
  expect(parse(told.repeat(2), told.repeat(30)).ok).toBe(true);
});

test('TU77: a heading goes, a number and a colon in the first sentence stay', () => {
  const older = 'Nell owes Thrift forty crowns for the oil of the tell-lamp, and the harbour keeper knows.';
  const story =
    'Nell owes 40 crowns and says: the oil of the tell-lamp is for the harbour, and Thrift knows.';
  for (const heading of ['', 'Turns 0 to 12: ', '**The story so far**\n'])
    expect(parse(`${heading}${story}`, older)).toEqual({ ok: true, text: story });
});

test('TU77: a story that is too long keeps its beginning and its end in every script', () => {
  const scripts = [
    'नेल ने बंदरगाह पर थ्रिफ्ट से वादा किया कि वह तेल के बारे में चुप रहेगी। ',
    'เนลล์นำตะเกียงไปยังท่าเรือและสัญญากับทริฟต์ว่าจะไม่พูดเรื่องน้ำมัน',
    '奈尔把告灯带到港口，并向斯里夫特保证对灯油的事保持沉默。',
  ];
  for (const sentence of scripts) {
    const cut = parse(sentence.repeat(20), sentence, 120);
    const text = cut.ok ? cut.text : '';
    expect(text.startsWith(sentence.slice(0, 12))).toBe(true);
    expect(text.endsWith(sentence.trim().slice(-6))).toBe(true);
    expect(text.length).toBeLessThan(sentence.length * 20);
  }
});
