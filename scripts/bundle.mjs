/**
 * Puts each program of the build into a few files: reading and compiling some 3,000 modules one by one is most of what a
 * start takes. Run after the compiler. A program takes the place of its compiled entry file, with its parts in
 * dist/chunks; the compiled modules stay, because tests and scripts import them. Scripts of pages become one file each.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');

const PROGRAMS = ['src/cli/main', 'src/main', 'src/server/computation-process', 'src/server/embedded/child'];

/** Loaded as the packages they are. */
const EXTERNAL = [
  // They are loaded by `import()`, which finds no names in a bundled CommonJS module.
  '@fastify/static',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-base',
  '@scalar/fastify-api-reference',
  'file-type',
  'nodemailer',
  'undici',
  'web-push',
  // They have native code, or read files that lie beside them.
  'lmdb',
  '@electric-sql/pglite',
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
 * CommonJS packages of hundreds of files that every start needs. To modules they have the names that Node finds in them:
 * of a namespace that esbuild makes, mongoose takes itself for another copy, and one that is loaded by `import()` has none.
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
  plugins: [namedPackages, importedPackages],
  write: false,
  // Names of classes are names of collections and schemas, and @nestjs/swagger knows its lazy types by their name.
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

/** With `keepNames`, making a function calls `__name` each time, even for a closure that serves one message. */
for (const { path, text } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, withoutNeedlessNames(text));
}

/** Without the calls of `__name` for functions that have the name by where they stand, and for arrow functions. */
function withoutNeedlessNames(text) {
  const source = ts.createSourceFile('', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const kept = [];
  let end = 0;
  const cut = (from, to) => {
    kept.push(text.slice(end, from));
    end = to;
  };
  const visit = (node) => {
    if (!ts.isCallExpression(node) || node.expression.text !== '__name') return ts.forEachChild(node, visit);
    const [named, name] = node.arguments;
    const isDeclaration = ts.isIdentifier(named) && named.text === name.text && ts.isExpressionStatement(node.parent);
    if (isDeclaration) return cut(node.parent.getStart(), node.parent.end);
    // An arrow function is no constructor, and its name is read in stack traces alone.
    const isNeedless = ts.isArrowFunction(named) || ownName(named, node) === name.text;
    // The parentheses stay: an arrow function needs them in many places.
    if (isNeedless) cut(node.getStart(), node.expression.end);
    ts.forEachChild(named, visit);
    if (isNeedless) cut(named.end, node.end - 1);
    return undefined;
  };
  visit(source);
  return `${kept.join('')}${text.slice(end)}`;
}

/** The name that a function has by itself or, if it is anonymous, by where the language finds it. */
function ownName(named, { parent }) {
  if (ts.isFunctionExpression(named) && named.name) return named.name.text;
  if (!ts.isFunctionExpression(named)) return undefined;
  const isNaming =
    ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent);
  return isNaming ? parent.name.text : undefined;
}
