// Commands of a talk that correct the memory: done, drop and forget.

import { buildCorrected, buildForgotten } from '@terrarium/composition/build-memory';
import { renderCorrected } from '../views/render-corrected.ts';
import { renderForgotten } from '../views/render-forgotten.ts';
import type { ChatContext } from './chat-context.ts';

export function finishItem(
  { shell: { printer }, companion, world, isJson }: ChatContext,
  deed: 'done' | 'drop',
  what: string,
): void {
  const items = companion.edit({ do: deed, what });
  const { timeZone } = world.settings;
  if (isJson) printer.writeJson('correctedItems', buildCorrected(items));
  else printer.writeLines(...renderCorrected(items, { width: printer.width, timeZone }));
}

const agreed = ' yes';

/** Says what would go; only with `yes` behind it is it done, since it cannot be undone. */
export function forget({ shell: { printer }, companion, isJson }: ChatContext, rest: string): void {
  const isForgotten = rest.endsWith(agreed);
  const what = isForgotten ? rest.slice(0, -agreed.length).trim() : rest;
  const forgotten = companion.forget([companion.find(what)], { isPreview: !isForgotten });
  const deed = { isForgotten, areCopiesRemoved: false };
  if (isJson) printer.writeJson('forgottenMemory', buildForgotten(forgotten, deed));
  else {
    printer.writeLines(...renderForgotten(forgotten, { ...deed, width: printer.width }));
    if (!isForgotten) printer.writeLines(`This cannot be undone. To forget it, type: /forget ${what} yes`);
  }
}
