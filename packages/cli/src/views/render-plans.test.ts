// Tests the list of plans: what it says of a plan shortly before and after its time.
import type { Plan } from '@terrarium/memory/plans';
import { expect, it } from 'vitest';
import { renderPlans } from './render-plans.ts';

const dueAtMs = Date.UTC(2026, 10, 27, 12);

it.each([
  [-40, 'due soon'],
  [0, 'due now'],
  [40, 'due now'],
])('PL4: says %i minutes after the time of a plan: %s', (minutes, said) => {
  const plan = { id: 3, phase: 'due', content: 'Call Tom', dueAtMs } as Plan;
  const nowMs = dueAtMs + minutes * 60_000;
  const [head = ''] = renderPlans([plan], { width: 80, timeZone: 'UTC', nowMs });
  expect(head).toContain(` · ${said}`);
});
