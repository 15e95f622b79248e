// Reply screen: shows a reply while it arrives, and lays it out when it is whole.

import type { Printer } from '../screen/printer.ts';
import { paint } from '../screen/style.ts';
import { openWrapStream } from '../screen/wrap-stream.ts';

export interface ReplyScreen {
  /** Shows what the person may see of the reply so far. */
  show(now: string): void;
  /** Takes back the text shown so far, because it turned out to be thinking. */
  retract(): void;
  /** Shows the whole reply as it was accepted. */
  finish(shown: string): void;
  /** Ends the screen of a reply that broke off. */
  interrupt(): void;
}

export function openReplyScreen(printer: Printer, isSilent: boolean): ReplyScreen {
  const state = { shown: '' };
  const wrap = openWrapStream(() => printer.width);
  /** Output to a pipe is not wrapped: it gets the text byte for byte. */
  const wrapPart = (text: string) => (printer.isTerminal ? wrap(text) : text);
  const writePart = (text: string) => {
    if (text === '') return;
    printer.showLive();
    printer.writeText(text);
  };
  if (!isSilent) printer.showLive(paint('  …', 'dim'));
  return {
    show: (now) => {
      if (isSilent || !now.startsWith(state.shown)) return;
      writePart(wrapPart(now.slice(state.shown.length)));
      state.shown = now;
    },
    retract: () => {
      if (!isSilent && state.shown !== '') {
        printer.showLive();
        writePart(wrapPart('\n'));
        printer.writeLines(paint('(The text above was only the model thinking.)', 'dim'));
      }
      state.shown = '';
    },
    finish: (shown) => {
      if (isSilent) return;
      printer.showLive();
      const isGrown = shown.startsWith(state.shown);
      // If the text shown so far turned out not to be part of the reply, for instance because a tag was never
      // closed, the whole reply is shown again.
      writePart(wrapPart(`${isGrown ? shown.slice(state.shown.length) : `\n${shown}`}\n`));
    },
    interrupt: () => {
      if (isSilent) return;
      printer.showLive();
      if (state.shown !== '') writePart(wrapPart('\n'));
    },
  };
}
