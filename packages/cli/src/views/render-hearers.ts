// Renders which other memories of a world heard much the same words as those to be forgotten, and how to forget them there.
import type { Hearer } from '@terrarium/composition/list-hearers';
import { renderCommand } from '@terrarium/composition/render-command';
import { wrapText } from '../screen/layout.ts';

/** `dir`: the folder of the world, as the person gave it. */
export function renderHearers(hearers: readonly Hearer[], dir: string, width: number): readonly string[] {
  return hearers.flatMap(({ of, moments }) =>
    wrapText(describeHearer(of, moments, dir), { width, indent: '    ', first: '  ' }),
  );
}

function describeHearer(of: string | undefined, moments: readonly number[], dir: string): string {
  const there = renderCommand(
    `memory forget "moment ${moments[0]}"`,
    dir,
    of === undefined ? [] : ['--of', of],
  );
  const listed = `${moments.length === 1 ? 'moment' : 'moments'} ${moments.join(', ')}`;
  return `${of === undefined ? 'The memory of the world' : `The memory of ${of}`} holds much the same (${listed}). To forget it there:  ${there}`;
}
