// Renders what only the game master knows and what bears on the moment, for the present of a prompt.

import { isAbout, type QuestPlan, readNotebook, type Secret } from '../../state/notebook.ts';
import { describeHiddenWay, describeQuestPlan, describeSecret } from '../../tools/describe-secret.ts';
import type { Entity, GameState } from '../../values/entity.ts';
import { isObject } from '../../values/json.ts';
import { readName, type SceneView } from './read-scene.ts';
import { cutLines, renderBlock, renderLine } from './render-data.ts';

export interface Looking {
  readonly state: GameState;
  readonly scene: SceneView;
  /** The player's words, in which somebody who is elsewhere may be named. */
  readonly words: string;
}

const longestSecret = 320;
/** A clock that has more than this share of its segments to go brings nothing soon. */
const nearlyFull = 0.5;

/**
 * What bears on the moment comes first: what is due, what the open quests hold in store, what is hidden here, what the
 * people here want and hide, what they know of that the words ask for. The rest stands behind it as far as there is
 * room.
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
  const isLater = (secret: Secret) => isKnownApart(secret, looking) || isFarOff(secret, scene);
  const isBegun = (plan: QuestPlan) => scene.openQuests.some((quest) => isAbout(plan.name, quest));
  const quests = plans.filter((plan) => isOpenOrNear(plan, looking, near));
  const describe = (secret: Secret) => describeSecret(secret, scene.minutes);
  const lines = [
    ...open.filter(isDue).map(describe),
    ...quests.filter(isBegun).map((plan) => describeQuestPlan(plan, state)),
    ...ways.filter(({ from }) => near.some(({ id }) => id === from)).map(describeHiddenWay),
    ...[...here.filter((one) => !isLater(one)), ...general].map(describe),
    ...quests.filter((plan) => !isBegun(plan)).map((plan) => describeQuestPlan(plan, state)),
    ...here.filter(isLater).map(describe),
  ];
  const shown = [...new Set(lines)].map((line) => renderLine(line, longestSecret));
  return renderBlock('secret', cutLines(shown, tokens));
}

/** Whether it is something that somebody knows and that the words do not ask for. */
function isKnownApart({ kind, text }: Secret, { words }: Looking): boolean {
  if (kind !== 'knows') return false;
  const heard = listHeard(words);
  const [asked = ''] = text.split(':', 1);
  return !listTellingWords(asked).some((word) => word.length > 3 && heard.has(word));
}

function isFarOff({ kind, of }: Secret, { clocks }: SceneView): boolean {
  if (kind !== 'brings') return false;
  const progress = clocks.find((clock) => isAbout(of, clock))?.sheet['progress'];
  if (!isObject(progress)) return false;
  return Number(progress['filled'] ?? 0) < Number(progress['segments'] ?? 0) * nearlyFull;
}

/** The open quests, the people and the place, what lies there and what runs, and those whom the words name. */
function listNear({ state, scene, words }: Looking): readonly Entity[] {
  const heard = listHeard(words);
  const isNamed = (one: Entity) => listTellingWords(readName(one)).some((word) => heard.has(word));
  const named = ['npc', 'creature', 'location', 'item', 'faction'].flatMap((type) =>
    state.list(type).filter(isNamed),
  );
  const place = scene.place === undefined ? [] : [scene.place];
  return [...new Set([...scene.present, ...place, ...named, ...scene.openQuests, ...scene.clocks])];
}

function listHeard(words: string): ReadonlySet<string> {
  return new Set(words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
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
