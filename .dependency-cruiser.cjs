/**
 * The folders of src, lowest first: each knows only those before it. `main.ts` beside them starts a process, as `cli` and
 * `server/start` do.
 */
const LAYERS = [
  'platform',
  'auth',
  'audit',
  'outbound-webhooks',
  'outbox',
  'integrations',
  'environments',
  'workflows',
  'layouts',
  'assets',
  'translations',
  'env-variables',
  'subscribers',
  'contexts',
  'channels',
  'suppressions',
  'topics',
  'preferences',
  'events',
  'notifications',
  'delivery',
  'inbound-messages',
  'legacy',
  'inbox',
  'erasure',
  'promotion',
  'importer',
  'accounts',
  'pages',
  'server',
  'cli',
];

/** The folders within a layer, lowest first. The files beside them are its modules, and may know all of them. */
const INSIDE = {
  events: ['store', 'attachments', 'accept', 'list'],
  notifications: ['messages', 'inbox', 'live', 'activity', 'reports', 'v1'],
  delivery: ['engine', 'sending', 'runs', 'dispatch', 'engagement', 'preview', 'checks'],
};

/** Each folder of `base` is in the list, and imports only those before it, types included. */
function inOrder(base, folders) {
  return [
    {
      name: `every-folder-of-${base.replaceAll('/', '-')}-has-its-place`,
      severity: 'error',
      from: { path: `^${base}/(?!(${folders.join('|')})/)[^/]+/` },
      to: {},
    },
    ...folders.slice(0, -1).map((folder, index) => ({
      name: `${base.replaceAll('/', '-')}-${folder}-knows-nothing-above-it`,
      severity: 'error',
      from: { path: `^${base}/${folder}/` },
      to: { path: `^${base}/(${folders.slice(index + 1).join('|')})/` },
    })),
  ];
}

/** The layers of src as lint. */
module.exports = {
  forbidden: [
    ...inOrder('src', LAYERS),
    ...Object.entries(INSIDE).flatMap(([layer, folders]) => inOrder(`src/${layer}`, folders)),
    {
      name: 'the-engine-is-pure',
      comment: 'It decides; what it needs is given to it, and what it does goes through StepEffects.',
      severity: 'error',
      from: { path: '^src/delivery/engine/', pathNot: '\\.spec\\.ts$' },
      to: {
        path: '\\.(service|store|module|controller|guard|worker)\\.ts$|^node_modules/(@nestjs|bullmq|ioredis)/|/config\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'workflows-know-nothing-of-applications',
      comment: 'What syncs and asks applications stands on top of the other workflows.',
      severity: 'error',
      from: { path: '^src/workflows/(?!bridge/)' },
      to: { path: '^src/workflows/bridge/' },
    },
    {
      name: 'only-cli-and-main-start-processes',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(main\\.ts$|cli/|server/start/|server/openapi/write-openapi\\.ts$)' },
      to: { path: '^src/([^/]+$|server/start/)' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'libs-know-nothing-of-the-application',
      comment: 'libs/ is usable and testable alone: neither Nest nor src/ may appear there.',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(src/|node_modules/(@nestjs|mongoose)/)' },
    },
    {
      name: 'bullmq-behind-the-queue-interface',
      comment: 'Only src/platform/queue, the patch of ioredis and the processors of its jobs know BullMQ.',
      severity: 'error',
      from: { pathNot: '^(src/platform/(queue|patches)/|src/delivery/dispatch/delivery\\.worker\\.ts)' },
      to: { path: '^node_modules/(bullmq|ioredis)/' },
    },
    {
      name: 'contexts-are-switched-off',
      comment: 'An AsyncLocalStorage of its own would stay switched on and make every promise dearer.',
      severity: 'error',
      from: { path: '^(src|libs)/', pathNot: '^src/platform/async-context\\.ts$' },
      to: { path: '^(node:)?async_hooks$' },
    },
    {
      name: 'nothing-in-production-code-imports-tests',
      severity: 'error',
      from: { path: '^(src|libs)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '(^test/|\\.spec\\.ts$)' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
  },
};
