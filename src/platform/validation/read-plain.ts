import { type ClassTransformOptions, plainToInstance } from 'class-transformer';

/** Says of every property that it is of a plain object, whatever its class and its name. */
class EveryProperty extends Array<never> {
  override filter(): never[] {
    return [{ properties: new Proxy({}, { get: () => Object }) } as never];
  }
}

/**
 * How class-transformer reads what was sent. Where it is told no type it takes an object's `constructor` for its class,
 * which in a request is a key like any other, and fails; this tells it one.
 */
export const READING: ClassTransformOptions = { targetMaps: new EveryProperty() };

/** A plain object as an instance of its DTO. */
export function readPlain<Dto extends object>(type: new () => Dto, value: object): Dto {
  return plainToInstance(type, value, READING);
}
