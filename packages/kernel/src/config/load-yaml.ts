// Loads the parser of YAML when the first file is read: it is 72 files, and most commands read none.

import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';

const load = createRequire(import.meta.url);

export function loadYaml(): typeof Yaml {
  return load('yaml') as typeof Yaml;
}
