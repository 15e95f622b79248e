// Cluster: a PostgreSQL of its own for a test file, in a folder of its own, started as a user who is not root.

import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export interface Cluster {
  /** The address of a new, empty database. */
  createDatabase(name: string): Promise<string>;
  /** As another user, who needs no password. */
  buildAddress(database: string, user?: string): string;
  /** Stops it, at once or in order, and starts it again. */
  restart(how: 'fast' | 'immediate'): void;
  stop(): void;
  start(): void;
  remove(): void;
}

const roots = ['/usr/lib/postgresql', '/usr/local/pgsql', '/opt/homebrew/opt/postgresql'];

/** Throws where this machine has no PostgreSQL, and says how to get one. */
export function openCluster(): Cluster {
  const bin = findBinaries();
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-pg-'));
  const user = chooseUser();
  if (user !== undefined) {
    chownSync(folder, user.uid, user.gid);
    chmodSync(folder, 0o700);
  }
  const data = join(folder, 'data');
  const run = (program: string, ...argv: readonly string[]) => {
    const done = spawnSync(join(bin, program), argv, {
      encoding: 'utf8',
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...user,
    });
    if (done.status !== 0) throw new Error(`${program} failed: ${done.stderr}${done.error?.message ?? ''}`);
  };
  run(
    'initdb',
    '-D',
    data,
    '-U',
    'terrarium',
    '-A',
    'trust',
    '--no-sync',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  );
  const settings = [
    'fsync=off',
    'full_page_writes=off',
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    'shared_buffers=64MB',
    'autovacuum=on',
  ];
  const options = settings.flatMap((setting) => ['-c', setting]).join(' ');
  const start = () => run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start');
  const stop = (how = 'fast') => run('pg_ctl', '-D', data, '-w', '-m', how, 'stop');
  start();
  const buildAddress = (database: string, role = 'terrarium') =>
    `postgres://${role}@localhost/${database}?host=${encodeURIComponent(folder)}`;
  return {
    buildAddress,
    createDatabase: async (name) => {
      const client = new pg.Client({ connectionString: buildAddress('postgres') });
      await client.connect();
      await client.query(`CREATE DATABASE "${name}"`);
      await client.end();
      return buildAddress(name);
    },
    restart: (how) => {
      stop(how);
      start();
    },
    stop,
    start,
    remove: () => {
      stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findBinaries(): string {
  const found = roots.flatMap((root) => {
    if (!existsSync(root)) return [];
    const versions = readdirSync(root).filter((name) => /^\d+$/.test(name));
    const newest = versions.sort((one, other) => Number(other) - Number(one));
    return [...newest.map((version) => join(root, version, 'bin')), join(root, 'bin')];
  });
  const bin = found.find((path) => existsSync(join(path, 'initdb')));
  if (bin !== undefined) return bin;
  throw new Error('The fleet is tested on a PostgreSQL, and there is none here: apt-get install postgresql');
}

/** PostgreSQL refuses to run as root. */
function chooseUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const read = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: read('-u'), gid: read('-g') };
}
