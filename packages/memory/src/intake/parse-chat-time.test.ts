// Tests which forms of a time are read from a chat file.
import { expect, it } from 'vitest';
import { parseChatTime } from './parse-chat-time.ts';

it.each([
  ['2026年10月1日 20:00', '2026-10-01T11:00:00.000Z'],
  ['２０２６年１０月１日　２０：００', '2026-10-01T11:00:00.000Z'],
  ['2026年10月1日20時05分', '2026-10-01T11:05:00.000Z'],
  ['2024-9-28 @01h 02m 36s 123ms', '2024-09-27T16:02:36.123Z'],
  ['September 28, 2024 1:02am', '2024-09-27T16:02:00.000Z'],
])('IO2: the time %s is read', (text, expected) => {
  const time = parseChatTime(text, 'Asia/Tokyo');
  expect(time === undefined ? undefined : new Date(time.ms).toISOString()).toBe(expected);
});

it.each(['2026年13月1日 20:00', '2026年2月30日 20:00', '10月1日'])('IO2: %s names no time', (text) => {
  expect(parseChatTime(text, 'Asia/Tokyo')).toBeUndefined();
});
