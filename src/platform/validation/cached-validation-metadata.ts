import { getMetadataStorage } from 'class-validator';

type Storage = ReturnType<typeof getMetadataStorage>;
type Rules = ReturnType<Storage['getTargetValidationMetadatas']>;

/**
 * Lets class-validator find the rules of a class once. By itself it looks through the classes of the whole application
 * for every object that it checks. To be called when the classes are loaded: rules that a class is given later are not
 * seen.
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
