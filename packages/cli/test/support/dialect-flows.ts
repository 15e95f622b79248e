// Dialect flows: commands for glossary, memory and games, run against a fake server that speaks the dialect of a real one.

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Flavour } from '@terrarium/kernel/testing/dialects';
import { openFakeServer } from '@terrarium/kernel/testing/fake-server';
import type { FakeReply, FakeRequest, Responder } from '@terrarium/kernel/testing/fake-wire';
import { buildProbeResponder } from '@terrarium/kernel/testing/responders';
import { writtenCalls } from '@terrarium/kernel/testing/written-calls';
import { readEntries } from './broken-story.ts';
import type { Said } from './run-in-process.ts';
import { parseLines, runTerrarium } from './run-terrarium.ts';
import { createFolder, recordPerson } from './small-story.ts';

export interface FlowOutcome {
  readonly exitCode: number | null;
  readonly error: string;
  /** The outcome in words, which must be the same for every server. */
  readonly came: string;
  /** How many replies the command asked for. */
  readonly requests: number;
}

interface Flow {
  readonly respond: Responder;
  readonly argv: readonly string[];
  readonly input?: string;
  /** Reads the outcome of a run in a folder that contains the story and the talk. */
  readonly read: (said: Said, folder: string) => string;
}

const readTerms = (_said: Said, folder: string) =>
  readEntries(join(folder, 'world'))
    .map((entry) => String(Object(entry)['term']))
    .join(', ');

const flows = {
  'annotate run': { respond: recordPerson, argv: ['annotate', 'run'], read: readTerms },
  'annotate run, calls lost in streams': {
    respond: loseCalls(recordPerson),
    argv: ['annotate', 'run'],
    read: readTerms,
  },
  'annotate run, calls only written': {
    respond: writeCalls(recordPerson),
    argv: ['annotate', 'run'],
    read: readTerms,
  },
  'memory chat': {
    respond: () => ({ text: '<say>The lamp oil is low again.</say>' }),
    argv: ['memory', 'chat', '--json'],
    input: 'How is the lamp?\n',
    read: ({ out }) => (out.includes('The lamp oil is low again.') ? 'an answer' : out),
  },
  'memory maintain': {
    respond: () => ({
      text: JSON.stringify({ tags: [{ event: 2, tag: 'thought', content: 'the lamp oil is low' }] }),
    }),
    argv: ['memory', 'maintain', '--propose-tags', '--json'],
    read: ({ out }) => String(parseLines(out)[0]?.['effects'] === undefined ? out : 'a tag'),
  },
  play: {
    respond: rollAndTell,
    argv: ['play', '--json'],
    input: 'I knock.\n',
    read: readTurn,
  },
  'play, calls only written': {
    respond: writeCalls(rollAndTell),
    argv: ['play', '--json'],
    input: 'I knock.\n',
    read: readTurn,
  },
  doctor: {
    respond: buildProbeResponder(),
    argv: ['doctor', '--json'],
    read: ({ out }) => {
      const { findings = [] } = (JSON.parse(out) ?? {}) as { findings?: { standing: string }[] };
      return `${findings.filter(({ standing }) => standing === 'problem').length} problems`;
    },
  },
} as const satisfies Readonly<Record<string, Flow>>;

export type FlowName = keyof typeof flows;

export const flowNames = Object.keys(flows) as readonly FlowName[];

export async function runFlow(name: FlowName, flavour: Flavour, template: string): Promise<FlowOutcome> {
  const flow: Flow = flows[name];
  const folder = createFolder();
  cpSync(template, folder.path, { recursive: true });
  const server = await openFakeServer({ respond: flow.respond, models: ['story'], flavour });
  try {
    const said = await runTerrarium([...flow.argv, '--model', 'openai:story', '--base-url', server.baseUrl], {
      cwd: folder.path,
      ...(flow.input === undefined ? {} : { input: flow.input }),
    });
    const came = said.exitCode === 0 ? flow.read(said, folder.path) : said.out;
    return { exitCode: said.exitCode, error: said.error, came, requests: server.records.length };
  } finally {
    await server.close();
    folder.remove();
  }
}

function readTurn({ out }: Said): string {
  const kinds = new Set(parseLines(out).map(({ kind }) => kind));
  return ['turn-committed', 'rolled'].filter((kind) => kinds.has(kind)).join(', ');
}

/** The model writes its calls only as text, each time in another form. */
function writeCalls(respond: (request: FakeRequest) => FakeReply): Responder {
  const forms = Object.values(writtenCalls);
  return (request) => {
    const reply = respond(request);
    const [call] = reply.calls ?? [];
    const write = forms[request.number % forms.length] ?? writtenCalls.Mistral;
    if (call === undefined) return reply;
    const given: readonly [string, unknown][] = Object.entries(Object(call.arguments));
    const values = given.map(([key, value]) => [
      key,
      typeof value === 'object' ? JSON.stringify(value) : value,
    ]);
    return { text: write(call.name, Object.fromEntries(values)) };
  };
}

/**
 * In streams the calls are part of the text, each time in another form. In whole replies they are in the
 * field for calls.
 */
function loseCalls(respond: (request: FakeRequest) => FakeReply): Responder {
  const forms = Object.values(writtenCalls);
  return (request) => {
    const reply = respond(request);
    const call = reply.calls?.[0];
    if (request.body.stream !== true || call === undefined) return reply;
    const write = forms[request.number % forms.length] ?? writtenCalls.Mistral;
    return { text: write(call.name, Object(call.arguments)) };
  };
}

/** Replies with a roll before the narrative. */
function rollAndTell({ body }: FakeRequest): FakeReply {
  if (body.messages.at(-1)?.role !== 'tool' && body.tool_choice !== 'none') {
    return { calls: [{ name: 'roll', arguments: { formula: '2d6', reason: 'to hold on', versus: 8 } }] };
  }
  return {
    text: 'The oak door stays as it is.\n\n<after>\nsummary: it was told\ntags: door\nimportance: 0.4\n- Knock\n- Listen\n- Walk away\n</after>',
  };
}
