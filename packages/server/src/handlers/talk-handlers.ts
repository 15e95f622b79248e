// Talk handlers: show a talk, add messages, and undo or redo them, as `memory chat` does.

import { listCompany } from '@terrarium/composition/list-hearers';
import { isMadeUp, type MemoryWorld } from '@terrarium/composition/memory-world';
import { refuseCompany, withCompany } from '@terrarium/composition/open-company';
import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { namePerson } from '@terrarium/memory/fill-name';
import { hearTogether } from '@terrarium/memory/hear-together';
import type { Ingested } from '@terrarium/memory/ingest';
import { isAskingToForget } from '@terrarium/memory/is-asking-to-forget';
import type { Memory } from '@terrarium/memory/memory';
import { findMind, listMinds } from '@terrarium/memory/minds';
import { openPageStore } from '@terrarium/memory/page';
import { readTalkPage } from '@terrarium/memory/read-talk-page';
import type { TalkMessage } from '@terrarium/memory/read-told';
import type { MovedTalk } from '@terrarium/memory/set-aside';
import { parseVoices, type Voices } from '@terrarium/memory/voices';
import type { RouteAnswer, RouteInput } from '@terrarium/protocol/routes';
import type { Desk } from '../shelf/desk.ts';
import { askMemory, readOfMemory } from '../shelf/remember-on-shelf.ts';
import { unremembered } from '../shelf/watch-memory.ts';
import { type Answering, startAnswer } from './answer-talk.ts';
import type { Handlers } from './handler.ts';
import { prepareTalk } from './prepare-talk.ts';

type Page = RouteAnswer<'GET /api/worlds/{world}/talk'>;
type Heard = RouteAnswer<'POST /api/worlds/{world}/talk'>;
type Said = RouteInput<'POST /api/worlds/{world}/talk'>['body'];

export const talkHandlers: Handlers<'talk'> = {
  'GET /api/worlds/{world}/talk': async (desk, { params, query }) => {
    const { seat } = desk.shelf.require(params.world);
    const nowMs = desk.host.environment.clock.now();
    return await readOfMemory(desk, params.world, (connection, memory) => {
      const { voices } = memory.settings;
      const { messages, tellings, personName, ...page } = readTalkPage(connection, {
        nowMs,
        ...query,
        voices,
      });
      return {
        ...page,
        ...describeTalk(memory, personName),
        nowMs,
        messages: messages.map(buildTalkMessage),
        tellings: tellings.map((telling) => ({
          shown: telling.messages.map(({ shown }) => shown).join('\n'),
          isStanding: telling.isStanding,
        })),
        reply: desk.talks.read(seat),
        mark: isMadeUp(memory) ? unremembered : openPageStore(connection).readMark(),
      };
    });
  },
  'POST /api/worlds/{world}/talk': async (desk, { params, body }) => {
    const nowMs = desk.host.environment.clock.now();
    const known = await readOfMemory(desk, params.world, (connection) => findSent(connection, body, nowMs));
    if (known !== undefined) return { event: known, notes: [], plans: [] };
    return await hearWords(desk, params.world, body);
  },
  'POST /api/worlds/{world}/talk/edit': async (desk, { params, body }) => {
    const former = await updateTalk(desk, params.world, 'exchange', (companion, voice) => ({
      voice,
      insteadOf: companion.undo().messages[0]?.id,
    }));
    return await hearWords(desk, params.world, { ...body, ...former });
  },
  'POST /api/worlds/{world}/talk/answer': async (desk, { params, body }) => {
    const { seat } = desk.shelf.require(params.world);
    const model = await readOfMemory(desk, params.world, (_, memory) => nameModel(memory));
    if (model === null) throw refuseUnasked();
    if (body.who !== undefined) {
      startAnswer(desk, params.world, await prepareAsking(desk, params.world, body.who));
      return desk.talks.read(seat);
    }
    const voice = await updateTalk(desk, params.world, 'answers', (_, speaker) => speaker);
    const others = await listUnanswering(desk, params.world);
    startAnswer(desk, params.world, { voice, with: others, isAnew: true });
    return desk.talks.read(seat);
  },
  'POST /api/worlds/{world}/talk/stop': (desk, { params }) => {
    const { seat } = desk.shelf.require(params.world);
    desk.talks.stop(seat);
    return desk.talks.read(seat);
  },
  'POST /api/worlds/{world}/talk/undo': async (desk, { params, body }) =>
    await updateTalk(desk, params.world, 'exchange', (companion) =>
      buildMoved(companion.undo({ message: body.event as Ingested['eventId'] | undefined })),
    ),
  'POST /api/worlds/{world}/talk/redo': async (desk, { params }) =>
    await updateTalk(desk, params.world, 'nothing', (companion) => buildMoved(companion.redo())),
  'POST /api/worlds/{world}/talk/telling': async (desk, { params, body }) =>
    await updateTalk(desk, params.world, 'answers', (companion) =>
      buildMoved(companion.restoreTelling(body.number)),
    ),
};

interface Words {
  readonly text: string;
  /** Whether the text is a plan that the person writes down. */
  readonly isPlan?: boolean | undefined;
  readonly voice?: string | undefined;
  readonly with?: readonly string[] | undefined;
  /** The message that these words replace. */
  readonly insteadOf?: Ingested['eventId'] | undefined;
}

/** Everybody in the talk hears the words, and each companion in it answers. */
async function hearWords(
  desk: Desk,
  key: string,
  { text, isPlan: isPlanned = false, voice, with: others, insteadOf }: Words,
): Promise<Heard> {
  const { seat } = desk.shelf.require(key);
  desk.talks.requireSilence(seat);
  const prepared = await prepareTalk(desk, key, { voice, with: others });
  const heard: Heard[] = [];
  await withCompany(desk.host, { ...prepared, isPlain: true }, (company) => {
    // Two pages may get here at once; only one of them may go on.
    desk.talks.requireSilence(seat);
    const { kept, isHeard } = hearTogether(company, isPlanned ? tagPlan(text) : text, {
      isPlanned,
      insteadOf,
    });
    // What a person only writes down, such as a plan on the page of plans, waits for no answer.
    if (isHeard && kept.isShown) startAnswer(desk, key, { voice, with: others, isAnew: false });
    const { notes, ...rest } = buildHeard(kept);
    heard.push({ ...rest, notes: isAskingToForget(text) ? [...notes, unforgotten] : notes });
  });
  return heard[0] ?? { event: 0, notes: [], plans: [] };
}

/** An angle bracket would end the tag. */
function tagPlan(text: string): string {
  return `<plan>${text.replace(/[<>]/gu, ' ').trim()}</plan>`;
}

/** A companion may answer that something is forgotten, but only the person can have it forgotten. */
const unforgotten =
  'Nothing was forgotten by this message. To have something forgotten for good, press ⋯ beside the message that says it, then “Forget this moment …”.';

/** The other companions who heard the newest message, if nobody has answered it: they answer too. */
async function listUnanswering(desk: Desk, key: string): Promise<readonly string[]> {
  const nowMs = desk.host.environment.clock.now();
  const { page, world } = await readOfMemory(desk, key, (connection, memory) => ({
    page: readTalkPage(connection, { nowMs, limit: 1, voices: memory.settings.voices }),
    world: memory,
  }));
  return page.isUnanswered ? await listHearing(desk, world, page.messages) : [];
}

/** The other companions who heard one of these messages. */
async function listHearing(
  desk: Desk,
  world: MemoryWorld,
  messages: readonly TalkMessage[],
): Promise<readonly string[]> {
  const heard = await listCompany(desk.host, world, messages);
  return listMinds(readVoices(world)).flatMap(({ id, side, isWorlds }) =>
    side === 'companion' && heard.includes(isWorlds ? undefined : id) ? [id] : [],
  );
}

/** One companion of a talk of several speaks once more, to those who heard the newest message of a person. */
async function prepareAsking(desk: Desk, key: string, who: string): Promise<Answering> {
  const nowMs = desk.host.environment.clock.now();
  const { messages, world } = await readOfMemory(desk, key, (connection, memory) => ({
    messages: readTalkPage(connection, { nowMs, limit: 20 }).messages,
    world: memory,
  }));
  const persons = listSpeakers(world).map(({ id }) => id);
  const said = messages.findLast(({ voice }) => persons.includes(voice));
  const others = said === undefined ? [] : await listHearing(desk, world, [said]);
  if (![world.mind.id, ...others].includes(who)) throw refuseAbsent(who, [world.mind.id, ...others]);
  return { voice: said?.voice, with: others, isAnew: false, only: who };
}

function refuseAbsent(who: string, present: readonly string[]): UsageError {
  return new UsageError({
    code: 'memory.no-such-companion',
    happened: `"${who}" is no companion in this talk.`,
    todo: `Choose from these: ${present.join(', ')}.`,
  });
}

/** What of the talk is set aside: the person's newest message with the answers to it, or only the answers. */
type SetAside = 'exchange' | 'answers' | 'nothing';

/** Changes the talk, unless a reply is being given, or others remember what is set aside. */
async function updateTalk<Result>(
  desk: Desk,
  key: string,
  setAside: SetAside,
  change: (companion: Memory, speaker: string | undefined) => Result,
): Promise<Result> {
  const { seat } = desk.shelf.require(key);
  const nowMs = desk.host.environment.clock.now();
  const { messages, world } = await readOfMemory(desk, key, (connection, memory) => ({
    messages: readTalkPage(connection, { nowMs, limit: 20 }).messages,
    world: memory,
  }));
  const voice = messages.findLast(({ side }) => side === 'user')?.voice;
  const others = await listCompany(desk.host, world, chooseSetAside(messages, setAside));
  const speaker = setAside === 'nothing' ? undefined : voice;
  return await askMemory(desk, key, (companion, memory) => {
    desk.talks.requireSilence(seat);
    const own = speaker === undefined ? undefined : findMind(readVoices(memory), speaker);
    refuseCompany({ own, companions: [companion, ...others] });
    const result = change(companion, voice);
    desk.talks.clear(seat);
    return result;
  });
}

function chooseSetAside(messages: readonly TalkMessage[], setAside: SetAside): readonly TalkMessage[] {
  const at = messages.findLastIndex(({ side }) => side === 'user');
  if (setAside === 'nothing' || at < 0) return [];
  return messages.slice(setAside === 'answers' ? at + 1 : at);
}

function readVoices({ configured }: MemoryWorld): Voices {
  return parseVoices(configured.settings.memory.voices);
}

function describeTalk(
  memory: MemoryWorld,
  personName: string | undefined,
): Pick<Page, 'voices' | 'speakers' | 'minds' | 'mind' | 'timeZone' | 'model'> {
  const { timeZone } = memory.settings;
  const voices = namePerson(memory.settings.voices, personName);
  const listVoices = (side: 'user' | 'companion') => voices[side].map(({ id, name }) => ({ id, name }));
  return {
    voices: { user: listVoices('user'), companion: listVoices('companion') },
    speakers: listSpeakers(memory),
    minds: listMinds(readVoices(memory))
      .filter(({ side }) => side === 'companion')
      .map(({ id, name }) => ({ id, name })),
    mind: memory.mind.id,
    timeZone,
    model: nameModel(memory),
  };
}

/** The voices of the person, by the settings: in a companion's memory, other companions speak on that side too. */
export function listSpeakers(memory: MemoryWorld): Page['speakers'] {
  return readVoices(memory).user.map(({ id, name }) => ({ id, name }));
}

/** Returns null for the built-in reader, which can read but not talk. */
function nameModel({ configured }: MemoryWorld): string | null {
  const { model = 'builtin' } = configured.settings;
  return model === 'builtin' ? null : model;
}

export function buildTalkMessage({ imagePath, ...message }: TalkMessage): Page['messages'][number] {
  return { ...message, hasImage: imagePath !== undefined };
}

/** The message that already has these words, if the answer to an earlier request that sent them was lost on the way. */
function findSent(connection: Connection, { text, after }: Said, nowMs: number): number | undefined {
  if (after === undefined) return undefined;
  const { messages, newest } = readTalkPage(connection, { nowMs, limit: 2 });
  if (newest <= after) return undefined;
  return messages.find(({ id, side, shown }) => id > after && side === 'user' && shown === text.trim())?.id;
}

/** Builds the answer for words that were heard, without the reports about secrets. */
function buildHeard({ eventId, reports, effects }: Ingested): Heard {
  return {
    event: eventId,
    notes: reports.filter(({ tag }) => tag !== 'secret').map(({ say }) => say),
    plans: effects.flatMap((done) => {
      const { id, kind, content, dueAtMs } = done.item;
      const effect = kind === 'plan' ? nameEffect(done) : undefined;
      return effect === undefined ? [] : [{ id, content, effect, dueAtMs }];
    }),
  };
}

function nameEffect({
  effect,
  isMoved = false,
}: Ingested['effects'][number]): Heard['plans'][number]['effect'] | undefined {
  if (effect === 'resolved' || effect === 'dropped' || effect === 'settled') return effect;
  if (isMoved) return 'moved';
  return effect === 'created' || effect === 'refreshed' ? 'planned' : undefined;
}

function buildMoved({ messages, others }: MovedTalk): RouteAnswer<'POST /api/worlds/{world}/talk/undo'> {
  return { messages: messages.length, others };
}

function refuseUnasked(): UsageError {
  return new UsageError({
    code: 'memory.no-model-asked',
    happened: 'No model is configured that could answer.',
    todo: 'Choose one under Settings. What you said is kept, and can be answered then.',
  });
}
