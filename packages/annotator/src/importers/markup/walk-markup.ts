// Walks through HTML, XHTML or XML, calling back for each tag and text; builds no tree and expands no declared entities.

import { UsageError } from '@terrarium/kernel/errors';
import { Parser } from 'htmlparser2';

export interface MarkupVisitor {
  /** Names are in lower case and without their prefix (`dc:title` is `title`); attributes keep their prefix. */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** No page nests elements deeper on purpose, but elements without end tags may be nested deeper. */
const deepest = 5_000;

/**
 * Entities that a document declares are not expanded, and external entities are never fetched. Broken markup is read as
 * browsers read it. Throws `UsageError` if elements are nested too deep.
 */
export function walkMarkup(markup: string, kind: 'html' | 'xml', visitor: MarkupVisitor): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > deepest) throw refuseDepth();
        visitor.open?.(stripNamespace(name), attributes);
      },
      ontext: (text) => visitor.text?.(text),
      onclosetag: (name) => {
        depth -= 1;
        visitor.close?.(stripNamespace(name));
      },
    },
    { xmlMode: kind === 'xml', decodeEntities: true, recognizeSelfClosing: true, recognizeCDATA: true },
  );
  parser.write(markup);
  parser.end();
}

function stripNamespace(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

function refuseDepth(): UsageError {
  return new UsageError({
    code: 'import.nested-too-deep',
    happened: `The markup nests elements more than ${deepest} levels deep.`,
    todo: 'Convert the file to plain text and import that. Nothing was imported.',
  });
}
