// Reads how many there are of a thing that is on nobody's list, from a name such as "4 Rations".

export interface Several {
  readonly many: number;
  readonly name: string;
}

/** Undefined if the name does not begin with a number. */
export function readSeveral(name: string): Several | undefined {
  const { many, one } = /^(?<many>\d{1,15}) (?<one>\S.*)$/u.exec(name)?.groups ?? {};
  return many === undefined || one === undefined ? undefined : { many: Number(many), name: one };
}
