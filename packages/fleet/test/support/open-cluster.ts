// Starts a PostgreSQL server for one test file, in a folder of its own and as a user who is not root.
// The next test clears what killed tests left behind.

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export interface Cluster {
  /** A folder for other files of a test; it is removed together with the cluster. */
  readonly folder: string;
  /** Creates a new, empty database and returns its address. */
  createDatabase(name: string): Promise<string>;
  /**
   * Builds the address of a database for this user, or for the cluster's creator if none is given; no password is
   * needed.
   */
  buildAddress(database: string, user?: string): string;
  /** Makes the server ask everybody except the cluster's creator for a password from now on. */
  askPasswords(): void;
  /** Stops the server in PostgreSQL's mode `fast` or `immediate`, and starts it again. */
  restart(how: 'fast' | 'immediate'): void;
  stop(): void;
  start(): void;
  remove(): void;
}

const roots = ['/usr/lib/postgresql', '/usr/local/pgsql', '/opt/homebrew/opt/postgresql'];

const prefix = 'terrarium-pg-';
const templates = join(import.meta.dirname, '..', '..', '..', '..', '.cache');

/** If this machine has no PostgreSQL, throws an error that says how to install it. */
export function openCluster(): Cluster {
  const bin = findBinaries();
  clearDead(bin);
  const folder = mkdtempSync(join(tmpdir(), prefix));
  writeFileSync(join(folder, 'owner.pid'), `${process.pid}`);
  const user = chooseUser();
  if (user !== undefined) {
    chownSync(folder, user.uid, user.gid);
    chmodSync(folder, 0o700);
  }
  const data = join(folder, 'data');
  const run = (program: string, ...argv: readonly string[]) =>
    runProgram({ bin, folder, user }, program, argv);
  createData(data, bin, run);
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
    folder,
    buildAddress,
    createDatabase: async (name) => {
      const client = new pg.Client({ connectionString: buildAddress('postgres') });
      await client.connect();
      await client.query(`CREATE DATABASE "${name}"`);
      await client.end();
      return buildAddress(name);
    },
    askPasswords: () => {
      writeFileSync(join(data, 'pg_hba.conf'), 'local all terrarium trust\nlocal all all scram-sha-256\n');
      run('pg_ctl', '-D', data, 'reload');
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

interface Place {
  readonly bin: string;
  readonly folder: string;
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

function runProgram({ bin, folder, user }: Place, program: string, argv: readonly string[]): void {
  const done = spawnSync(join(bin, program), argv, {
    encoding: 'utf8',
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  });
  if (done.status !== 0) throw new Error(`${program} failed: ${done.stderr}${done.error?.message ?? ''}`);
}

const creation = ['-U', 'terrarium', '-A', 'trust', '--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'];

/**
 * Creates the data folder once for each version of PostgreSQL, and copies it from then on, because creating it takes
 * three times as long.
 */
function createData(data: string, bin: string, run: (program: string, ...argv: readonly string[]) => void) {
  const version = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  const key = createHash('sha256')
    .update([version, ...creation].join('\n'))
    .digest('hex')
    .slice(0, 12);
  const template = join(templates, `postgresql-${key}`);
  if (existsSync(template)) {
    execFileSync('cp', ['-a', template, data]);
    return;
  }
  run('initdb', '-D', data, ...creation);
  const draft = `${template}.${process.pid}`;
  mkdirSync(templates, { recursive: true });
  execFileSync('cp', ['-a', data, draft]);
  try {
    renameSync(draft, template);
  } catch {
    // Another test has created the folder in the meantime.
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Stops and removes clusters of tests that were killed. */
function clearDead(bin: string): void {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(prefix))) {
    const folder = join(tmpdir(), name);
    const owner = join(folder, 'owner.pid');
    if (!existsSync(owner) || isAlive(Number(readFileSync(owner, 'utf8')))) continue;
    try {
      runProgram({ bin, folder, user: chooseUser() }, 'pg_ctl', [
        '-D',
        join(folder, 'data'),
        '-m',
        'immediate',
        'stop',
      ]);
    } catch {
      // The server no longer runs.
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
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

/** PostgreSQL refuses to run as root, so another user is chosen. */
function chooseUser(): Place['user'] {
  if (process.getuid?.() !== 0) return undefined;
  const read = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: read('-u'), gid: read('-g') };
}
