// Redacts paths and addresses: keeps only the last part of a path, and the scheme, host and usual `/v1` of an address.

import type { Cover } from './apply-covers.ts';

/** A name within a path may contain up to three blanks, so that two paths in one sentence are still told apart. */
const segment = String.raw`[^\s/\\"'<>|,;()]+(?: [^\s/\\"'<>|,;()]+){0,3}(?=[/\\])|[^\s/\\"'<>|,;()]*`;
const web = String.raw`(?<origin>https?://[^\s/?#"'()]*)(?<route>/[^\s?#"'(),;]*)?`;
const start = String.raw`file:/+|(?<![\w.…/\\~<\]-])(?:~[\w.-]*[/\\]|\.{1,2}[/\\]|[A-Za-z]:[/\\]|/+|\\\\)`;
const pattern = new RegExp(
  String.raw`${web}|(?<start>${start})(?<names>(?:${segment})(?:[/\\]+(?:${segment}))*)`,
  'giu',
);

/** Turns `/srv/jane/models/q.gguf` into `…/q.gguf`, and `http://localhost/jane/v1` into `http://localhost/…`. */
export function redactPaths(text: string): string {
  return text.replace(pattern, (...found) => {
    const { origin, route = '', names = '' }: Readonly<Record<string, string | undefined>> = found.at(-1);
    return origin === undefined ? redactPath(names) : `${origin}${redactRoute(route)}`;
  });
}

/** The folders of each path, from its beginning to the separator before its last name. */
export function listFolders(text: string): readonly Cover[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: found, index, groups }) => {
    const names = groups?.['names'] ?? '';
    const folders = /^(.*[^/\\])[/\\]+[^/\\]+[/\\]*$/u.exec(names)?.[1];
    if (folders === undefined) return [];
    return [{ start: index, end: index + found.length - names.length + folders.length, shown: '…' }];
  });
}

function redactPath(names: string): string {
  const path = names.replace(/(?<![.:!?])[.:!?]+$/u, '');
  const end = names.slice(path.length);
  const last = path.split(/[/\\]+/u).findLast((name) => name !== '');
  if (path === 'v1') return `/${names}`;
  return last === undefined ? `…${end}` : `…/${last}${end}`;
}

/** Redacts the name of a model if the name is a path, whatever characters the path contains. */
export function redactModelPath(name: string): string {
  const path = name.replace(/^[\w-]{2,}:/u, '');
  const isPath = /^(?:[/\\~]|\.{1,2}[/\\]|[A-Za-z]:[/\\]|file:)/u.test(path);
  return isPath ? `${name.slice(0, name.length - path.length)}${redactPath(path)}` : name;
}

function redactRoute(route: string): string {
  const [, known = '', rest = ''] = /^((?:\/v1(?=\/|[.:!]*$))?)(.*)$/u.exec(route) ?? [];
  return /^\/?[.:!]*$/u.test(rest) ? route : `${known}/…`;
}
