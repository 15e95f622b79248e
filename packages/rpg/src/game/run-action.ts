// Runs an action: one call of a tool, which has all its effects or none.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolCall } from '@terrarium/kernel/language-model';
import { runOffered, type Tool, type ToolAnswer } from '@terrarium/kernel/tool';
import type { RecordedAction } from '../state/action-row.ts';
import type { Acted } from '../state/game.ts';
import { openStateLayer, type StateLayer } from '../state/state-layer.ts';
import { gameDeclarations } from '../tools/game-declarations.ts';
import { gameTools, secretToolNames, systemTools } from '../tools/game-tools.ts';
import { applyEnds } from '../tools/moves/apply-ends.ts';
import { applyFalls } from '../tools/moves/apply-falls.ts';
import { applyKept } from '../tools/moves/apply-kept.ts';
import { applyLosses } from '../tools/moves/apply-losses.ts';
import { applyOrder } from '../tools/moves/apply-order.ts';
import { applySceneEnd } from '../tools/moves/apply-scene-end.ts';
import { applyThresholds, listOutdated } from '../tools/moves/apply-thresholds.ts';
import { applyUpkeep } from '../tools/moves/apply-upkeep.ts';
import { hasHiddenWay, placeCreate } from '../tools/place-create.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from '../tools/workbench.ts';
import { hideSecrets, hideText, isHidden, markSecret, revealText } from '../values/hidden-text.ts';

/** The maximum number of characters that the arguments of a call may have. */
const longestArguments = 50_000;

const toolboxOfModel = {
  tools: new Map(gameTools.map((tool) => [tool.name, tool])),
  offered: new Map(gameDeclarations.map((one) => [one.name, one])),
};
const allTools = new Map<string, Tool<Workbench>>(
  [...gameTools, ...systemTools].map((tool) => [tool.name, tool]),
);

export interface ActionResult {
  readonly acted: Acted & Pick<RecordedAction, 'made'>;
  /** What the action changes, as a layer over the state it was given; empty if it was refused. */
  readonly layer: StateLayer;
}

/** Never throws for an error that a model can mend; a refused action has no effect. */
export function runAction(options: WorkbenchOptions, call: ToolCall): ActionResult {
  const isCovered = isHidden(call.arguments);
  const bench = openWorkbench({ ...options, isCovered });
  const answer = answerCall(bench, call);
  if (!answer.ok) {
    const nothing = { patches: [], rolls: [], crossed: [], faults: [], choices: [], made: 0 };
    const say = hideSecrets(isCovered && allTools.has(call.name) ? markWhole(answer.say) : answer.say);
    return { acted: { ok: false, say, ...nothing }, layer: openStateLayer(options.below) };
  }
  const lines = [
    answer.say,
    ...applyEnds(bench),
    ...applyUpkeep(bench),
    ...applySceneEnd(bench),
    ...applyLosses(bench),
    ...applyThresholds(bench),
    ...applyFalls(bench),
    ...applyKept(bench),
    ...applyOrder(bench),
  ];
  const outdated = new Set(listOutdated(bench));
  const told = lines.flatMap((line) => line.split('\n')).filter((line) => !outdated.has(line));
  const say = hideSecrets(told.join('\n'));
  const acted = { ok: true, say, ...bench.effects, made: bench.countMade() };
  return { acted, layer: bench.state };
}

function answerCall(bench: Workbench, call: ToolCall): ToolAnswer {
  const written = revealText(call.arguments);
  if (written.length > longestArguments) {
    return {
      ok: false,
      say: `The arguments are longer than ${longestArguments} characters. Say less at a time.`,
    };
  }
  const toolbox = bench.by === 'model' ? toolboxOfModel : { tools: allTools };
  return runOffered(toolbox, { ...call, arguments: written }, bench);
}

/**
 * The arguments in the form in which they are recorded and given to the tool. If they are too long, only a part is
 * kept. If they say what only the game master knows, they are hidden.
 */
export function renderArguments({ name, arguments: text }: Pick<ToolCall, 'name' | 'arguments'>): string {
  if (isHidden(text)) return text;
  const kept = text.length <= longestArguments ? text : text.slice(0, longestArguments + 1);
  return isSecret(name, kept) ? hideText(kept) : kept;
}

/** An unknown name may be a misspelling of a tool whose arguments are secret. */
function isSecret(name: string, written: string): boolean {
  return (
    secretToolNames.has(name) || !allTools.has(name) || (name === placeCreate.name && hasHiddenWay(written))
  );
}

/** Marks a whole refusal as secret: the refusal of a hidden call may repeat what was in the call. */
function markWhole(say: string): string {
  return markSecret(say.replace(/<\/?secret>/g, '').replaceAll('<', '&lt;'));
}

/** Escapes a tool's name for a single line, and cuts it to the length in which it is recorded. */
export function cutName(name: string): string {
  return escapeLine(name, 80);
}
