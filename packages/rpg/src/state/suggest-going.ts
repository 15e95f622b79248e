// Suggests a way to go in words that fit its name, be it a direction or a thing: "Go across the street", "Go by the ladder".

export function suggestGoing(name: string): string {
  return /^(?:the|an?)\s/iu.test(name) ? `Go by ${name}` : `Go ${name}`;
}
