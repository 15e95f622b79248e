// Whether a model's id, as runs write it down, means the built-in reader.

export function isBuiltIn(modelId: string): boolean {
  return modelId.startsWith('builtin:');
}
