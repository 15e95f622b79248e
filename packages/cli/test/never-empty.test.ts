// Never empty: in whatever form a model answers, a run ends with entries or with a list of skipped scenes, and says so.

import type { FakeServerOptions } from '@terrarium/kernel/testing/fake-server';
import type { FakeReply, FakeRequest } from '@terrarium/kernel/testing/fake-wire';
import { writtenCalls } from '@terrarium/kernel/testing/written-calls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, openStoryServer, recordPerson } from './support/small-story.ts';

const names = ['Soma', 'Quillon', 'Ondine', 'Tarrel', 'Ibbe', 'Maurin', 'Sefa', 'Dorrik', 'Wenna', 'Halvar'];

/** A scene for each name, which occurs in no other scene. */
const story = names
  .map((name, at) => ({
    thread: `Part ${at + 1}`,
    body: `At dawn ${name} left. ${name} was a keeper of Vell.`,
  }))
  .map((post) => `${JSON.stringify(post)}\n`)
  .join('');

type Respond = (request: FakeRequest, scene: number) => FakeReply;

/**
 * Opens a world and a server. `respond` gets the number of the scene, counted from 1 in the order in which
 * the model is first shown the scenes.
 */
async function openDesk(respond: Respond, text = story, options: Partial<FakeServerOptions> = {}) {
  const folder = createFolder();
  const shown = new Set<string>();
  const server = await openStoryServer({
    ...options,
    respond: (request) => {
      const scene = request.body.messages
        .map(({ content }) => String(content))
        .findLast((one) => one.includes('<story_passages'));
      shown.add(scene ?? '');
      return respond(request, shown.size);
    },
  });
  onTestFinished(async () => {
    await server.close();
    folder.remove();
  });
  const run = (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path });
  const read = (command: string, ...argv: readonly string[]) =>
    run('annotate', command, ...argv, '--model', 'openai:story', '--base-url', server.baseUrl);
  folder.write('story.jsonl', text);
  await run('import', 'story.jsonl');
  const listTerms = async () => {
    const { entries } = JSON.parse((await run('annotate', 'search', '--json', '--limit', '50', '')).out);
    return entries.map(({ term }: { readonly term: string }) => term).sort();
  };
  return { run, read, listTerms, server };
}

const forms = Object.values(writtenCalls);
const prose: FakeReply = { text: 'What a scene! I would add the keeper of Vell.' };

/**
 * Answers with the scene's person, in another form for each scene. The last two forms are tagged updates and prose; the
 * model corrects the prose when asked again.
 */
function writePerson(request: FakeRequest, scene: number): FakeReply {
  const last = String(request.body.messages.at(-1)?.content ?? '');
  if (scene === names.length && last.includes('<story_passages')) return prose;
  const passages = request.body.messages.findLast(({ content }) =>
    String(content).includes('<story_passages'),
  );
  const { calls, ...reply } = recordPerson({
    ...request,
    body: { ...request.body, messages: passages === undefined ? [] : [passages] },
  });
  const given = Object(calls?.[0]?.arguments);
  if (calls === undefined) return reply;
  const draft = { ...given, tags: 'character', evidence: `${given.term} was a keeper of Vell` };
  const write = forms[scene - 1];
  if (write !== undefined) return { text: `I note this person.\n${write('glossary_create', draft)}` };
  return { text: `<codex_updates>[${JSON.stringify(draft)}]</codex_updates>` };
}

describe('a reading', () => {
  it('RN23: finds every entry, in whatever form the calls are written, and asks once more where there is none', async () => {
    const { read, listTerms, run } = await openDesk(writePerson);
    const said = await read('run', '--max-tokens', '10000000');
    expect(said.out).toContain('Finished: every scene is read.');
    expect(said.exitCode).toBe(0);
    expect(await listTerms()).toEqual([...names].sort());
    expect((await run('annotate', 'verify')).exitCode).toBe(0);
  });

  it('RN15: of a model that only ever writes prose halts, with each scene listed', async () => {
    const { read, run } = await openDesk(() => prose);
    const said = await read('run');
    expect(said.exitCode).toBe(4);
    expect(said.error).toContain(
      'The model answers in prose and calls no tools: 5 scenes in a row were skipped.',
    );
    const status = (await run('annotate', 'status')).out.replace(/\s+/g, ' ');
    expect(status.match(/Answered in prose/g)).toHaveLength(5);
  });

  it('RN15, RN24: of a model that turns to prose in the middle lists those scenes, with exit 3, also at a bound; a retry says what is left', async () => {
    const mood = { isTalking: true };
    const desk = await openDesk((request, scene) =>
      mood.isTalking && scene > 2 && scene < 6 ? prose : recordPerson(request),
    );
    const said = await desk.read('run', '--limit', '6');
    expect(said.out).toContain('Stopped at the limit: 6 scenes (--scenes).');
    expect(said.out.replace(/\s+/g, ' ')).toContain('scene 3 · Part 3: Answered in prose');
    expect(said.exitCode).toBe(3);
    mood.isTalking = false;
    const again = await desk.read('retry');
    expect(again.out).toContain('Finished: 3 scenes read again; 4 scenes are still to be read.');
    expect(again.out).not.toContain('every scene is read');
    expect(again.out).toContain('Go on:   terrarium read');
    expect(again.exitCode).toBe(0);
    expect((await desk.read('run')).out).toContain('Finished: every scene is read.');
    expect(await desk.listTerms()).toEqual([...names].sort());
  });

  it('RN26: from a server that takes no tools goes on with updates written as text, asked for in its instructions', async () => {
    const write: Respond = (request) => {
      const { calls, ...reply } = recordPerson(request);
      if (calls === undefined) return reply;
      return { text: `<codex_updates>[${JSON.stringify(calls[0]?.arguments)}]</codex_updates>` };
    };
    const message = 'registry.ollama.ai/library/story:latest does not support tools';
    const faults: FakeServerOptions['faults'] = ({ body }) =>
      body.tools === undefined ? undefined : { kind: 'status', status: 400, message };
    const desk = await openDesk(write, story, { faults });
    expect((await desk.read('run', '--limit', '2')).exitCode).toBe(0);
    const said = await desk.read('run');
    expect(said.out).toContain('Finished: every scene is read.');
    expect(said.exitCode).toBe(0);
    expect(await desk.listTerms()).toEqual([...names].sort());
    expect(desk.server.records).toHaveLength(1 + names.length);
    expect((await desk.run('annotate', 'verify')).exitCode).toBe(0);
  });

  it('RN26: that doctor found to make no calls is asked for updates from the start, unless a person says otherwise', async () => {
    const offers: boolean[] = [];
    const write: Respond = (request) => {
      const { calls, ...reply } = recordPerson(request);
      if (!JSON.stringify(request.body.messages).includes('<story_passages')) return { text: 'Wren.' };
      offers.push(request.body.tools !== undefined);
      if (calls === undefined) return reply;
      return { text: `<codex_updates>[${JSON.stringify(calls[0]?.arguments)}]</codex_updates>` };
    };
    const desk = await openDesk(write);
    const model = ['--model', 'openai:story', '--base-url', desk.server.baseUrl];
    expect((await desk.run('doctor', ...model)).out).toContain('updates of the glossary as text');
    const said = await desk.read('run', '--limit', '2');
    expect(said.out).toContain('The model is offered no tools');
    expect(offers).toEqual([false, false]);
    await desk.read('run', '--limit', '1', '--tools', 'basic');
    expect(offers).toEqual([false, false, true]);
    expect((await desk.read('run', '--tools', 'none')).out).toContain('Finished: every scene is read.');
    expect(offers.slice(3)).not.toContain(true);
    expect(await desk.listTerms()).toEqual([...names].sort());
    expect((await desk.run('annotate', 'verify')).exitCode).toBe(0);
  });

  it('RN31: of a model that calls none of its tools goes over to updates written as text, says so, and stays with them', async () => {
    const offers: boolean[] = [];
    const desk = await openDesk((request) => {
      offers.push(request.body.tools !== undefined);
      if (request.body.tools !== undefined) return prose;
      const passages = request.body.messages.findLast(({ content }) =>
        String(content).includes('<story_passages'),
      );
      const messages = passages === undefined ? [] : [passages];
      const { calls, ...reply } = recordPerson({ ...request, body: { ...request.body, messages } });
      if (calls === undefined) return reply;
      return { text: `<codex_updates>[${JSON.stringify(calls[0]?.arguments)}]</codex_updates>` };
    });
    const first = await desk.read('run', '--limit', '3');
    expect(first.out).toContain('calls none of the tools it is offered');
    expect(first.exitCode).toBe(0);
    expect(offers).toEqual([true, true, false, false, false]);
    const standing = (await desk.run('annotate', 'status')).out.replace(/\s+/gu, ' ');
    expect(standing).toContain('Asked for updates written as text, as the model calls none of the tools');
    const second = await desk.read('run');
    expect(second.out).toContain('calls none of the tools it is offered');
    expect(second.out).toContain('Finished: every scene is read.');
    expect(offers.slice(5)).not.toContain(true);
    expect(await desk.listTerms()).toEqual([...names].sort());
    expect((await desk.run('annotate', 'verify')).exitCode).toBe(0);
  });

  it('RN25: that finds nothing new where names recur says so in words, in status too, with exit 3', async () => {
    const text = [1, 2]
      .map((part) => ({
        thread: `Part ${part}`,
        body: names.map((name) => `Then came ${name} of Vell, and ${name} sat.`).join(' '),
      }))
      .map((post) => `${JSON.stringify(post)}\n`)
      .join('');
    const desk = await openDesk(() => ({ text: 'Nothing new.' }), text);
    const said = await desk.read('run');
    const wanted = 'This is too little for what was read: in the 2 scenes examined,';
    expect(said.out.replace(/\s+/g, ' ')).toContain(wanted);
    expect(said.exitCode).toBe(3);
    expect((await desk.run('annotate', 'status')).out.replace(/\s+/g, ' ')).toContain(wanted);
  });
});
