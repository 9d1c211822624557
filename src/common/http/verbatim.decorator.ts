import 'reflect-metadata';
import { Transform } from 'class-transformer';
import { isObject } from '../values/is-object.js';

const VERBATIM = Symbol('carillon:verbatim');

/**
 * The property holds a caller's own values and is taken as it was sent. Without this, class-transformer would copy it
 * member by member, which costs time in a large payload and breaks on members such as `constructor`. Works on the
 * properties of a request's own DTO, not inside of nested ones.
 */
export function Verbatim(): PropertyDecorator {
  return (prototype, property) => {
    const properties = verbatimProperties(prototype);
    Reflect.defineMetadata(VERBATIM, [...properties, property], prototype);
    Transform(({ obj, key }) => (obj as Aside)[VERBATIM]?.[key] ?? (obj as Record<string, unknown>)[key])(
      prototype,
      property,
    );
  };
}

type Aside = { [VERBATIM]?: Record<string, unknown> };

/** The request with its verbatim properties laid aside, for class-transformer; {@link Verbatim} puts them back. */
export function layVerbatimAside(request: unknown, dto: { prototype: object } | undefined): unknown {
  const properties = dto ? verbatimProperties(dto.prototype) : [];
  if (properties.length === 0 || !isObject(request)) return request;
  const rest: Record<string, unknown> & Aside = { ...request };
  const aside: Record<string, unknown> = {};
  for (const property of properties) {
    if (typeof property !== 'string' || typeof rest[property] !== 'object' || rest[property] === null) continue;
    aside[property] = rest[property];
    rest[property] = true;
  }
  rest[VERBATIM] = aside;
  return rest;
}

function verbatimProperties(prototype: object): (string | symbol)[] {
  return (Reflect.getMetadata(VERBATIM, prototype) as (string | symbol)[] | undefined) ?? [];
}
