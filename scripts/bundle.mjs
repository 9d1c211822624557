/**
 * Puts each program of the build into a few files: reading and compiling some 3,000 modules one by one is most of what a
 * start takes. Run after the compiler. A program takes the place of its compiled entry file, with its parts in
 * dist/chunks; the compiled modules stay, because tests and scripts import them. Scripts of pages become one file each.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');

const PROGRAMS = [
  'src/main',
  'src/server/computation-process',
  'src/demo/main',
  'src/server/embedded/child',
  'src/server/accounts/main',
  'src/server/keys/main',
  'src/audit/verify/main',
  'src/pages/main',
  'src/promotion/files/main',
  'libs/embedded-mongo/cli',
];

/** Loaded as the packages they are. */
const EXTERNAL = [
  // They are loaded by `import()`, which finds no names in a bundled CommonJS module.
  '@fastify/cors',
  '@fastify/multipart',
  '@fastify/static',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-base',
  '@scalar/fastify-api-reference',
  'class-transformer',
  'class-validator',
  'file-type',
  'nodemailer',
  'undici',
  'web-push',
  // They have native code, or read files that lie beside them.
  'lmdb',
  '@electric-sql/pglite',
  // Its functions ask whether they were called on the library itself, which a bundled namespace pretends to be.
  'mongoose',
  // Its operators are loaded by `require` when they are needed, and must be of the same copy as the rest.
  'mingo',
  // Nest looks for them and does without.
  '@fastify/view',
  '@nestjs/microservices',
  '@nestjs/platform-express',
  '@nestjs/websockets',
];

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

/** The scripts of our pages, each with all that it imports. */
const PAGES = ['src/pages/inbox-frame/browser/frame'];

await build({
  absWorkingDir: root,
  entryPoints: PAGES.map((page) => ({ in: `dist/${page}.js`, out: page })),
  outdir: 'dist',
  allowOverwrite: true,
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  // Packages ask which environment they are for.
  define: { 'process.env.NODE_ENV': '"production"' },
  legalComments: 'inline',
  logLevel: 'warning',
});

const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: [
    ...PROGRAMS.map((program) => ({ in: `dist/${program}.js`, out: program })),
    // For programs of the tests, beside the modules it is made of.
    { in: 'dist/src/serve.js', out: 'chunks/serve' },
  ],
  outdir: 'dist',
  allowOverwrite: true,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external: EXTERNAL.flatMap((name) => [name, `${name}/*`]),
  // Its CommonJS form hides what it requires.
  alias: { 'jsonc-parser': join(root, 'node_modules/jsonc-parser/lib/esm/main.js') },
  plugins: [importedPackages],
  write: false,
  // Names of classes are names of collections and schemas.
  keepNames: true,
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

/**
 * esbuild names each function anew whenever it is made, which for those that live for one message or request costs more
 * than what they do. Only classes are named here.
 */
const definition = 'var __name = (target, value) => __defProp(target, "name", { value, configurable: true });';
if (!outputFiles.some(({ text }) => text.includes(definition))) {
  throw new Error('esbuild defines __name otherwise than it did: look whether functions are still named at each call');
}
for (const { path, text } of outputFiles) {
  const named = text
    .replace(definition, 'var __name = (target) => target;')
    .replaceAll(/(static \{\s+)__name\(this, ("[^"]+")\);/g, '$1Object.defineProperty(this, "name", { value: $2 });');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, named);
}
