// The tool plans: every plan that is still open, whatever it weighs in mind at the moment.

import { planSpans } from '@terrarium/memory/plans';
import { z } from 'zod';
import { buildCompanionTool, looks } from '../companion/companion-tool.ts';
import { shortText } from '../show/inputs.ts';
import { count, listOf, planOutput } from '../show/outputs.ts';
import { renderList } from '../show/render-list.ts';
import { buildPlanValue, renderPlan } from '../show/show-item.ts';

export const plans = buildCompanionTool({
  name: 'plans',
  title: 'Open plans',
  description: 'Every open plan, the sunk ones too: what is due first, then what has no date.',
  input: z.strictObject({
    topic: shortText
      .optional()
      .describe('Only those about it: a key, a subject, or words that stand in the plan'),
    when: z.enum(planSpans).optional().describe('Only those due then'),
    limit: z.int().min(1).max(200).default(30).describe('So many at most'),
  }),
  output: z.object({ total: count, plans: listOf(planOutput) }),
  annotations: looks,
  run({ companion: { memory, timeZone }, given: { topic, when, limit } }) {
    const found = memory.plans({ topic, when });
    const lines = found.map((plan) => renderPlan(plan, timeZone));
    const text = renderList('Open plans:', lines, limit).join('\n');
    return {
      text: text === '' ? 'There is no open plan of that kind.' : text,
      value: { total: found.length, plans: found.slice(0, limit).map(buildPlanValue) },
    };
  },
});
