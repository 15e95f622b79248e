// Import rules: who may import whom, between the packages and inside the kernel.
const tests = '(\\.test\\.ts|\\.prove\\.ts)$|/test/';

/** Rooms of the kernel and what each may import besides itself; `testing` may import them all. */
const kernel = {
  base: [],
  tokens: ['base'],
  files: ['base'],
  store: ['files', 'base'],
  config: ['files', 'base'],
  llm: ['config', 'tokens', 'base'],
  replies: ['llm', 'base'],
  tools: ['llm', 'tokens', 'base'],
  retrieval: ['store', 'tokens', 'base'],
};

/**
 * The rooms of each other package, from the ground to its door. A room imports only rooms before it; the files above
 * all rooms, in `src` itself, are the door and may import each of them.
 */
const rooms = {
  annotator: [
    'reader',
    'corpus',
    'importers',
    'revise',
    'world',
    'database',
    'glossary',
    'meaning',
    'prompts',
    'context',
    'as-of',
    'tools',
    'curator',
    'journal',
    'moments',
    'runner',
    'export',
    'inspect',
    'asking',
    'telling',
    'pages',
    'edit',
    'verify',
  ],
  memory: [
    'tags',
    'decay',
    'database',
    'events',
    'working-memory',
    'fragments',
    'facts',
    'echoes',
    'ledger',
    'render',
    'assembly',
    'topics',
    'maintenance',
    'intake',
    'inspect',
    'correcting',
    'export',
    'forgetting',
    'whole',
    'pages',
  ],
  rpg: [
    'values',
    'dice',
    'prefabs',
    'system',
    'rules',
    'manifest',
    'database',
    'state',
    'tools',
    'game',
    'turn',
    'retrieval',
    'exchange',
    'extraction',
    'narrator',
    'session-zero',
    'pages',
  ],
  protocol: ['values', 'world', 'annotator', 'memory', 'play', 'fleet', 'http'],
  fleet: ['values', 'database', 'states', 'queue', 'working'],
  composition: ['outward', 'host', 'settings', 'annotator', 'models', 'memory', 'games'],
  cli: [
    'screen',
    'redact',
    'shell',
    'views',
    'trust',
    'talk',
    'progress',
    'play',
    'verify',
    'doctor',
    'chat',
    'zero',
    'actions',
    'completion',
    'commands',
  ],
  mcp: ['messages', 'companion', 'show', 'tools'],
  server: ['guarding', 'running', 'tables', 'shelf', 'handlers', 'app'],
  web: [
    'client',
    'parts',
    'home',
    'asking',
    'story',
    'glossary',
    'reading',
    'play',
    'remember',
    'settings',
    'app',
  ],
};

function wall(name, comment, ends) {
  return { name, comment, severity: 'error', from: ends.from, to: ends.to };
}

const kernelRooms = Object.entries(kernel).map(([room, allowed]) => keepRoom('kernel', room, allowed));

const productRooms = Object.entries(rooms).flatMap(([name, order]) => [
  ...order.map((room, index) => keepRoom(name, room, order.slice(0, index))),
  wall(`${name}-rooms`, `A folder of ${name}/src has its place in the order of rooms.`, {
    from: {
      path: `^packages/${name}/src/[^/]+/`,
      pathNot: `${tests}|^packages/${name}/src/(${order.join('|')})/`,
    },
    to: { path: '.' },
  }),
]);

/** Builds a rule: of its own package, a room imports nothing but itself and the rooms in `allowed`. */
function keepRoom(name, room, allowed) {
  const list = allowed.join(', ') || 'nothing';
  return wall(`${name}-${room}`, `${name}/${room} may import ${list} of its package.`, {
    from: { path: `^packages/${name}/src/${room}/`, pathNot: tests },
    to: {
      path: `^packages/${name}/src/`,
      pathNot: `^packages/${name}/src/(${[room, ...allowed].join('|')})/`,
    },
  });
}

export default {
  forbidden: [
    wall('ground-stands-alone', 'Kernel and protocol import nothing else of ours.', {
      from: { path: '^packages/(kernel|protocol)/' },
      to: { path: '^packages/', pathNot: '^packages/$1/' },
    }),
    wall('products-apart', 'A product imports the kernel, never another product or a shell.', {
      from: { path: '^packages/(annotator|rpg|memory)/' },
      to: { path: '^packages/', pathNot: '^packages/($1|kernel)/' },
    }),
    wall('fleet-above-annotator', 'The fleet imports the annotator and the kernel, never a shell.', {
      from: { path: '^packages/fleet/' },
      to: { path: '^packages/', pathNot: '^packages/(fleet|annotator|kernel)/' },
    }),
    wall('fleet-apart', 'Only the command line and the benches know of the fleet.', {
      from: { path: '^(packages|guards|bench)/', pathNot: '^packages/(fleet|cli)/|^bench/fleet/' },
      to: { path: '^packages/fleet/' },
    }),
    wall('fleet-when-it-runs', 'The command line loads the fleet with its own commands alone.', {
      from: { path: '^packages/cli/src/', pathNot: '^packages/cli/src/(actions/fleet-|views/render-fleet)' },
      to: { path: '^packages/fleet/', dependencyTypesNot: ['type-only'] },
    }),
    wall(
      'composition-below-shells',
      'The composition imports products, protocol and kernel, never a shell.',
      {
        from: { path: '^packages/composition/' },
        to: { path: '^packages/', pathNot: '^packages/(composition|annotator|rpg|memory|kernel|protocol)/' },
      },
    ),
    wall('shells-apart', 'A shell imports composition, products, kernel and protocol, never another shell.', {
      // Only the command line knows of the fleet, and only the server knows of browsers. One command of the command
      // line needs both.
      from: {
        path: '^packages/(server|cli|mcp)/',
        pathNot: '^packages/cli/(src/actions/fleet-(serve|door)|test/fleet-serve)',
      },
      to: { path: '^packages/(server|cli|mcp|web)/', pathNot: '^packages/$1/' },
    }),
    wall('web-through-protocol', 'The web knows the server only through the protocol.', {
      from: { path: '^packages/web/' },
      to: { path: '^packages/', pathNot: '^packages/(web|protocol)/' },
    }),
    wall('through-the-door', 'Another package is imported by its name, through its exports.', {
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^packages/', pathNot: '^packages/$1/', dependencyTypes: ['local'] },
    }),
    wall('product-code-without-guards', 'Packages import nothing from guards or bench.', {
      from: { path: '^packages/' },
      to: { path: '^(guards|bench)/' },
    }),
    wall('testing-only-in-tests', 'What stands in for the world stays out of the product.', {
      from: { path: '^packages/[^/]+/src/', pathNot: `${tests}|^packages/kernel/src/testing/` },
      to: { path: '^packages/kernel/src/testing/' },
    }),
    wall('driver-only-in-stores', 'Only store files and the kernel store hold the database driver.', {
      from: { path: '^packages/', pathNot: `-store\\.ts$|^packages/kernel/src/(store|testing)/|${tests}` },
      to: { path: 'node_modules/better-sqlite3' },
    }),
    wall(
      'start-without-store',
      'Neither the database nor the schemas are loaded at the start of each command.',
      {
        from: {
          path: '^packages/cli/src/(commands/|screen/|shell/|command-line\\.ts$)|^packages/kernel/src/config/asked-server\\.ts$',
          pathNot: tests,
        },
        to: {
          path: '^packages/kernel/src/(store/|config/(keyring|read-configuration)\\.ts$)|node_modules/zod/',
          pathNot: '/render-migrated\\.ts$',
          dynamic: false,
          dependencyTypesNot: ['type-only'],
        },
      },
    ),
    wall('arithmetic-without-store', 'Decay, rules and dice are arithmetic: no store.', {
      from: { path: '^packages/[^/]+/src/(decay|rules|dice)/', pathNot: tests },
      to: { path: '-store\\.ts$|^packages/kernel/src/store/' },
    }),
    wall(
      'commands-load-when-they-run',
      'What a command does is imported when it runs: all of them are defined at each start.',
      {
        from: { path: '^packages/cli/src/(commands/|command-line\\.ts$|shell/options\\.ts$)' },
        to: {
          path: '^packages/(annotator|memory|rpg|fleet|composition)/|^packages/cli/src/[^/]+/',
          pathNot: '-formats\\.ts$|entry-kinds\\.ts$|^packages/cli/src/(commands|screen|shell)/',
          dynamic: false,
          dependencyTypesNot: ['type-only'],
        },
      },
    ),
    wall('resolvable', 'Every import leads somewhere.', {
      from: { path: '^(packages|guards|bench)/' },
      to: { couldNotResolve: true },
    }),
    ...kernelRooms,
    ...productRooms,
  ],
  options: {
    skipAnalysisNotInRules: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(\\.cache|coverage)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
