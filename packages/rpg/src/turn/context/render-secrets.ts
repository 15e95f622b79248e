// Renders what only the game master knows and what bears on the moment, for the present of a prompt.

import { isAbout, type QuestPlan, readNotebook, type Secret } from '../../state/notebook.ts';
import { describeHiddenWay, describeQuestPlan, describeSecret } from '../../tools/describe-secret.ts';
import type { Entity, GameState } from '../../values/entity.ts';
import { readName, type SceneView } from './read-scene.ts';
import { cutLines, renderBlock, renderLine } from './render-data.ts';

export interface Looking {
  readonly state: GameState;
  readonly scene: SceneView;
  /** The player's words, in which somebody who is elsewhere may be named. */
  readonly words: string;
}

const longestSecret = 500;

/**
 * What the quests hold in store comes first, then what is due, who and what is here, the truth behind it all, and what
 * people can speak of.
 */
export function renderSecrets(looking: Looking, tokens: number): string {
  const { state, scene } = looking;
  const { secrets, plans, ways } = readNotebook(state);
  if (secrets.length + plans.length + ways.length === 0) return '';
  const open = secrets.filter(({ isRevealed }) => !isRevealed);
  const isDue = ({ due }: Secret) => due !== undefined && due <= scene.minutes;
  const near = listNear(looking);
  const here = near.flatMap((one) => open.filter((secret) => !isDue(secret) && isAbout(secret.of, one)));
  const general = open.filter((secret) => secret.of === '' && !isDue(secret));
  const isKnown = ({ kind }: Secret) => kind === 'knows';
  const sorted = [...here.filter((one) => !isKnown(one)), ...general, ...here.filter(isKnown)];
  const leading = ways.filter(({ from }) => near.some(({ id }) => id === from)).map(describeHiddenWay);
  const told = [...open.filter(isDue), ...sorted].map((one) => describeSecret(one, scene.minutes));
  const quests = plans.filter((plan) => isOpenOrNear(plan, looking, near));
  const lines = [...quests.map((plan) => describeQuestPlan(plan, state)), ...leading, ...told];
  const shown = [...new Set(lines)].map((line) => renderLine(line, longestSecret));
  return renderBlock('secret', cutLines(shown, tokens));
}

/** The open quests, the people and the place, what lies there and what runs, and those whom the words name. */
function listNear({ state, scene, words }: Looking): readonly Entity[] {
  const heard = new Set(words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const isNamed = (one: Entity) => listTellingWords(readName(one)).some((word) => heard.has(word));
  const named = ['npc', 'creature', 'location', 'item', 'faction'].flatMap((type) =>
    state.list(type).filter(isNamed),
  );
  const place = scene.place === undefined ? [] : [scene.place];
  return [...new Set([...scene.present, ...place, ...named, ...scene.openQuests, ...scene.clocks])];
}

/** The words of a name by which somebody is called: not its articles and other short ones. */
function listTellingWords(name: string): readonly string[] {
  return (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => word.length > 2 && word !== 'the',
  );
}

/** A plan is shown while its quest or the one before it is open, or where whoever asks for it is here. */
function isOpenOrNear(plan: QuestPlan, { state, scene }: Looking, near: readonly Entity[]): boolean {
  const isOpen = scene.openQuests.some((quest) => isAbout(plan.name, quest) || isAbout(plan.after, quest));
  if (isOpen || plan.giver === '') return isOpen;
  const isBegun = state.list('quest').some((quest) => isAbout(plan.name, quest));
  return !isBegun && plan.after === '' && near.some((one) => isAbout(plan.giver, one));
}
