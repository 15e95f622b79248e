// Names what the doctor examined, in the words of the pages.

const names: Readonly<Record<string, string>> = {
  corpora: 'Stories',
  store: 'Glossary',
  window: 'How much text the model can take in one request',
  embedder: 'Model for searching by meaning',
  requests: 'Addresses of the model',
};

export function nameCheck(check: string): string {
  return names[check] ?? `${check.charAt(0).toUpperCase()}${check.slice(1)}`;
}
