// Names a language model as a person knows it, without the prefix that says how its server is asked.

const serverPrefix = 'openai:';

export function nameModel(model: string): string {
  return `the model ${model.startsWith(serverPrefix) ? model.slice(serverPrefix.length) : model}`;
}
