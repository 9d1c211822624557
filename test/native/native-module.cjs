/**
 * Replaces a module by one that hands out what the same module exports outside of Jest's sandbox: of the product the
 * build in dist, of a package the package itself. So what is tested is what runs, and the application with its thousand
 * modules is loaded once per Jest process instead of once per test file, which takes several seconds each.
 */
const { createRequire } = require('node:module');
const { relative, sep } = require('node:path');

const nativeRequire = createRequire(__filename);
// Decorators look for it before anything of Nest's has been loaded.
nativeRequire('reflect-metadata');
// The same random values in every run, so that a failure is the fault of a change; others are searched every night.
nativeRequire(
  nativeRequire.resolve('fast-check/package.json').replace('package.json', 'lib/fast-check.js'),
).configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });

/** The file that Node loads for it. */
function nativeFile(path, root) {
  const file = relative(root, path).split(sep).join('/');
  return /^(src|libs)\/.*\.ts$/.test(file) ? `${root}/dist/${file.replace(/\.ts$/, '.js')}` : path;
}

module.exports = {
  process(_source, path, { config }) {
    return { code: `module.exports = nativeRequire(${JSON.stringify(nativeFile(path, config.rootDir))});` };
  },
};
