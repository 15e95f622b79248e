// Names a model as people know it, without the prefix that says how its server is asked.

const serverPrefix = 'openai:';

export function nameModel(model: string): string {
  return `the model ${model.startsWith(serverPrefix) ? model.slice(serverPrefix.length) : model}`;
}
