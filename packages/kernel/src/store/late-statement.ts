// Late statement: SQL that is compiled when it is used first, not when the store that has it is opened.

import type Database from 'better-sqlite3';
import type { Connection } from './open-options.ts';

type Statement = Database.Statement<unknown[]>;

/**
 * From now on the connection compiles a statement at its first use. A store has many statements, and whoever opens it
 * uses a few: compiling them all costs more than most things that are done with a store.
 */
export function compileLate(connection: Connection): void {
  const compile = connection.prepare.bind(connection);
  Object.assign(connection, {
    prepare: (source: string) => new LateStatement(connection, source, compile),
  });
}

/** Has all that a statement of the driver has; its methods are given to it below. */
class LateStatement {
  readonly database: Connection;
  readonly source: string;
  readonly #compile: (source: string) => Statement;
  #compiled: Statement | undefined;
  /** What was asked of the statement before it was compiled. */
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
 * What each method of a statement does: it uses the compiled statement, or sets the form of its results, if need be
 * once it is compiled.
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

// On the prototype, since giving each statement methods of its own often takes longer than compiling it.
for (const [name, act] of Object.entries(methods)) {
  Object.defineProperty(LateStatement.prototype, name, {
    value: function (this: LateStatement, ...given: unknown[]) {
      return act(this, given);
    },
  });
}
