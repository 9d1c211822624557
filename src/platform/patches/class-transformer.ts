import type { ClassTransformOptions } from 'class-transformer';

/** Declares every property, whatever its class and its name, to be a plain object. */
class EveryProperty extends Array<never> {
  private static readonly DECLARED = [{ properties: new Proxy({}, { get: () => Object }) } as never];

  override filter(): never[] {
    return EveryProperty.DECLARED;
  }
}

/**
 * Options of class-transformer for data of a request. Without a declared type it uses the `constructor` member of an object
 * as its class and fails, because in a request that is a key like any other; so every property is declared.
 */
export const READING: ClassTransformOptions = { targetMaps: new EveryProperty() };
