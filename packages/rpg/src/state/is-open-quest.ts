// Tells whether a quest is open; a quest without a status counts as open.

import type { Entity } from '../values/entity.ts';

export function isOpenQuest({ sheet: { status } }: Entity): boolean {
  return ['', 'open'].includes(String(status ?? ''));
}
