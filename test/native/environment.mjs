// Decorators look for it before anything of Nest's has been loaded.
import 'reflect-metadata';
import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

/** Of these the sandbox has copies, which `instanceof` outside of it does not know; `JSON` makes objects and errors. */
const SHARED = { Date, Error, JSON, Map, RangeError, Reflect, Set, SyntaxError, TypeError };

/**
 * Node as a test sees it, with one addition: `nativeRequire` loads a module outside of Jest's sandbox, where it is
 * loaded once for all test files. native-module.cjs says what for.
 */
export default class NativeEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    Object.assign(this.global, SHARED, { nativeRequire: createRequire(import.meta.url) });
  }
}
