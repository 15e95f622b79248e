// Plays turns of the test game with a scripted model, and collects the events that a screen gets.

import type { LanguageModel } from '@terrarium/kernel/language-model';
import { buildFakeEnvironment, type FakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import {
  buildScriptedModel,
  type ScriptedModel,
  type ScriptedReply,
  type ScriptStep,
} from '@terrarium/kernel/testing/scripted-model';
import { playTurn } from '../../src/play-turn.ts';
import type { Game } from '../../src/state/game.ts';
import type { TurnOptions } from '../../src/turn/stream-turn.ts';
import type { TurnEvent } from '../../src/turn/turn-event.ts';
import { openTestGame } from './open-test-game.ts';

export async function gather(events: AsyncIterable<TurnEvent>): Promise<readonly TurnEvent[]> {
  const gathered: TurnEvent[] = [];
  for await (const event of events) gathered.push(event);
  return gathered;
}

export interface ScriptedPlay extends Partial<Omit<TurnOptions, 'model'>> {
  readonly words?: string;
  /** The model's reply when it is asked what people elsewhere did. */
  readonly meanwhile?: ScriptedReply;
}

export interface Played {
  readonly game: Game;
  readonly model: ScriptedModel;
  readonly environment: FakeEnvironment;
  readonly events: readonly TurnEvent[];
}

/**
 * Plays a turn, in a new game unless one is given; every step of the script must be used. A request to sum up older
 * turns gets no answer.
 */
export async function playScript(script: readonly ScriptStep[], options: ScriptedPlay = {}): Promise<Played> {
  const { words = 'I look around.', game = openTestGame().game, meanwhile, ...others } = options;
  const model = buildScriptedModel(script);
  const summed = answerApart(model, '<older>', { text: '' });
  const asked = meanwhile === undefined ? summed : answerApart(summed, '<meanwhile ', meanwhile);
  const environment = buildFakeEnvironment();
  const events = await gather(playTurn({ environment, ...others, game, words, model: asked }));
  model.assertDone();
  return { game, model, environment, events };
}

/** Answers requests whose last message has `sign` with `reply`, and others as `model` does. */
function answerApart(model: LanguageModel, sign: string, reply: ScriptedReply): LanguageModel {
  return {
    ...model,
    reply: async (request, replyOptions) => {
      const isAsked = request.messages.at(-1)?.content.includes(sign) === true;
      return await (isAsked ? buildScriptedModel([reply]) : model).reply(request, replyOptions);
    },
  };
}

export function listKinds(events: readonly TurnEvent[]): readonly string[] {
  return events.map(({ kind }) => kind);
}

export function ofKind<Kind extends TurnEvent['kind']>(events: readonly TurnEvent[], kind: Kind) {
  return events.filter((event): event is Extract<TurnEvent, { kind: Kind }> => event.kind === kind);
}

/** What a screen shows at the end: the text since the last restart. */
export function readShown(events: readonly TurnEvent[]): string {
  let shown = '';
  for (const event of events) {
    if (event.kind === 'narrative-restarted') shown = '';
    if (event.kind === 'narrative-delta') shown += event.text;
  }
  return shown;
}
