// Parses the dossiers in the question that a curator is asked, so that the built-in reader can decide about them.

import { decodeXml } from '@terrarium/kernel/foreign-text';

export interface ShownDossier extends ShownEntry {
  readonly tags: readonly string[];
  readonly passages: readonly ShownPassage[];
  readonly posts: number;
  readonly threads: number;
  readonly similar: readonly ShownEntry[];
}

export interface ShownEntry {
  readonly id: number;
  readonly term: string;
  readonly aliases: readonly string[];
  readonly definition: string;
  readonly mentions: number;
}

/** Words of the story: either a quote of the entry, or the passage that first named it. The quotes come first. */
export interface ShownPassage {
  readonly postId: number;
  readonly text: string;
  readonly isEvidence: boolean;
}

const dossierPattern = /<dossier ([^>]*)>([\s\S]*?)<\/dossier>/g;
const partPattern =
  /<(definition|evidence|first_named|similar)((?: [a-z_]+="[^"]*")*)(?:\/>|>([\s\S]*?)<\/\1>)/g;

/** The dossiers of a message, in order. */
export function parseDossiers(message: string): readonly ShownDossier[] {
  return [...message.matchAll(dossierPattern)].map((match) => parseDossier(match[1] ?? '', match[2] ?? ''));
}

function parseDossier(head: string, content: string): ShownDossier {
  const parts = [...content.matchAll(partPattern)].map((match) => ({
    name: match[1] ?? '',
    attributes: parseAttributes(match[2] ?? ''),
    text: decodeXml(match[3] ?? ''),
  }));
  const attributes = parseAttributes(head);
  const definition = parts.find(({ name }) => name === 'definition')?.text ?? '';
  return {
    ...parseEntry(attributes, definition),
    tags: splitList(attributes.get('tags'), ','),
    posts: Number(attributes.get('posts') ?? 0),
    threads: Number(attributes.get('threads') ?? 0),
    passages: parts
      .filter(({ name }) => name === 'evidence' || name === 'first_named')
      .map((part) => ({
        postId: Number(part.attributes.get('post') ?? 0),
        text: part.text,
        isEvidence: part.name === 'evidence',
      })),
    similar: parts
      .filter(({ name }) => name === 'similar')
      .map((part) => parseEntry(part.attributes, part.text)),
  };
}

function parseEntry(attributes: ReadonlyMap<string, string>, definition: string): ShownEntry {
  return {
    id: Number(attributes.get('id') ?? 0),
    term: attributes.get('term') ?? '',
    aliases: splitList(attributes.get('aliases'), '|'),
    mentions: Number(attributes.get('mentions') ?? 0),
    definition,
  };
}

function parseAttributes(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/(?<![a-z_])([a-z_]+)="([^"]*)"/g)].map((match) => [
      match[1] ?? '',
      decodeXml(match[2] ?? ''),
    ]),
  );
}

function splitList(text: string | undefined, separator: string): readonly string[] {
  return (text ?? '').split(separator).filter((part) => part !== '');
}
