// Describes a formula of the rules to a player in plain words, with labels in place of paths.

import type { Field, Sheet } from '../system/system.ts';
import { findFieldAt } from './find-field-at.ts';
import {
  FormulaProblem,
  type GrammarNode,
  isNothingBeforeNot,
  readGrammar,
} from './formulas/formula-grammar.ts';

/** How tightly words hold together: a looser piece stands in brackets within a tighter one. */
type Level = 'whole' | 'product' | 'sum' | 'phrase';

interface Phrase {
  readonly text: string;
  readonly level: Level;
}

const looseness: Readonly<Record<Level, number>> = { whole: 0, product: 1, sum: 2, phrase: 3 };

/** `source` must be a formula of a checked manifest; a text that cannot be parsed is given back as it is. */
export function describeFormula(source: string, sheet: Sheet): string {
  try {
    return render(readGrammar(source), sheet).text;
  } catch (cause) {
    if (cause instanceof FormulaProblem) return source;
    throw cause;
  }
}

/** In the words of the manifest if it has any for this field. */
export function describeFieldFormula({ definition }: Field, source: string, sheet: Sheet): string {
  return definition.formula_words ?? describeFormula(source, sheet);
}

/**
 * Puts a name of a formula into words: a field by its label and part, an alias with spaces. Any other name stays as it
 * is.
 */
export function describeName(name: string, sheet: Sheet): string {
  if (sheet.aliases.has(name)) return name.replaceAll('_', ' ');
  const field = findFieldAt(name, sheet.fields);
  if (field === undefined) return name;
  const part = name.slice(field.path.length + 1).replaceAll('_', ' ');
  if (part === '') return field.definition.label;
  return part === 'length' ? `number of ${field.definition.label}` : `${field.definition.label} ${part}`;
}

function render(node: GrammarNode, sheet: Sheet): Phrase {
  switch (node.type) {
    case 'Literal':
      return { text: String(node['value']), level: 'whole' };
    case 'UnaryExpression':
      return renderUnary(node, sheet);
    case 'BinaryExpression':
      return renderBinary(node, sheet);
    case 'CallExpression':
      return renderCall(node, sheet);
    default:
      return { text: describeName(joinName(node), sheet), level: 'whole' };
  }
}

function joinName(node: GrammarNode): string {
  if (node.type !== 'MemberExpression') return String(node['name']);
  return `${joinName(node['object'] as GrammarNode)}.${joinName(node['property'] as GrammarNode)}`;
}

function renderUnary(node: GrammarNode, sheet: Sheet): Phrase {
  const argument = node['argument'] as GrammarNode;
  if (node['operator'] === '!') return { text: renderCondition(argument, sheet, true), level: 'phrase' };
  return {
    text: `${node['operator'] === '-' ? '-' : ''}${wrapWithin(render(argument, sheet), 'whole')}`,
    level: 'product',
  };
}

function wrapWithin({ text, level }: Phrase, most: Level): string {
  return looseness[level] > looseness[most] ? `(${text})` : text;
}

const products: ReadonlyMap<unknown, string> = new Map([
  ['*', '×'],
  ['/', '÷'],
  ['//', '÷'],
]);

function renderBinary(node: GrammarNode, sheet: Sheet): Phrase {
  const operator = node['operator'];
  const sides = [node['left'], node['right']].map((side) => () => render(side as GrammarNode, sheet)) as [
    () => Phrase,
    () => Phrase,
  ];
  const [left, right] = sides;
  const sign = products.get(operator);
  if (sign !== undefined) {
    const text = `${wrapWithin(left(), 'product')} ${sign} ${wrapWithin(right(), 'whole')}`;
    return { text: operator === '//' ? `${text} (rounded down)` : text, level: 'product' };
  }
  if (operator === '+')
    return { text: `${wrapWithin(left(), 'sum')} + ${wrapWithin(right(), 'sum')}`, level: 'sum' };
  if (operator === '-')
    return { text: `${wrapWithin(left(), 'sum')} - ${wrapWithin(right(), 'product')}`, level: 'sum' };
  if (operator === '%')
    return {
      text: `the rest of ${wrapWithin(left(), 'whole')} ÷ ${wrapWithin(right(), 'whole')}`,
      level: 'phrase',
    };
  if (operator === '^')
    return {
      text: `${wrapWithin(left(), 'whole')} to the power of ${wrapWithin(right(), 'whole')}`,
      level: 'phrase',
    };
  return { text: renderCondition(node, sheet, false), level: 'phrase' };
}

const comparisons: ReadonlyMap<unknown, readonly [is: string, isNot: string]> = new Map([
  ['==', ['is', 'is not']],
  ['!=', ['is not', 'is']],
  ['>', ['is more than', 'is at most']],
  ['<', ['is less than', 'is at least']],
  ['>=', ['is at least', 'is less than']],
  ['<=', ['is at most', 'is more than']],
]);

/** A condition, or its opposite. */
function renderCondition(node: GrammarNode, sheet: Sheet, isDenied: boolean): string {
  const [operator, left, right] = [node['operator'], node['left'], node['right']] as [
    unknown,
    GrammarNode,
    GrammarNode,
  ];
  if (operator === '!') return renderCondition(node['argument'] as GrammarNode, sheet, !isDenied);
  if (operator === 'not' && isNothingBeforeNot(left)) return renderCondition(right, sheet, !isDenied);
  if (operator === 'and' || operator === '&&' || operator === 'or' || operator === '||') {
    const isAnd = (operator === 'and' || operator === '&&') !== isDenied;
    const both = [left, right].map((side) => {
      const said = renderCondition(side, sheet, isDenied);
      return isAnd && said.includes(' or ') ? `(${said})` : said;
    });
    return both.join(isAnd ? ' and ' : ' or ');
  }
  const compared = comparisons.get(operator)?.[isDenied ? 1 : 0];
  if (compared !== undefined)
    return `${wrapWithin(render(left, sheet), 'sum')} ${compared} ${renderMeasure(right, left, sheet)}`;
  return renderTruth(node, sheet, isDenied);
}

/** A number with which a value is compared; its name instead if the sheet has one for it, such as that of a rung. */
function renderMeasure(node: GrammarNode, compared: GrammarNode, sheet: Sheet): string {
  const field = sheet.byPath.get(joinName(compared));
  const input = node.type === 'Literal' ? node['value'] : undefined;
  if (field !== undefined && typeof input === 'number') {
    const done = field.kind.set(field.kind.blank(), { part: '', input });
    if (done.ok && typeof done.value === 'string') return field.kind.view(done.value);
  }
  return wrapWithin(render(node, sheet), 'sum');
}

function renderTruth(node: GrammarNode, sheet: Sheet, isDenied: boolean): string {
  const { text, level } = render(node, sheet);
  if (node.type === 'Literal') return isDenied === (node['value'] === true) ? 'never' : 'always';
  return `${wrapWithin({ text, level }, 'whole')} is ${isDenied ? 'no' : 'yes'}`;
}

function renderCall(node: GrammarNode, sheet: Sheet): Phrase {
  const name = String((node['callee'] as GrammarNode)['name']);
  const parts = node['arguments'] as readonly GrammarNode[];
  const renderEach = () => parts.map((part) => render(part, sheet));
  switch (name) {
    case 'if':
      return renderChoice(parts, sheet);
    case 'lookup':
      return { text: renderLookup(parts, sheet), level: 'phrase' };
    case 'floor':
      return renderRounded(renderEach(), 'rounded down');
    case 'ceil':
      return renderRounded(renderEach(), 'rounded up');
    case 'round':
      return renderRounded(renderEach(), 'rounded');
    case 'max':
      return renderExtreme(parts, renderEach(), {
        bound: 'at least',
        best: 'the higher of',
        bestOfMany: 'the highest of',
      });
    case 'min':
      return renderExtreme(parts, renderEach(), {
        bound: 'at most',
        best: 'the lower of',
        bestOfMany: 'the lowest of',
      });
    case 'clamp': {
      const [value = '', least = '', most = ''] = renderEach().map((one) => wrapWithin(one, 'sum'));
      return { text: `${value}, at least ${least} and at most ${most}`, level: 'phrase' };
    }
    case 'count': {
      const [list = '', wanted = 'marked'] = renderEach().map((one) => wrapWithin(one, 'sum'));
      return { text: `how many of ${list} are ${wanted}`, level: 'phrase' };
    }
    case 'abs':
      return {
        text: `${renderEach()
          .map((one) => wrapWithin(one, 'whole'))
          .join()} without its sign`,
        level: 'phrase',
      };
    default:
      return {
        text: `the sum of ${joinWords(renderEach().map((one) => wrapWithin(one, 'sum')))}`,
        level: 'phrase',
      };
  }
}

function renderChoice(parts: readonly GrammarNode[], sheet: Sheet): Phrase {
  const [condition, then, otherwise] = parts;
  if (condition === undefined || then === undefined || otherwise === undefined)
    return { text: '', level: 'phrase' };
  const text = `${wrapWithin(render(then, sheet), 'sum')} if ${renderCondition(condition, sheet, false)}`;
  const isNothing = otherwise.type === 'Literal' && otherwise['value'] === 0;
  // A further choice goes on in the same sentence.
  return { text: isNothing ? text : `${text}, otherwise ${render(otherwise, sheet).text}`, level: 'phrase' };
}

function renderLookup([table, key]: readonly GrammarNode[], sheet: Sheet): string {
  const of = key === undefined ? '' : ` for ${wrapWithin(render(key, sheet), 'sum')}`;
  return `what the table “${String(table?.['name'] ?? '').replaceAll('_', ' ')}” has${of}`;
}

function renderRounded(parts: readonly Phrase[], how: string): Phrase {
  const [of = { text: '', level: 'whole' }] = parts;
  return looseness[of.level] <= looseness.product
    ? { text: `${of.text} (${how})`, level: 'product' }
    : { text: `(${of.text}) ${how}`, level: 'phrase' };
}

interface ExtremeWords {
  /** Used where one of two values is a fixed number. */
  readonly bound: string;
  readonly best: string;
  readonly bestOfMany: string;
}

function renderExtreme(
  parts: readonly GrammarNode[],
  rendered: readonly Phrase[],
  { bound, best, bestOfMany }: ExtremeWords,
): Phrase {
  const fixed = parts.findIndex(({ type }) => type === 'Literal');
  const texts = rendered.map((one) => wrapWithin(one, 'sum'));
  if (parts.length === 2 && fixed !== -1)
    return { text: `${rendered[1 - fixed]?.text ?? ''}, ${bound} ${texts[fixed] ?? ''}`, level: 'phrase' };
  return { text: `${parts.length === 2 ? best : bestOfMany} ${joinWords(texts)}`, level: 'phrase' };
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
