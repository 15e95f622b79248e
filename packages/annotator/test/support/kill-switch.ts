// Kill switch: a connection that fails right before or after a chosen commit, as if the process had been killed.

import type { Connection } from '@terrarium/kernel/open-database';

export class Killed extends Error {}

export interface KillPlan {
  /** How many outermost commits succeed before the one at which the connection fails. */
  readonly commits: number;
  readonly when: 'before' | 'after';
}

/** Wraps the connection: counts its outermost transactions, and passes on everything else. */
export function plantKill(connection: Connection, plan: KillPlan): Connection {
  let commits = 0;
  const watch =
    (run: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) => {
      if (connection.inTransaction) return run(...args);
      commits += 1;
      if (commits > plan.commits && plan.when === 'before') throw new Killed();
      const result = run(...args);
      if (commits > plan.commits) throw new Killed();
      return result;
    };
  return new Proxy(connection, {
    get(target, key) {
      if (key !== 'transaction') {
        const value = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return (work: (...args: unknown[]) => unknown) => {
        const real = target.transaction(work);
        return Object.assign(watch(real), {
          default: watch(real.default),
          deferred: watch(real.deferred),
          immediate: watch(real.immediate),
          exclusive: watch(real.exclusive),
        });
      };
    },
  });
}
