// The tool `plans`: every plan that is still open, however low its score is now.

import { buildPlans } from '@terrarium/composition/build-memory';
import { describeNoPlans } from '@terrarium/composition/describe-no-plans';
import { planSpans } from '@terrarium/memory/plans';
import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import { buildCompanionTool, looks } from '../companion/companion-tool.ts';
import { shortText } from '../show/inputs.ts';
import { renderList } from '../show/render-list.ts';
import { renderPlan } from '../show/show-item.ts';

const most = 200;

export const plans = buildCompanionTool({
  name: 'plans',
  title: 'Open plans',
  description:
    'List every open plan, including those that are out of mind: first by due date, then those without a date.',
  input: z.strictObject({
    topic: shortText
      .optional()
      .describe('Only plans about this: the key of a fragment, a subject, or words of the plan'),
    when: z.enum(planSpans).optional().describe('Only those due then'),
    limit: z.int().min(1).default(30).describe(`At most this many; never more than ${most}`),
  }),
  output: shapes.memoryPlans,
  annotations: looks,
  run({ companion: { memory, timeZone }, given: { topic, when, limit: wanted } }) {
    const limit = Math.min(most, wanted);
    const found = memory.plans({ topic, when });
    const lines = found.map((plan) => renderPlan(plan, timeZone));
    const whyNone = found.length === 0 ? describeNoPlans(memory.measureTagYield()) : undefined;
    const text = [
      ...(wanted > most ? [`At most ${most} are shown, not ${wanted}.`] : []),
      ...(lines.length === 0
        ? ['There is no open plan of that kind.', ...(whyNone === undefined ? [] : [whyNone])]
        : renderList('Open plans:', lines, limit)),
    ];
    return {
      text: text.join('\n'),
      value: buildPlans(found, limit),
    };
  },
});
