// Builds a value that components in different parts of the page show and change.

import { useSyncExternalStore } from 'react';

export interface Shown<Value> {
  /** Hook that returns the present value; undefined until one is set. */
  readonly useValue: () => Value | undefined;
  setValue(value: Value | undefined): void;
}

export function buildShown<Value>(): Shown<Value> {
  let shown: Value | undefined;
  const watchers = new Set<() => void>();
  const watch = (onChange: () => void) => {
    watchers.add(onChange);
    return () => watchers.delete(onChange);
  };
  return {
    useValue: () => useSyncExternalStore(watch, () => shown),
    setValue(value) {
      shown = value;
      for (const tell of watchers) tell();
    },
  };
}
