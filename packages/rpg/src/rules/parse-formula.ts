// Parses the text of a formula into a checked formula, or says where it is wrong and what would be accepted.

import type { Evaluated, ParsedFormula, Scope } from '../system/formula.ts';
import { checkText } from './formulas/check-text.ts';
import { type Compiled, type Compiling, compileFormula, type KindOf } from './formulas/compile-formula.ts';
import { FormulaProblem, readGrammar } from './formulas/formula-grammar.ts';
import { FormulaFailure } from './formulas/formula-values.ts';

/**
 * Never throws. With `kindOf`, which tells the kind of a name, a name of the wrong kind is a problem too. Without it,
 * the kind of an expression that depends on a name is unknown until the expression is evaluated.
 */
export function parseFormula(source: string, kindOf: KindOf = () => undefined): ParsedFormula {
  try {
    checkText(source);
    const compiling: Compiling = { kindOf, reads: new Set(), tables: new Set() };
    const compiled = compileFormula(readGrammar(source), compiling);
    const formula = {
      source,
      reads: [...compiling.reads],
      tables: [...compiling.tables],
      kind: compiled.kind,
      evaluate: (scope: Scope) => evaluate(compiled, scope),
    };
    return { ok: true, formula };
  } catch (cause) {
    if (cause instanceof FormulaProblem) return { ok: false, say: cause.message, at: cause.at };
    throw cause;
  }
}

function evaluate(compiled: Compiled, scope: Scope): Evaluated {
  try {
    return { ok: true, value: compiled.run(scope) };
  } catch (cause) {
    if (cause instanceof FormulaFailure) return { ok: false, say: cause.message };
    throw cause;
  }
}
