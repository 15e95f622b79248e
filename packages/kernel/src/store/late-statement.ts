// Makes a connection compile each SQL statement at its first use, not when its store is opened.

import type Database from 'better-sqlite3';
import type { Connection } from './open-options.ts';

type Statement = Database.Statement<unknown[]>;

export interface LateOptions {
  /**
   * Whether the file has statistics from `ANALYZE` about how often each value occurs. If so, SQLite's plan should
   * depend on the values.
   */
  readonly hasStatistics?: boolean;
}

/**
 * Makes the connection compile each statement at its first use. A store has many statements, and most commands use
 * only a few of them: compiling all would take longer than the command itself.
 */
export function compileLate(connection: Connection, { hasStatistics = false }: LateOptions = {}): void {
  const prepare = connection.prepare.bind(connection);
  const compile = (source: string) => prepare(hasStatistics ? source : hidePlaceholders(source));
  Object.assign(connection, {
    prepare: (source: string) => new LateStatement(connection, source, compile),
  });
}

/** Matches texts and comments, which stay as they are, and words such as `=`, `IS` and `LIMIT` before a placeholder. */
const beforePlaceholder =
  /'[^']*'|"[^"]*"|--[^\n]*|\/\*.*?\*\/|(?:(?<![<>!])=|\b(?:IS|LIMIT|OFFSET))\s*(?=[?:@$])/gis;

/**
 * Writes a plus sign, which changes no value, before each placeholder for an equal value or a number of rows. Without
 * it, SQLite plans the statement again after its values were cleared, which the driver does after each use. `WHERE
 * owner = ? ORDER BY at` would be compiled at every use, which takes ten times as long as finding a row.
 */
function hidePlaceholders(source: string): string {
  return source.replace(beforePlaceholder, (found) => (/^['"\-/]/.test(found) ? found : `${found}+`));
}

/** Has all members of the driver's statements; the methods are added below. */
class LateStatement {
  readonly database: Connection;
  readonly source: string;
  readonly #compile: (source: string) => Statement;
  #compiled: Statement | undefined;
  /** Settings that were made on the statement before it was compiled. They are applied after compiling. */
  readonly #asked: ((compiled: Statement) => unknown)[] = [];

  constructor(database: Connection, source: string, compile: (source: string) => Statement) {
    this.database = database;
    this.source = source;
    this.#compile = compile;
  }

  get reader(): boolean {
    return this.open().reader;
  }

  get readonly(): boolean {
    return this.open().readonly;
  }

  get busy(): boolean {
    return this.#compiled?.busy ?? false;
  }

  open(): Statement {
    if (this.#compiled !== undefined) return this.#compiled;
    const compiled = this.#compile(this.source);
    for (const act of this.#asked) act(compiled);
    this.#compiled = compiled;
    return compiled;
  }

  ask(act: (compiled: Statement) => unknown): this {
    if (this.#compiled === undefined) this.#asked.push(act);
    else act(this.#compiled);
    return this;
  }
}

/**
 * The methods of a statement. Some use the compiled statement. The others set something on it, which is applied later
 * if the statement is not compiled yet.
 */
const methods = {
  run: (late: LateStatement, given: unknown[]) => late.open().run(...given),
  get: (late: LateStatement, given: unknown[]) => late.open().get(...given),
  all: (late: LateStatement, given: unknown[]) => late.open().all(...given),
  iterate: (late: LateStatement, given: unknown[]) => late.open().iterate(...given),
  columns: (late: LateStatement) => late.open().columns(),
  bind: (late: LateStatement, given: unknown[]) => late.ask((compiled) => compiled.bind(...given)),
  pluck: (late: LateStatement, [isOn]: unknown[]) => late.ask((compiled) => compiled.pluck(isOn !== false)),
  expand: (late: LateStatement, [isOn]: unknown[]) => late.ask((compiled) => compiled.expand(isOn !== false)),
  raw: (late: LateStatement, [isOn]: unknown[]) => late.ask((compiled) => compiled.raw(isOn !== false)),
  safeIntegers: (late: LateStatement, [isOn]: unknown[]) =>
    late.ask((compiled) => compiled.safeIntegers(isOn !== false)),
};

// Methods are defined on the prototype, because giving each statement its own methods often takes longer than
// compiling it.
for (const [name, act] of Object.entries(methods)) {
  Object.defineProperty(LateStatement.prototype, name, {
    value: function (this: LateStatement, ...given: unknown[]) {
      return act(this, given);
    },
  });
}
