// Tells whether a model's id, as stored with runs, means the built-in reader.

export function isBuiltIn(modelId: string): boolean {
  return modelId.startsWith('builtin:');
}
