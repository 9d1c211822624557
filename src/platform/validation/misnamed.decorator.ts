import 'reflect-metadata';
import { getMetadataStorage } from 'class-validator';
import { nearest } from '../values/nearest.js';
import { isObject } from '../values/is-object.js';

const MISNAMED = Symbol('carillon:misnamed');

/** Names under which callers tend to send the property by mistake; the refusal of a request that lacks it says so. */
export function OftenMisnamed(...names: string[]): PropertyDecorator {
  return (prototype, property) => Reflect.defineMetadata(MISNAMED, names, prototype, property);
}

/** The field of what was sent that was probably meant to be `property`, which is missing: one that its DTO does not know. */
export function misnamed(dto: object, property: string, sent: unknown): string | undefined {
  if (!isObject(sent)) return undefined;
  const known = new Set(rulesOf(dto).map(({ propertyName }) => propertyName));
  const unknown = Object.keys(sent).filter((name) => !known.has(name));
  const mistaken = (Reflect.getMetadata(MISNAMED, dto, property) as string[] | undefined) ?? [];
  return mistaken.find((name) => unknown.includes(name)) ?? nearest(property, unknown);
}

/** What `IsIn` allows of a property. */
export function allowedValues(dto: object, property: string): string[] {
  return rulesOf(dto)
    .filter(({ propertyName, name }) => propertyName === property && name === 'isIn')
    .flatMap(({ constraints }) => constraints?.[0] as unknown[])
    .filter((value) => typeof value === 'string');
}

function rulesOf(dto: object) {
  return getMetadataStorage().getTargetValidationMetadatas(dto.constructor, '', false, false);
}
