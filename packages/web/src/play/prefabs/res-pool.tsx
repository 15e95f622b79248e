// RES_POOL: draws points up to a maximum, as a bar that warns when few are left.

import { groupDigits } from '../../parts/group-digits.ts';
import { Measure } from './measure.tsx';
import { Meter } from './meter.tsx';
import type { ViewProps } from './view.ts';
import { readNumber } from './view.ts';

export function ResPool({ field }: ViewProps) {
  const current = readNumber(field.value, 'current') ?? 0;
  const max = readNumber(field.value, 'max') ?? 0;
  return (
    <Measure field={field} shows={groupDigits(field.shows)}>
      <Meter value={current} max={max} />
    </Measure>
  );
}
