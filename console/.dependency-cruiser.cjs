/** The folders of console/src, lowest first: each knows only those before it. */
const LAYERS = ['api', 'ui', 'shell', 'features', 'routes'];

/** The layers of the console as lint. */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...LAYERS.slice(0, -1).map((layer, index) => ({
      name: `${layer}-knows-nothing-above-it`,
      severity: 'error',
      from: { path: `^console/src/${layer}/` },
      to: { path: `^console/src/(${LAYERS.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'features-know-nothing-of-each-other',
      comment:
        'What several of them need is a part of ui, but for the block editor, pictures (their choice, their upload), and the brand.',
      severity: 'error',
      from: { path: '^console/src/features/([^/]+)/' },
      to: {
        path: '^console/src/features/([^/]+)/',
        pathNot: '^console/src/features/($1/|editor/block-field|assets/picture-picker|assets/upload-picture|brand/)',
      },
    },
    {
      name: 'nothing-on-the-page-imports-tests',
      severity: 'error',
      from: { pathNot: '\\.spec\\.ts$' },
      to: { path: '\\.spec\\.ts$' },
    },
  ],
  options: {
    tsConfig: { fileName: `${__dirname}/tsconfig.json` },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
  },
};
