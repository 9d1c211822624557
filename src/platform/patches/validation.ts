import type { ClassTransformOptions } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';

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

type Storage = ReturnType<typeof getMetadataStorage>;
type Rules = ReturnType<Storage['getTargetValidationMetadatas']>;

/**
 * Makes class-validator look up the rules of a class only once. By default it searches the classes of the whole
 * application for every object that it validates. To be called when the classes are loaded: rules added to a class later
 * are ignored.
 */
export function cacheValidationMetadata(): void {
  const storage = getMetadataStorage();
  if (Object.hasOwn(storage, 'getTargetValidationMetadatas')) return;
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const known = new WeakMap<object, Rules>();
  storage.getTargetValidationMetadatas = (target, schema, always, strictGroups, groups) => {
    if (schema || always || strictGroups || groups) return find(target, schema, always, strictGroups, groups);
    const rules = known.get(target) ?? find(target, schema, always, strictGroups, groups);
    known.set(target, rules);
    return rules;
  };
}
