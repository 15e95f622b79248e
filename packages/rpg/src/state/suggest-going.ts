// Suggests which way to go, whether a direction or a thing names the way: "Go across the street", "Go by the ladder".

export function suggestGoing(name: string): string {
  return /^(?:the|an?)\s/iu.test(name) ? `Go by ${name}` : `Go ${name}`;
}
