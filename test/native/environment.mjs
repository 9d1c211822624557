// Decorators look for it before anything of Nest's has been loaded.
import 'reflect-metadata';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

/** Of these the sandbox has copies, which `instanceof` outside of it does not know; `JSON` makes objects and errors. */
const SHARED = {
  Boolean,
  Date,
  Error,
  JSON,
  Map,
  Number,
  RangeError,
  Reflect,
  Set,
  String,
  SyntaxError,
  TypeError,
};

/**
 * What has been used since the last test file. Jest makes one for each file and never disables it, and up to Node 22
 * every promise of the process is handed from one to the next: after 300 files that is most of the time of a test.
 */
const used = new Set();
for (const name of ['run', 'enterWith']) {
  const original = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function (...args) {
    used.add(this);
    return original.apply(this, args);
  };
}

/**
 * Node as a test sees it, with one addition: `nativeRequire` loads a module outside of Jest's sandbox, where it is
 * loaded once for all test files. native-module.cjs says what for.
 */
export default class NativeEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    Object.assign(this.global, SHARED, { nativeRequire: createRequire(import.meta.url) });
  }

  async teardown() {
    await super.teardown();
    for (const storage of used) storage.disable();
    used.clear();
  }
}
