// Checks a memory in tests: its file is undamaged, and its items agree with their stored changes.

import type { Connection } from '@terrarium/kernel/open-database';
import { expect } from 'vitest';

/**
 * Expects an undamaged file in which every item's state agrees with its stored changes. Each side has at most one
 * active feeling. No two other active items of a kind may say the same.
 */
export function checkMemory(connection: Connection): void {
  const list = (sql: string) => connection.prepare(sql).all();
  expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(connection.pragma('foreign_key_check')).toEqual([]);
  // The last change of each item gives its status, and no item was created without a change.
  expect(
    list(`SELECT id, status FROM working_memory WHERE status IS NOT
      (SELECT to_status FROM item_change WHERE item_id = working_memory.id ORDER BY id DESC LIMIT 1)`),
  ).toEqual([]);
  // Each change begins with the status that the change before it left.
  expect(
    list(`SELECT item_id, from_status, former FROM
      (SELECT *, lag(to_status) OVER (PARTITION BY item_id ORDER BY id) former FROM item_change)
      WHERE from_status IS NOT former`),
  ).toEqual([]);
  expect(list(`SELECT id FROM item_change WHERE (change = 'created') <> (before IS NULL)`)).toEqual([]);
  expect(
    list(`SELECT side, count(*) n FROM working_memory JOIN event ON event.id = event_id
      WHERE kind = 'feeling' AND status = 'active' GROUP BY side HAVING n > 1`),
  ).toEqual([]);
  expect(
    list(`SELECT subject, count(*) n FROM working_memory WHERE kind = 'desc' AND status = 'active' AND subject IS NOT NULL
      GROUP BY subject HAVING n > 1`),
  ).toEqual([]);
  expect(
    list(`SELECT kind, normal_form, count(*) n FROM working_memory WHERE status = 'active' AND kind <> 'feeling'
      GROUP BY kind, normal_form HAVING n > 1`),
  ).toEqual([]);
}
