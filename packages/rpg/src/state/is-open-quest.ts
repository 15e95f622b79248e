// Tells whether a quest is open; one without a status is.

import type { Entity } from '../values/entity.ts';

export function isOpenQuest({ sheet: { status } }: Entity): boolean {
  return ['', 'open'].includes(String(status ?? ''));
}
