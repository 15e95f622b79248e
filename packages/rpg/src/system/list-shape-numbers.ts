// Lists the numbers that the items of a list have besides their quantity, according to the list's configuration.

export function listShapeNumbers(config: unknown): readonly string[] {
  const shape = Object(Object(config)['item_shape']);
  return Object.entries(shape).flatMap(([member, kind]) =>
    kind === 'number' || Object(kind)['type'] === 'number' ? [member] : [],
  );
}
