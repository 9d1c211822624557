const SERVER = ['src', 'libs', 'nest-cli.json', 'package-lock.json', 'tsconfig.json', 'scripts/compile.mjs'];

/**
 * The parts of the build, in dist. Each has a stamp of its own: a change in the console builds the console alone.
 *
 * - `inputs`: files and folders that it is made of
 * - `after`: parts that it reads
 * - `command`: the script that makes it, with its arguments
 */
export const PARTS = {
  /** The compiled modules of the server, which tests of the application run. */
  modules: {
    inputs: SERVER,
    after: [],
    command: ['scripts/compile.mjs'],
  },
  /** The script of the page that shows an inbox. */
  frame: {
    inputs: ['src/pages/inbox-frame/browser', 'package-lock.json', 'scripts/inbox-frame.mjs'],
    after: [],
    command: ['scripts/inbox-frame.mjs'],
  },
  /** The programs, in a few files each, as people run them. */
  bundle: {
    inputs: [...SERVER, 'scripts/bundle.mjs'],
    after: ['modules'],
    command: ['scripts/bundle.mjs'],
  },
  /** The console. Its editor knows the kinds of steps and their control values from the server. */
  console: {
    inputs: [
      'console/build',
      'console/src',
      'console/index.html',
      'console/package.json',
      'console/tsconfig.json',
      'console/vite.config.ts',
      'package-lock.json',
      'src/workflows',
    ],
    after: ['modules'],
    command: ['console/build/build.mjs'],
  },
  /** README and docs as HTML pages, with their search. */
  guide: {
    inputs: [
      'README.md',
      'SECURITY.md',
      'CHANGELOG.md',
      'docs',
      'package.json',
      'package-lock.json',
      'scripts/guide.mjs',
      'scripts/guide',
    ],
    after: [],
    command: ['scripts/guide.mjs'],
  },
};

/** What tests of the application need, which run the modules. */
export const FOR_MODULES = ['modules', 'frame', 'guide'];
