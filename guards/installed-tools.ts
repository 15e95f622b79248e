// Installed tools: finds packages of the lock file that are missing on this machine, and says how to install each.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  readonly optional?: boolean;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly libc?: string | readonly string[];
  readonly engines?: { readonly node?: string };
}

/**
 * npm silently leaves out an optional package that was made for another kind of machine, or for a newer Node than npm
 * runs on. Only the second case is a problem here.
 */
export function findMissingTools(root: string): readonly string[] {
  const path = join(root, 'package-lock.json');
  if (!existsSync(path)) return [];
  const { packages } = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return Object.entries(packages).flatMap(([place, locked]) => {
    if (existsSync(join(root, place))) return [];
    if (locked.optional !== true) return [`${place} is missing: run "npm ci"`];
    return locked.os !== undefined && fitsMachine(locked)
      ? [
          `${place} is missing: run "npm ci" with Node ${locked.engines?.node ?? '22.18 or newer'}, and without --omit=optional`,
        ]
      : [];
  });
}

function fitsMachine({ os, cpu, libc }: LockedPackage): boolean {
  const names = (said: string | readonly string[] | undefined, own: string) =>
    said === undefined || [said].flat().includes(own);
  return names(os, process.platform) && names(cpu, process.arch) && names(libc, findLibc());
}

/**
 * The C library of this machine. Only packages for Linux name a C library, so the answer does not matter on other
 * systems.
 */
function findLibc(): string {
  const report = process.report.getReport() as { readonly header: { readonly glibcVersionRuntime?: string } };
  return report.header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}
