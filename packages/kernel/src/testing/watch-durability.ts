// When preloaded with `?FILE`, writes into FILE how durably each database connection wrote: full or normal.

import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import Database from 'better-sqlite3';

const file = decodeURIComponent(new URL(import.meta.url).search.slice(1));
const close = Database.prototype.close;

Database.prototype.close = function closeWatched(this: Database.Database) {
  if (this.open && !this.memory && this.prepare('SELECT total_changes()').pluck().get() !== 0) {
    const synchronous = this.pragma('synchronous', { simple: true });
    appendFileSync(file, `${basename(this.name)} ${synchronous === 2 ? 'full' : 'normal'}\n`);
  }
  return close.call(this);
};
