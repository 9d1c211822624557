/** As a regular expression: a clone may be in a folder that is called console. */
const ROOT = import.meta.dirname.replaceAll(/[^\w/-]/g, '\\$&');

/** Compiles the test files as tsconfig.json has it, but does not check their types: that is `npm run check`. */
const compiled = ({ tsx }) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', decorators: true, tsx },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    },
  },
];

/**
 * Projects that differ in what they need: the specs beside the code run alone, the tests of the whole application on an
 * embedded store and queue, which are started once for all of them. These two are `npm test`. What starts Carillon as
 * processes of its own, mostly to kill them, and what opens its pages in Chromium, takes longer: `npm run test:long`.
 * These test the build in dist, and only the test files themselves are compiled here. `named` is for scripts/test.mjs.
 */
const shared = {
  testEnvironment: '<rootDir>/test/native/environment.mjs',
  moduleNameMapper: { '^#libs/(.*)\\.js$': '<rootDir>/libs/$1', '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  cacheDirectory: '<rootDir>/.cache/jest',
  transform: {
    [`^${ROOT}/console/src/.+\\.tsx?$`]: compiled({ tsx: true }),
    '/(src|libs)/(?!(?:pictures|providers|rendering/blocks)/testing/).+(?<!\\.spec)\\.ts$':
      '<rootDir>/test/native/native-module.cjs',
    '/(node_modules|scripts)/.+\\.[cm]?js$': '<rootDir>/test/native/native-module.cjs',
    '\\.ts$': compiled({ tsx: false }),
  },
  transformIgnorePatterns: ['/node_modules/(@?jest|expect)'],
};

/** Once per run, whatever of these projects is in it. */
const services = {
  globalSetup: '<rootDir>/test/global-setup.mjs',
  globalTeardown: '<rootDir>/test/global-teardown.mjs',
};

/** Named unit specs are compiled from TypeScript, without a build. Packages are loaded natively as in the others. */
const fromSources = {
  [`^${ROOT}/console/src/.+\\.tsx?$`]: compiled({ tsx: true }),
  '/(node_modules|scripts)/.+\\.[cm]?js$': '<rootDir>/test/native/native-module.cjs',
  '\\.ts$': compiled({ tsx: false }),
};

const named = {
  ...shared,
  displayName: 'named',
  roots: ['<rootDir>/src', '<rootDir>/libs', '<rootDir>/console/src', '<rootDir>/test/native'],
  testMatch: ['<rootDir>/{src,libs,console/src}/**/*.spec.ts'],
  transform: fromSources,
};

export default {
  testTimeout: 300_000,
  // Tests also wait: for a process of their own, and for the store, which is a process beside them.
  maxWorkers: 3,
  testSequencer: '<rootDir>/test/native/longest-first.mjs',
  reporters: ['default', '<rootDir>/test/native/slowest-files.mjs'],
  projects: [
    ...(process.argv.includes('named') ? [named] : []),
    {
      ...shared,
      displayName: 'units',
      testMatch: ['<rootDir>/{src,libs,console/src}/**/*.spec.ts'],
      globalSetup: '<rootDir>/test/native/fresh-build.mjs',
    },
    { ...shared, ...services, displayName: 'application', testMatch: ['<rootDir>/test/**/*.{spec,e2e-spec}.ts'] },
    { ...shared, ...services, displayName: 'processes', testMatch: ['<rootDir>/test/**/*.process-spec.ts'] },
    { ...shared, ...services, displayName: 'browser', testMatch: ['<rootDir>/test/**/*.browser-spec.ts'] },
  ],
};
