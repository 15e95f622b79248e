// Reads which weapon of their own the player's character makes ready: "draw my sword".

const readied =
  /^ (?:draw|unsheathe|sheathe|brandish|wield|level|cock|aim|fire|swing|ready) my ((?:(?!(?:and|at|on|from|to) )\S+ ){1,3})/;

export function findReadied(heard: string): string | undefined {
  return readied.exec(heard)?.[1]?.trim();
}
