// Parses a dice expression such as `2d6+1d8-1`, `4d6kh3`, `@skill!` or `5d10>=7`.

import type { ParsedDice } from './dice.ts';
import { DiceFault, diceLimits, guardDice } from './dice-fault.ts';
import { type DiceNode, listParts } from './dice-node.ts';
import { DiceCursor } from './parsing/dice-cursor.ts';
import { addAdvantage, takeAdvantage } from './parsing/parse-dice-rules.ts';
import { parseSum } from './parsing/parse-dice-sum.ts';
import { renderNode } from './render-node.ts';
import { resolveDice } from './throwing/resolve-dice.ts';

const comment = /#([\s\S]*)/;

/**
 * Never throws: the answer says what is wrong, and where. The work is bounded by the length of the text, which has a
 * limit.
 */
export function parseDice(text: string): ParsedDice {
  const parsed = guardDice(() => parseWhole(text));
  if (parsed.ok) return { ok: true, dice: parsed.value };
  return { ok: false, say: parsed.fault.say, at: parsed.fault.at };
}

function parseWhole(text: string) {
  if (text.length > diceLimits.characters) {
    throw new DiceFault(
      `A dice expression has at most ${diceLimits.characters} characters, and this one has ${text.length}.`,
      diceLimits.characters,
    );
  }
  const labels: string[] = [];
  const cursor = new DiceCursor(stripMarks(text, labels));
  const root = parseRoot(cursor);
  checkConstants(root);
  return {
    expression: renderNode(root),
    references: [...new Set(listReferences(root))],
    label: labels.length === 0 ? undefined : labels.join(', '),
    root,
  };
}

/**
 * Moves the labels into `labels` and leaves blanks in their place, so that positions stay the same; typographic signs
 * become plain ones.
 */
function stripMarks(text: string, labels: string[]): string {
  const takeLabel = (whole: string, label: string) => {
    if (label.trim() !== '') labels.push(label.trim());
    return ' '.repeat(whole.length);
  };
  return text
    .replace(comment, takeLabel)
    .replace(/\[([^[\]]*)\]/g, takeLabel)
    .replace(/[−–]/g, '-')
    .replace(/×/g, '*')
    .replace(/÷/g, '/');
}

function parseRoot(cursor: DiceCursor): DiceNode {
  cursor.skipBlanks();
  if (cursor.isAtEnd) throw new DiceFault('There is nothing to roll: write dice such as 2d6+1.', 0);
  const root = parseSum(cursor);
  cursor.skipBlanks();
  const at = cursor.at;
  const advantage = takeAdvantage(cursor);
  cursor.skipBlanks();
  if (!cursor.isAtEnd) throw cursor.refuse('one of + - * / or the end of the expression');
  return advantage === undefined ? root : addToFirst(root, { which: advantage, at });
}

/** Advantage or disadvantage that is written after the whole expression applies to its first dice. */
function addToFirst(root: DiceNode, advantage: { which: 'high' | 'low'; at: number }): DiceNode {
  let isDone = false;
  const visit = (node: DiceNode): DiceNode => {
    if (isDone) return node;
    if (node.kind === 'dice') {
      isDone = true;
      return addAdvantage(node, advantage.which, advantage.at);
    }
    if (node.kind === 'negative') return { ...node, of: visit(node.of) };
    if (node.kind !== 'operation') return node;
    const left = visit(node.left);
    return { ...node, left, right: visit(node.right) };
  };
  const found = visit(root);
  if (isDone) return found;
  throw new DiceFault('Advantage needs a single die, such as 1d20+5 adv.', advantage.at);
}

function listReferences(node: DiceNode): readonly string[] {
  const below = listParts(node).flatMap(listReferences);
  return node.kind === 'reference' ? [node.path, ...below] : below;
}

/**
 * Throws `DiceFault` for faults that do not depend on the sheet, so that they are found before anything is rolled.
 */
function checkConstants(node: DiceNode): void {
  if (listReferences(node).length === 0) resolveDice(node, () => undefined);
  else for (const part of listParts(node)) checkConstants(part);
}
