// Runs what is typed with a slash in a talk: looks at the memory, changes it, or ends the talk.

import {
  buildFacts,
  buildFound,
  buildPlans,
  buildPresence,
  buildRecalled,
} from '@terrarium/composition/build-memory';
import { describeNoPlans } from '@terrarium/composition/describe-no-plans';
import { TerrariumError, UsageError } from '@terrarium/kernel/errors';
import { findNearest } from '@terrarium/kernel/find-nearest';
import { renderPairs, wrapText } from '../screen/layout.ts';
import { renderFailure } from '../shell/explain-error.ts';
import { explainNamed } from '../shell/explain-named.ts';
import { renderFacts } from '../views/render-facts.ts';
import { renderPlans } from '../views/render-plans.ts';
import { renderRecalled } from '../views/render-recalled.ts';
import { renderSearch } from '../views/render-search.ts';
import { buildWakeValue, renderWakeLook } from '../views/render-wake-look.ts';
import type { ChatContext } from './chat-context.ts';
import { editItem, finishItem, forget, mergeItems, revive } from './correcting-commands.ts';
import { runTurn } from './run-turn.ts';
import { edit, redo, retry, undo } from './telling-commands.ts';

export interface TypedCommand {
  readonly name: string;
  readonly rest: string;
}

/** A command begins with exactly one slash. A line with two slashes is a message that begins with a slash. */
export function parseCommand(line: string): TypedCommand | undefined {
  const typed = /^\/(?!\/)(?<name>\S*)(?!\S)(?<rest>.*)$/su.exec(line)?.groups;
  return typed === undefined
    ? undefined
    : { name: (typed['name'] ?? '').toLowerCase(), rest: (typed['rest'] ?? '').trim() };
}

type Run = (context: ChatContext, rest: string, signal: AbortSignal) => void | Promise<void>;

interface ChatCommand {
  readonly usage: string;
  readonly about: string;
  readonly run: Run;
}

const commands: Readonly<Record<string, ChatCommand>> = {
  why: {
    usage: '/why 12',
    about:
      'why something was in mind, or was not: a fact, plan or note (by a number such as 12, or words that only it has), a message ("moment 34") or a fragment (pier)',
    run: ({ shell, companion, isJson }, rest) => {
      const presence = explainNamed(companion, rest);
      if (isJson) shell.printer.writeJson('mindPresence', buildPresence(presence));
      else shell.printer.writeLines(...wrapText(presence.say, { width: shell.printer.width }));
    },
  },
  facts: {
    usage: '/facts [words]',
    about: 'facts about people, in the words in which they were told',
    run: ({ shell, companion, world, isJson }, rest) => {
      const facts = companion.facts({ topic: rest });
      const { timeZone } = world.settings;
      const voices = companion.nameVoices();
      const screen = { width: shell.printer.width, isPart: rest !== '', timeZone, voices };
      if (isJson) shell.printer.writeJson('memoryFacts', buildFacts(facts));
      else shell.printer.writeLines(...renderFacts(facts, screen));
    },
  },
  plans: {
    usage: '/plans [topic]',
    about: 'every open plan, including those no longer in mind',
    run: ({ shell, companion, world, isJson }, rest) => {
      const found = companion.plans(rest === '' ? {} : { topic: rest });
      const { timeZone } = world.settings;
      if (isJson) shell.printer.writeJson('memoryPlans', buildPlans(found));
      else
        shell.printer.writeLines(
          ...renderPlans(found, {
            width: shell.printer.width,
            timeZone,
            nowMs: shell.environment.clock.now(),
            isPart: rest !== '',
            whyNone: found.length === 0 ? describeNoPlans(companion.measureTagYield()) : undefined,
          }),
        );
    },
  },
  wake: {
    usage: '/wake [message]',
    about: 'the prompt that the companion would be given now; also /mind',
    run: async ({ shell, companion, isJson }, rest) => {
      const wake = await companion.wake({ message: rest === '' ? undefined : rest, isPreview: true });
      if (isJson) shell.printer.writeJson('memoryWake', buildWakeValue(wake, { withSecrets: false }));
      else shell.printer.writeLines(...renderWakeLook(wake, { withSecrets: false }));
    },
  },
  recall: {
    usage: '/recall KEY [deep]',
    about: 'a fragment, which was compiled from your talks, by its key; with "deep", in detail',
    run: ({ shell, companion, isJson }, rest) => {
      const [key = '', depth] = rest.split(/\s+/u);
      if (key === '') {
        throw new UsageError({
          code: 'memory.nothing-said',
          happened: '/recall needs the key of a fragment.',
          todo: 'Write it like /recall pier.',
        });
      }
      const recalled = companion.recall(key.replace(/^\[|\]$/gu, ''), { isDeep: depth === 'deep' });
      const writing = companion.findWriting(recalled.key);
      if (isJson) shell.printer.writeJson('recalledFragment', buildRecalled(recalled, writing));
      else
        shell.printer.writeLines(
          ...renderRecalled(recalled, writing, {
            width: shell.printer.width,
            searching: `/search ${recalled.key}`,
          }),
        );
    },
  },
  search: {
    usage: '/search WORDS',
    about: 'moments of the talk and items in mind that have any of these words',
    run: async ({ shell, companion, world, isJson }, rest) => {
      const { timeZone } = world.settings;
      const voices = companion.nameVoices();
      const found = { moments: await companion.search(rest), items: companion.searchItems(rest) };
      if (isJson) shell.printer.writeJson('memorySearch', buildFound(found, timeZone));
      else shell.printer.writeLines(...renderSearch(found, { width: shell.printer.width, timeZone, voices }));
    },
  },
  done: {
    usage: '/done WHAT',
    about: 'marks a plan as done, by its number or its words',
    run: (context, rest) => finishItem(context, 'done', rest),
  },
  drop: {
    usage: '/drop WHAT',
    about: 'puts an item, or a fragment such as [pier], out of mind',
    run: (context, rest) => finishItem(context, 'drop', rest),
  },
  revive: {
    usage: '/revive 12',
    about: 'brings back an item that was done, dropped, replaced or that faded, by its number',
    run: revive,
  },
  correct: {
    usage: '/correct 12 WORDS',
    about:
      'rewords an item by its number, or a fragment by its key: /correct [pier] WORDS. For a fact, type only the new value: /correct 12 blue',
    run: editItem,
  },
  merge: {
    usage: '/merge 12 15',
    about: 'merges items that mean the same, or fragments such as [pier] [jetty], into the first',
    run: mergeItems,
  },
  undo: {
    usage: '/undo [n]',
    about: 'undoes your newest message with its answer, or the newest n, and what they changed in the memory',
    run: undo,
  },
  redo: {
    usage: '/redo [n]',
    about:
      'brings back the message that /undo removed last; /redo 2 brings back the message removed before that one',
    run: redo,
  },
  retry: {
    usage: '/retry [n or words]',
    about:
      'answers your newest message again, and keeps all answers. With n, goes back to the nth answer; with words, replaces your message',
    run: retry,
  },
  edit: {
    usage: '/edit WORDS',
    about: 'replaces your newest message with these words; /edit [pier] WORDS replaces a fragment',
    run: edit,
  },
  forget: {
    usage: '/forget WHAT',
    about:
      'forgets an item (12), a "moment 34", a fragment (pier) or, behind "all", everything that words name, for good; first shows what would be removed, and what to type to remove it',
    run: forget,
  },
  image: {
    usage: '/image FILE [words]',
    about: 'sends a message with a picture; a model that can read pictures sees it in this turn',
    run: async (context, rest, signal) => {
      const typed = /^(?:"(?<quoted>[^"]+)"|(?<plain>\S+)(?!\S))(?<text>.*)$/su.exec(rest)?.groups;
      const image = typed?.['quoted'] ?? typed?.['plain'];
      if (image === undefined) {
        throw new UsageError({
          code: 'cli.no-image-named',
          happened: '/image needs the path of an image.',
          todo: 'Write it like /image cat.png look at her; put a path that has spaces in quotation marks.',
        });
      }
      await runTurn(context, { text: (typed?.['text'] ?? '').trimStart(), image }, signal);
    },
  },
  again: {
    usage: '/again',
    about: 'the same as /retry, also after a reply that was cut off',
    run: (context, _rest, signal) => retry(context, '', signal),
  },
};

const ends: readonly string[] = ['quit', 'exit'];
/** Further names for commands; these names have no lines of their own in the help. */
const otherNames: Readonly<Record<string, string>> = { mind: 'wake', memory: 'facts', known: 'facts' };

/** Returns whether the talk goes on. A mistyped command is reported and does not end it. */
export async function runChatCommand(
  context: ChatContext,
  typed: TypedCommand,
  signal: AbortSignal,
): Promise<boolean> {
  const { printer } = context.shell;
  if (ends.includes(typed.name)) return false;
  try {
    await runOneCommand(context, typed, signal);
  } catch (error) {
    if (!(error instanceof TerrariumError) || error.exitCode !== 2) throw error;
    const { code, happened, todo, exitCode } = error;
    if (context.isJson) printer.writeJson('failure', { kind: 'error', code, happened, todo, exitCode });
    else printer.writeLines(...renderFailure(error));
  }
  return true;
}

/** Throws `UsageError` for a mistyped command: outside of a talk there is no next line in which to correct it. */
export async function runOneCommand(
  context: ChatContext,
  { name, rest }: TypedCommand,
  signal: AbortSignal,
): Promise<void> {
  if (name === 'help') showHelp(context, rest);
  else if (!ends.includes(name)) await requireCommand(name).run(context, rest, signal);
}

function requireCommand(name: string): ChatCommand {
  const meant = Object.hasOwn(otherNames, name) ? (otherNames[name] ?? name) : name;
  const command = Object.hasOwn(commands, meant) ? commands[meant] : undefined;
  if (command !== undefined) return command;
  const near = findNearest(name, [...Object.keys(commands), ...ends, 'help']);
  throw new UsageError({
    code: 'memory.unknown-command',
    happened: near === undefined ? `There is no /${name}.` : `There is no /${name}; did you mean /${near}?`,
    todo: '/help lists the commands. To begin a message with a slash, type two.',
  });
}

function showHelp({ shell: { printer }, isJson }: ChatContext, rest: string): void {
  const name = rest.replace(/^\//u, '').toLowerCase();
  const own = name === '' ? Object.values(commands) : [ends.includes(name) ? ending : requireCommand(name)];
  const shown = name === '' && !isJson ? [...own, ending, slashes] : own;
  if (isJson)
    printer.writeJson('shownHelp', { commands: shown.map(({ usage, about }) => ({ usage, about })) });
  else
    printer.writeLines(
      ...renderPairs(
        shown.map(({ usage, about }) => [usage, about] as const),
        printer.width,
      ),
    );
}

const ending = { usage: '/quit', about: 'ends the talk; everything is kept' };
const slashes = { usage: '//…', about: 'a message that begins with a slash' };
