/**
 * Puts each program of the build into a few files in dist/bundle. Reading and compiling some 3,000 modules one by one takes
 * most of the time of a start. The compiled modules beside it are what tests and scripts import.
 */
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const OUTPUT = 'dist/bundle';

const PROGRAMS = ['src/cli/main', 'src/main', 'src/server/computation-process', 'src/server/embedded/child'];

/** Loaded as the packages they are. */
const EXTERNAL = [
  // They are loaded by `import()`, which finds no names in a bundled CommonJS module.
  '@fastify/static',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-base',
  'file-type',
  'nodemailer',
  'undici',
  'web-push',
  // It has native code.
  'lmdb',
  // Where other versions have what ours has elsewhere.
  'class-transformer/storage',
  // The driver of MongoDB does without.
  '@mongodb-js/zstd',
  'aws4',
  'gcp-metadata',
  'kerberos',
  'mongodb-client-encryption',
  'snappy',
  'socks',
  // Its operators are loaded by `require` when they are needed, and must be of the same copy as the rest.
  'mingo',
  // Nest looks for them and does without, or loads them for what we do not use.
  '@fastify/cors',
  '@fastify/view',
  '@nestjs/microservices',
  '@nestjs/platform-express',
  '@nestjs/websockets',
];

/**
 * CommonJS packages of hundreds of files that every start needs. Modules see the names that Node finds in them. In a
 * namespace that esbuild makes, mongoose takes itself for another copy, and a package loaded by `import()` has no names.
 */
const NAMED = ['@fastify/multipart', 'class-transformer', 'class-validator', 'mongoose'];

const namedPackages = {
  name: 'named-packages',
  setup({ onResolve, onLoad }) {
    const namespace = 'named-package';
    onResolve({ filter: new RegExp(`^(${NAMED.join('|')})$`) }, ({ path, kind }) =>
      kind === 'require-call' ? undefined : { path, namespace },
    );
    onLoad({ filter: /^/, namespace }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => !['default', 'module.exports'].includes(name));
      const contents = [
        `const library = require('${path}');`,
        `export const { ${names.join(', ')} } = library;`,
        'export default library;',
      ].join('\n');
      return { contents, resolveDir: root };
    });
    // A `require` of its own, which esbuild does not follow, would load them a second time.
    onLoad({ filter: /@nestjs.mapped-types.dist.type-helpers\.utils\.js$/ }, async ({ path }) => {
      const [before, after] = (await readFile(path, 'utf8')).split('const require = createRequire(import.meta.url);');
      if (after === undefined) return { errors: [{ text: `${path} requires otherwise than it did` }] };
      return { contents: before + after };
    });
  },
};

/**
 * Names of our classes are names of collections and schemas. A class whose name another module has, too, gets a number from
 * esbuild: it is told its name. (With `keepNames`, each closure that serves one message would be told its name as well.)
 */
const CLASS = /^(?:export )?(?:class (\w+)|let (\w+) = class \w+)\b[^{]*\{$/gm;

const namedClasses = {
  name: 'named-classes',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]dist[\\/](src|libs)[\\/].+\.js$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8');
      // At the beginning of the class, because decorators ask for the name; in the same line for the source map.
      const contents = code.replace(
        CLASS,
        (head, declared, name = declared) =>
          `${head}static { Object.defineProperty(this, 'name', { value: '${name}' }); }`,
      );
      return contents === code ? undefined : { contents, resolveDir: dirname(path) };
    });
  },
};

/** A package that is loaded by `import()` and bundled all the same would be without names when it runs. */
const importedPackages = {
  name: 'imported-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./#]/ }, ({ path, kind, importer }) => {
      const isListed = isBuiltin(path) || EXTERNAL.some((name) => path === name || path.startsWith(`${name}/`));
      if (kind !== 'dynamic-import' || isListed) return undefined;
      return { errors: [{ text: `${importer} loads ${path} by import(): list it as external` }] };
    });
  },
};

rmSync(join(root, OUTPUT), { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: [
    ...PROGRAMS.map((program) => ({ in: `dist/${program}.js`, out: program })),
    // For programs of the tests.
    { in: 'dist/src/server/start/serve.js', out: 'src/server/start/serve' },
  ],
  outdir: OUTPUT,
  // Names of files and lines in TypeScript, for stack traces.
  sourcemap: 'linked',
  sourcesContent: false,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external: EXTERNAL.flatMap((name) => [name, `${name}/*`]),
  // Its CommonJS form hides what it requires.
  alias: { 'jsonc-parser': join(root, 'node_modules/jsonc-parser/lib/esm/main.js') },
  plugins: [namedPackages, importedPackages, namedClasses],
  // Some packages say falsely that importing them does nothing.
  ignoreAnnotations: true,
  // CommonJS modules among the packages call it.
  banner: {
    js: "import { createRequire as requireFor } from 'node:module';\nconst require = requireFor(import.meta.url);",
  },
  logLevel: 'warning',
  // The compiler plugin of @nestjs/swagger writes some keys twice.
  logOverride: { 'duplicate-object-key': 'silent' },
});
