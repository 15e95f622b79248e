// Tests what counts as a summary of older turns, in scripts with and without spaces.

import { expect, test } from 'vitest';
import { parseStory } from './parse-story.ts';

function parse(text: string, older: string) {
  return parseStory({ text, calls: [], finish: 'stop' }, { older, tokens: 400 });
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
