// Tests which dates are read in Japanese and Chinese, and which words only look like dates.

import { describe, expect, test } from 'vitest';
import { cutDate } from '../working-memory/cut-date.ts';
import { findDueDate, joinDueWords } from './find-due-date.ts';
import { findAnyRecurrence } from './find-other-recurrence.ts';

const timeZone = 'Asia/Tokyo';
/** Monday, 30 November 2026, 14:00 in Tokyo. */
const atMs = Date.parse('2026-11-30T14:00:00+09:00');

/**
 * Returns when a plan is due in Tokyo, and its words without those for the date; `no date` if it has none. Only
 * English is asked for, so the language is known by its script.
 */
function read(text: string): string {
  const due = findDueDate(text, { atMs, timeZone, languages: ['en'] });
  if (due === undefined) return 'no date';
  const date = new Date(due.dueAtMs + 9 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
  return `${date.replace(' 23:59', '')} ${cutDate(text, joinDueWords(due))}`;
}

function findRecurrence(text: string) {
  return findAnyRecurrence(text, { wallMs: atMs + 9 * 3_600_000, timeZone })?.recurrence;
}

describe('dates in Japanese and Chinese', () => {
  test.each([
    ['明日歯医者に行く', '2026-12-01 歯医者に行く'],
    ['明後日、返事をする', '2026-12-02 返事をする'],
    ['ハナに明日電話する', '2026-12-01 ハナに電話する'],
    ['明日の午後三時に会議', '2026-12-01 15:00 会議'],
    ['明日、歯医者に3時に行く', '2026-12-01 15:00 歯医者に行く'],
    ['来週の火曜日に面接', '2026-12-08 面接'],
    ['火曜に面接', '2026-12-01 面接'],
    ['月曜日に面接', '2026-12-07 面接'],
    ['再来週の木曜、10時半から会議', '2026-12-17 10:30 会議'],
    ['今週の金曜までにレポート', '2026-12-04 レポート'],
    ['12月10日（木）14:00 歯医者', '2026-12-10 14:00 歯医者'],
    ['十二月五日に病院', '2026-12-05 病院'],
    ['来年の三月一日に引っ越し', '2027-03-01 引っ越し'],
    ['5日に病院', '2026-12-05 病院'],
    ['三日後に返事', '2026-12-03 返事'],
    ['1時間半後に洗濯物', '2026-11-30 15:30 洗濯物'],
    ['今夜ハナに電話', '2026-11-30 20:00 ハナに電話'],
    ['月末までに支払い', '2026-11-30 支払い'],
    ['週末に掃除', '2026-12-06 掃除'],
    ['クリスマスまでに手紙', '2026-12-25 手紙'],
    ['健太さんの歯医者（明日の三時）', '2026-12-01 15:00 健太さんの歯医者'],
    ['結婚式 来週の火曜（2026-12-08）', '2026-12-08 結婚式'],
    ['結婚式 2026-12-08（来週の火曜）15:00', '2026-12-08 15:00 結婚式'],
    ['歯医者 12/5', '2026-12-05 歯医者'],
    ['毎週金曜の19時にジム', '2026-12-04 19:00 ジム'],
    ['薬をきょう買う', '2026-11-30 薬を買う'],
    ['明日花火を見る', '2026-12-01 花火を見る'],
    ['12月5日も仕事', '2026-12-05 も仕事'],
  ])('PL23: a date in Japanese is read: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test.each([
    ['明天去看牙医', '2026-12-01 去看牙医'],
    ['后天晚上七点和小李吃饭', '2026-12-02 19:00 和小李吃饭'],
    ['下周二面试', '2026-12-08 面试'],
    ['下個星期二面試', '2026-12-08 面試'],
    ['这周五之前交报告', '2026-12-04 交报告'],
    ['十二月五号去医院', '2026-12-05 去医院'],
    ['下个月5号交房租', '2026-12-05 交房租'],
    ['明天三点到五点开会', '2026-12-01 15:00 开会'],
    ['明天十一点一刻开会', '2026-12-01 11:15 开会'],
    ['半小时后吃药', '2026-11-30 14:30 吃药'],
    ['今晚给妈妈打电话', '2026-11-30 20:00 给妈妈打电话'],
    ['圣诞节去看奶奶', '2026-12-25 去看奶奶'],
    ['明天三点一起吃饭', '2026-12-01 15:00 一起吃饭'],
    ['周三回家', '2026-12-02 回家'],
    ['5号公司聚餐', '2026-12-05 公司聚餐'],
    ['明天三点两个人开会', '2026-12-01 15:00 两个人开会'],
    ['查明天天气', '2026-12-01 查天气'],
    ['一号去上海', '2026-12-01 去上海'],
  ])('PL23: a date in Chinese is read: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test.each([
    '先週の火曜日のこと',
    '薬を三時間飲む',
    '20日間の旅行',
    '一時帰国の準備',
    'クリスマスのプレゼントを買う',
    '上周二的事',
    '多喝一点水',
    '5号线坐到底',
    '两个小时的电影',
    '买圣诞礼物',
    '去年の12月5日の写真',
    '先週末の写真',
    '先月末の書類',
    '3月末の引っ越し',
    '一日中寝る',
    '1日に3回薬を飲む',
    '二日酔いの薬を買う',
    '3日分の薬をもらう',
    '三日月の絵を描く',
    '平日に役所へ行く',
    '毎月末に支払い',
    'べんきょうする',
    'きょうだいに電話',
    '明日香に電話',
    '今日子さんに返事',
    '日曜大工の道具',
    '上个周末的照片',
    '上个月底的报告',
    '一周一次大扫除',
    '打扫一下周围',
    '一日三餐要吃好',
    '买5号电池',
    '跑三点五公里',
    '注意两点',
    '下午茶的点心',
    '看深夜食堂',
    '10日間旅行',
    '三个工作日内回复',
  ])('PL23: what is over, how long and how much name no date: %s', (text) => {
    expect(read(text)).toBe('no date');
  });

  test('PL23: an hour that is not said to be before noon is meant as in English', () => {
    expect(read('明日8時に起きる')).toBe('2026-12-01 08:00 起きる');
    expect(read('明日8時にコンサート')).toBe('2026-12-01 20:00 コンサート');
    expect(read('今日8時に電話')).toBe('2026-11-30 20:00 電話');
    expect(read('三点见面')).toBe('2026-11-30 15:00 见面');
    expect(read('明早六点的飞机')).toBe('2026-12-01 06:00 飞机');
  });

  test('PL23: what comes again is read with its hour', () => {
    expect(read('毎週火曜と木曜の19時にヨガ')).toBe('2026-12-01 19:00 ヨガ');
    expect(findRecurrence('毎週火曜と木曜の19時に')).toEqual({ unit: 'weeks', count: 1, weekdays: [2, 4] });
    expect(read('毎朝8時に薬を飲む')).toBe('2026-12-01 08:00 薬を飲む');
    expect(findRecurrence('隔週の水曜日')).toEqual({ unit: 'weeks', count: 2, weekdays: [3] });
    expect(read('毎年12月25日にパーティー')).toBe('2026-12-25 パーティー');
    expect(findRecurrence('毎年12月25日に')).toEqual({ unit: 'years', count: 1 });
    expect(read('平日の朝7時に起きる')).toBe('2026-12-01 07:00 起きる');
    expect(findRecurrence('每周三回家')).toEqual({ unit: 'weeks', count: 1, weekdays: [3] });
    expect(read('每周一次跑步')).toBe('2026-12-07 一次跑步');
    expect(findRecurrence('每周一次')).toEqual({ unit: 'weeks', count: 1 });
    expect(read('每天早上跑步')).toBe('2026-12-01 08:00 跑步');
    expect(read('每月1号交房租')).toBe('2026-12-01 交房租');
    expect(findRecurrence('每月1号')).toEqual({ unit: 'months', count: 1, dates: [1] });
    expect(findRecurrence('每周二和周四晚上七点')).toEqual({ unit: 'weeks', count: 1, weekdays: [2, 4] });
    expect(findRecurrence('3日ごとに')).toEqual({ unit: 'days', count: 3 });
  });

  test('PL23: a long text costs no more than any other', () => {
    expect(read('十'.repeat(100_000))).toBe('no date');
    expect(read('每'.repeat(100_000))).toBe('no date');
  });
});
