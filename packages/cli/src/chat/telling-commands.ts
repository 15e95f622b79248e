// Commands of a talk that set messages aside and bring them back: undo, redo, retry and edit.

import { buildMovedTalk } from '@terrarium/composition/build-memory';
import { refuseCompany } from '@terrarium/composition/open-company';
import { UsageError } from '@terrarium/kernel/errors';
import { keyForm } from '@terrarium/memory/key-form';
import type { MovedMessage, MovedTalk } from '@terrarium/memory/set-aside';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import type { ChatContext } from './chat-context.ts';
import { editItem } from './correcting-commands.ts';
import { answerNewest, runTurn } from './run-turn.ts';

const isNumber = /^\d{1,4}$/u;
const mostAtOnce = 100;

/** Sets the newest exchanges aside: as many as the person says, up to `mostAtOnce`, or all if there are fewer. */
export function undo(context: ChatContext, rest: string): void {
  refuseCompany(context.company);
  const wanted = Math.min(mostAtOnce, rest === '' ? 1 : parseNumber('/undo', rest));
  let moved = context.companion.undo();
  for (let done = 1; done < wanted; done += 1) {
    show(context, 'undo', moved);
    moved = context.companion.undo();
  }
  show(context, 'undo', moved);
}

export function redo(context: ChatContext, rest: string): void {
  refuseCompany(context.company);
  show(context, 'redo', context.companion.redo(rest === '' ? 1 : parseNumber('/redo', rest)));
}

/**
 * Asks for a new answer. If `rest` is a number, goes back to the answer with this number. If it is words,
 * they replace the message.
 */
export async function retry(context: ChatContext, rest: string, signal: AbortSignal): Promise<void> {
  const { companion } = context;
  refuseCompany(context.company);
  if (isNumber.test(rest)) {
    show(context, 'telling', companion.restoreTelling(Number(rest)));
    return;
  }
  if (rest !== '') return await edit(context, rest, signal);
  refuseUnasked(context);
  if (!companion.listTellings().some(({ isStanding }) => isStanding))
    return await answerNewest(context, signal, { isAgain: true });
  companion.undo({ isReplyOnly: true });
  try {
    await answerNewest(context, signal, { isAgain: true });
  } finally {
    // If the server fails, the earlier answer comes back.
    if (!companion.listTellings().some(({ isStanding }) => isStanding)) companion.redo();
  }
  const tellings = companion.listTellings();
  if (context.isJson || tellings.length < 2) return;
  const said = `Version ${tellings.length} of ${tellings.length}; /retry 1 goes back to the first.`;
  context.shell.printer.writeLines(paint(said, 'dim'));
}

/** A fragment's key in brackets, before new words for it. */
const fragment = new RegExp(String.raw`^\[${keyForm}\]\s`, 'u');

/** Replaces the newest message with other words, or the text of a fragment if the words begin with its key. */
export async function edit(context: ChatContext, text: string, signal: AbortSignal): Promise<void> {
  if (text === '') {
    throw new UsageError({
      code: 'memory.nothing-said',
      happened: '/edit needs new words for your newest message.',
      todo: 'Write the new words after /edit. To reword an item in mind: /correct 12 words.',
    });
  }
  if (fragment.test(text)) {
    editItem(context, text);
    return;
  }
  refuseCompany(context.company);
  const [former] = context.companion.undo().messages;
  await runTurn(context, { text, insteadOf: former?.id }, signal);
}

function refuseUnasked({ asked }: ChatContext): void {
  if (asked !== undefined) return;
  throw new UsageError({
    code: 'memory.no-model-asked',
    happened: 'No model is configured to answer again.',
    todo: 'Name one with --model and --base-url. "/retry 1" goes back to an earlier answer.',
  });
}

function parseNumber(command: string, rest: string): number {
  if (isNumber.test(rest) && Number(rest) > 0) return Number(rest);
  throw new UsageError({
    code: 'memory.no-number',
    happened: `${command} takes a number, not "${rest.slice(0, 40)}".`,
    todo: `Write ${command} alone, or with a number: ${command} 2.`,
  });
}

const says = {
  undo: 'Set aside',
  redo: 'Back again',
  telling: 'Chosen',
} as const;

function show({ shell, isJson }: ChatContext, deed: keyof typeof says, moved: MovedTalk): void {
  const { printer } = shell;
  if (isJson) {
    printer.writeJson('movedTalk', buildMovedTalk(deed, moved));
    return;
  }
  const lines = moved.messages.map((message) => `${says[deed]} ${describeMessage(message)}`);
  const more =
    moved.others === 1
      ? ''
      : `; /redo 2 brings back the message removed before that one instead (${moved.others} messages are set aside here)`;
  const back = deed === 'undo' ? [`/redo brings it back${more}.`] : [];
  for (const line of [...lines, ...back]) printer.writeLines(...wrapText(line, { width: printer.width }));
}

function describeMessage({ side, shown }: MovedMessage): string {
  const whose = side === 'user' ? 'your message' : 'the answer';
  return `(${whose}): ${shown === '' ? '(none of it is shown)' : shown.replaceAll(/\s+/gu, ' ')}`;
}
