// Kills unusual readings at every commit: refused tools, a scene undone, a model that is asked for more entries.

import { ProviderError } from '@terrarium/kernel/errors';
import { buildPlainReply, type LanguageModel, type ModelRequest } from '@terrarium/kernel/language-model';
import { describe, expect, it } from 'vitest';
import type { RunSettings } from '../../src/runner/run-settings.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { dumpWorld, type WorldDump } from '../support/dump-world.ts';
import { Killed, type KillPlan, plantKill } from '../support/kill-switch.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const openWorld = useSmallWorlds();

const story = [
  {
    thread: 'One',
    body: 'At dawn Soma met old Dawnel. There Dawnel told Soma of Quillon, for once Quillon had robbed Ondine. Then Ondine wept.',
  },
  { thread: 'Two', body: 'In Vell the gate was shut, and Soma saw it.' },
  { thread: 'Three', body: 'Then Harrow left Vell.' },
];

interface Draft {
  readonly term: string;
  readonly definition: string;
  readonly evidence: readonly object[];
}

/** Drafts an entry for the first name in the newest scene, with the post that has the name as evidence. */
function draftFirst({ messages }: ModelRequest): Draft {
  const scene = messages.findLast(({ content }) => content.includes('<story_passages'))?.content ?? '';
  const post = Number(/<post id="(\d+)"/.exec(scene)?.[1]);
  const term = /(?<=\p{Ll} )\p{Lu}\p{Ll}+/u.exec(scene.slice(scene.indexOf('[1]')))?.[0] ?? '';
  return { term, definition: `${term}, of whom we read.`, evidence: [{ post_id: post, label: 1 }] };
}

const call = (id: string, name: string, given: object) => ({ id, name, arguments: JSON.stringify(given) });

/** A model that refuses tools and, without them, writes tagged updates. */
function answerWithoutTools(request: ModelRequest) {
  if (request.tools.length > 0) {
    const happened = 'The server takes no tools.';
    throw new ProviderError({
      code: 'model.refuses-tools',
      happened,
      todo: 'Ask without.',
      retryable: false,
    });
  }
  const items = [{ action: 'create', ...draftFirst(request) }];
  return buildPlainReply(`<codex_updates>${JSON.stringify(items)}</codex_updates>`, []);
}

/** A model that only talks about scenes until the instructions ask for tagged updates. */
function answerInProse(request: ModelRequest) {
  if (request.tools.length > 0) return buildPlainReply('What a scene! I would add the keeper.', []);
  return answerWithoutTools(request);
}

/** A model that records something in each scene; in the second scene, it keeps calling a tool that does not exist. */
function answerWithGarbled(request: ModelRequest) {
  const { term, ...draft } = draftFirst(request);
  const good = call('good', 'glossary_create', { term, ...draft });
  const bad = call('bad', 'glossary_add', { term });
  const isSecond =
    request.messages.findLast(({ role }) => role === 'user')?.content.includes('In Vell') === true;
  const isAnswered = request.messages.at(-1)?.role === 'tool';
  if (isSecond) return buildPlainReply('', isAnswered ? [bad] : [good, bad]);
  return buildPlainReply('', [good]);
}

/** A model that creates one entry and, if asked for more, another one. */
function answerInPieces(request: ModelRequest) {
  const asked = /have no entry: (\p{L}+)/u.exec(request.messages.at(-1)?.content ?? '')?.[1];
  const draft = draftFirst(request);
  const term = asked ?? draft.term;
  const evidence = asked === undefined ? draft.evidence : [{ post_id: 1, quote: asked }];
  return buildPlainReply('', [call(`c-${term}`, 'glossary_create', { ...draft, term, evidence })]);
}

interface Detour {
  readonly answer: (request: ModelRequest) => ReturnType<typeof buildPlainReply>;
  readonly settings?: Partial<RunSettings>;
}

/** Kills each process at the commit that `plan` names, until a process survives. */
async function readThrough({ answer, settings = {} }: Detour, plan?: KillPlan) {
  const world = openWorld(story);
  const model: LanguageModel = { id: 'test:detour', reply: async (request) => answer(request) };
  for (let kills = 0; ; kills += 1) {
    const held = { connection: undefined as { close(): void } | undefined };
    try {
      const { run, connection } = world.open(model, {
        settings,
        wrap: (opened) => {
          held.connection = opened;
          return plan === undefined ? opened : plantKill(opened, plan);
        },
      });
      await runStates(run);
      const dump: WorldDump = dumpWorld(connection);
      connection.close();
      return { dump, kills };
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      held.connection?.close();
    }
  }
}

const kindsOf = ({ step }: WorldDump) => step.map(({ kind }) => kind);

describe('a reading that is killed on a detour', () => {
  it.each<[string, string, Detour]>([
    [
      'RN26: goes on without the tools that its server refuses',
      'tools-refused',
      { answer: answerWithoutTools },
    ],
    ['RN31: goes over to updates written as text', 'tools-unused', { answer: answerInProse }],
    ['RN27: takes back a scene once and whole', 'scene-closed', { answer: answerWithGarbled }],
    ['RN28: asks for more once', 'asked-again', { answer: answerInPieces, settings: { asksForMore: true } }],
  ])('%s', async (_title, kind, detour) => {
    const whole = await readThrough(detour);
    expect(kindsOf(whole.dump)).toContain(kind);
    for (const plan of [
      { commits: 0, when: 'after' },
      { commits: 1, when: 'before' },
    ] as const) {
      const killed = await readThrough(detour, plan);
      expect(killed.kills).toBeGreaterThan(5);
      expect(killed.dump).toEqual(whole.dump);
    }
  });
});
