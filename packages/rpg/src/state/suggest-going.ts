// Suggests which way to go. The name of a way may be a direction or a thing: "Go across the street", "Go by the ladder".

export function suggestGoing(name: string): string {
  return /^(?:the|an?)\s/iu.test(name) ? `Go by ${name}` : `Go ${name}`;
}
