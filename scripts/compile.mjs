/**
 * Compiles src and libs to dist, each file on its own by swc, and only those that have changed. Files with DTOs and
 * controllers are compiled by TypeScript, because the plugin of @nestjs/swagger describes their types. No types are
 * checked: that is `npm run check`.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { filesIn, sha256 } from './inputs.mjs';

const MANIFEST = 'dist/.build/modules.json';
/** Any change of these may change every output. */
const TOOLS = ['nest-cli.json', 'package-lock.json', 'scripts/compile.mjs', 'tsconfig.json'];
const IS_TEST = /\.(e2e-)?spec\.ts$|\/testing\/|\.d\.ts$/;
const IS_DESCRIBED = /\.(dto|entity|controller)\.ts$/;
const IMPORT = /from '((?:\.{1,2}|#libs)\/[^']+)\.js'/g;

const SWC = {
  swcrc: false,
  configFile: false,
  sourceMaps: true,
  inlineSourcesContent: false,
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
  module: { type: 'es6' },
};

/**
 * Compares the sources with those that dist was made of. Returns what to compile again, what to remove, and the manifest to
 * write afterwards.
 */
export function compileState(root) {
  const former = readManifest(root);
  const texts = new Map(
    ['src', 'libs']
      .flatMap((folder) => filesIn(root, folder))
      .filter((file) => file.endsWith('.ts') && !IS_TEST.test(file))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );
  const tools = sha256(
    TOOLS.filter((file) => existsSync(join(root, file))).map((file) => readFileSync(join(root, file))),
  );
  const files = Object.fromEntries([...texts.keys()].map((file) => [file, sha256(textsOf(file, texts))]));
  const isKept = former?.tools === tools;
  return {
    manifest: { tools, files },
    changed: Object.keys(files).filter((file) => !isKept || former.files[file] !== files[file]),
    removed: Object.keys(former?.files ?? {}).filter((file) => files[file] === undefined),
    fromNothing: !isKept,
  };
}

/** A description of a DTO also depends on the types that it imports. */
function textsOf(file, texts) {
  const text = texts.get(file);
  if (!file.endsWith('.dto.ts')) return [text];
  const imported = [...text.matchAll(IMPORT)]
    .map(([, path]) => (path.startsWith('#') ? path.slice(1) : join(dirname(file), path).replaceAll('\\', '/')))
    .filter((path) => !path.endsWith('.service'))
    .map((path) => texts.get(`${path}.ts`) ?? '');
  return [text, ...imported];
}

/** Compiles what has changed. Returns how many files that were. */
export async function compile(root) {
  const { manifest, changed, removed, fromNothing } = compileState(root);
  // Until the end no manifest says that dist is complete.
  rmSync(join(root, MANIFEST), { force: true });
  if (fromNothing)
    for (const folder of ['src', 'libs']) rmSync(join(root, 'dist', folder), { recursive: true, force: true });
  for (const file of removed) for (const output of outputsOf(file)) await rm(join(root, output), { force: true });
  const described = changed.filter((file) => IS_DESCRIBED.test(file));
  await Promise.all(changed.filter((file) => !IS_DESCRIBED.test(file)).map((file) => compileAlone(root, file)));
  if (described.length > 0) await compileDescribed(root, described);
  await mkdir(join(root, dirname(MANIFEST)), { recursive: true });
  await writeFile(join(root, MANIFEST), JSON.stringify(manifest));
  return changed.length;
}

async function compileAlone(root, file) {
  const { transform } = await import('@swc/core');
  const [output, map] = outputsOf(file);
  const { code, map: mapping } = await transform(await readFile(join(root, file), 'utf8'), {
    ...SWC,
    filename: join(root, file),
    sourceFileName: relative(dirname(output), file),
  });
  await mkdir(join(root, dirname(output)), { recursive: true });
  await writeFile(join(root, output), `${code}//# sourceMappingURL=${map.slice(map.lastIndexOf('/') + 1)}\n`);
  await writeFile(join(root, map), mapping);
}

async function compileDescribed(root, files) {
  const { default: ts } = await import('typescript');
  const { before } = createRequire(join(root, 'package.json'))('@nestjs/swagger/plugin');
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'nest-cli.json'), 'utf8'));
  const { options: description } = compilerOptions.plugins.find(({ name }) => name === '@nestjs/swagger');
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, 'tsconfig.json'),
    { noCheck: true, sourceMap: true },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
      },
    },
  );
  const program = ts.createProgram(
    files.map((file) => join(root, file)),
    config.options,
  );
  const transformers = { before: [before(description, program)] };
  for (const file of files) {
    const { emitSkipped, diagnostics } = program.emit(
      program.getSourceFile(join(root, file)),
      undefined,
      undefined,
      false,
      transformers,
    );
    if (emitSkipped)
      throw new Error(
        ts.formatDiagnostics(diagnostics, {
          getCanonicalFileName: String,
          getCurrentDirectory: () => root,
          getNewLine: () => '\n',
        }),
      );
  }
}

function outputsOf(file) {
  const output = `dist/${file.replace(/\.ts$/, '.js')}`;
  return [output, `${output}.map`];
}

function readManifest(root) {
  try {
    return JSON.parse(readFileSync(join(root, MANIFEST), 'utf8'));
  } catch {
    return undefined;
  }
}

if (process.argv[1] === import.meta.filename)
  console.log(`${await compile(join(import.meta.dirname, '..'))} files compiled`);
