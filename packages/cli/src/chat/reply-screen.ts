// Reply screen: shows a reply while it arrives, and settles it when it is whole.

import { parseResponse, takeAsSaid } from '@terrarium/memory/parse-message';
import type { SettledSettings } from '@terrarium/memory/settle-settings';
import { showSpans } from '@terrarium/memory/show-event';
import { showPartial } from '@terrarium/memory/show-partial';
import type { Printer } from '../screen/printer.ts';
import { paint } from '../screen/style.ts';
import { openWrapStream } from '../screen/wrap-stream.ts';

export interface ReplyScreen {
  /** Of everything that arrived so far what may be shown. */
  show(arrived: string): void;
  /** What arrived so far was thinking. */
  retract(): void;
  /** The whole as it was taken. */
  finish(shown: string): void;
  /** It broke off. */
  leave(): void;
}

/** What is shown of a whole reply: all of it where a model forgot to tag. */
export function renderReply(text: string, { voices, untaggedReplies }: SettledSettings): string {
  const parsed = parseResponse(text, { voices });
  const isSaid = parsed.spans.length === 0 && untaggedReplies === 'said';
  return showSpans(isSaid ? takeAsSaid(parsed, voices.companion).spans : parsed.spans);
}

export function openReplyScreen(printer: Printer, isSilent: boolean): ReplyScreen {
  const state = { shown: '' };
  const wrap = openWrapStream(() => printer.width);
  /** A pipe gets every byte. */
  const lay = (text: string) => (printer.isTerminal ? wrap(text) : text);
  const pour = (text: string) => {
    if (text === '') return;
    printer.live();
    printer.pour(text);
  };
  if (!isSilent) printer.live(paint('  …', 'dim'));
  return {
    show: (arrived) => {
      if (isSilent) return;
      const now = showPartial(arrived);
      if (!now.startsWith(state.shown)) return;
      pour(lay(now.slice(state.shown.length)));
      state.shown = now;
    },
    retract: () => {
      if (!isSilent && state.shown !== '') {
        printer.live();
        pour(lay('\n'));
        printer.say(paint('(That was what the model thought.)', 'dim'));
      }
      state.shown = '';
    },
    finish: (shown) => {
      if (isSilent) return;
      printer.live();
      const isGrown = shown.startsWith(state.shown);
      // What was shown turned out to be no part of the reply, such as a tag that was never closed: it is said anew.
      pour(lay(`${isGrown ? shown.slice(state.shown.length) : `\n${shown}`}\n`));
    },
    leave: () => {
      if (isSilent) return;
      printer.live();
      if (state.shown !== '') pour(lay('\n'));
    },
  };
}
