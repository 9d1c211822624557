/** The layer rules of docs/architecture.md as lint. */
module.exports = {
  forbidden: [
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
      comment: 'Only src/platform/queue and the embedded queue know BullMQ.',
      severity: 'error',
      from: { pathNot: '^(src/platform/queue/|libs/embedded-queue/)' },
      to: { path: '^node_modules/(bullmq|ioredis)/' },
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
