import { parse } from 'node:querystring';
import { type CanActivate, type CustomDecorator, type ExecutionContext, SetMetadata, type Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { getMetadataStorage } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { ValidationException } from '../errors/validation.exception.js';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '../patches/nestjs.js';
import { didYouMean } from '../values/nearest.js';

type Values = Record<string, unknown>;

const IN_LIST = /^([^[\]]+)\[\]$/;
const IN_GROUP = /^([^[\]]+)\[(\d{1,2})\]\[\]$/;

/**
 * Parses a query with lists: a repeated name (`tags=a&tags=b`), `tags[]=a&tags[]=b`, and groups
 * (`tags[0][]=a&tags[1][]=b`), which become a list of lists.
 */
export function parseQueryString(text: string): Values {
  const values: Values = parse(text);
  for (const [name, value] of Object.entries(values)) {
    const [, list] = IN_LIST.exec(name) ?? [];
    const [, groups] = IN_GROUP.exec(name) ?? [];
    const target = list ?? groups;
    if (target === undefined) continue;
    const members: unknown[] = Array.isArray(value) ? value : [value];
    const before: unknown = values[target];
    const known: unknown[] = Array.isArray(before) ? before : before === undefined ? [] : [before];
    values[target] = [...known, ...(groups === undefined ? members : [members])];
    delete values[name];
  }
  return values;
}

const ANY_QUERY = 'carillon:any-query';

/** The most unknown names that a response lists. */
const MAX_LISTED = 20;

/** Unknown query parameters are allowed on this route: pages that users open, providers and probes add their own. */
export function AnyQuery(): CustomDecorator {
  return SetMetadata(ANY_QUERY, true);
}

/**
 * Refuses a query with a name that the operation does not know: a caller that writes `subscriberID` for `subscriberIds`
 * would otherwise get the data of all subscribers. The known names are those of the handler's query class.
 */
export class QueryNames implements CanActivate {
  private readonly known = new WeakMap<object, ReadonlySet<string>>();

  constructor(private readonly reflector: Reflector) {}

  /** Throws 422 for unknown names. */
  canActivate(context: ExecutionContext): boolean {
    const sent = Object.keys(context.switchToHttp().getRequest<FastifyRequest>().query ?? {});
    if (sent.length > 0 && !this.takesAny(context)) {
      const known = this.namesOf(context);
      const unknown = sent.filter((name) => !known.has(name));
      if (unknown.length > 0) throw refusal(unknown.slice(0, MAX_LISTED), [...known]);
    }
    return true;
  }

  private takesAny(context: ExecutionContext): boolean {
    return this.reflector.getAllAndOverride<boolean>(ANY_QUERY, [context.getHandler(), context.getClass()]) ?? false;
  }

  private namesOf(context: ExecutionContext): ReadonlySet<string> {
    const handler = context.getHandler();
    const known = this.known.get(handler) ?? queryNames(context.getClass(), handler.name);
    this.known.set(handler, known);
    return known;
  }
}

/** The names of the query parameters of a handler. */
export function queryNames(controller: Type, handler: string): ReadonlySet<string> {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) as Record<string, { index: number }>;
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, handler) as Type[];
  return new Set(
    Object.entries(parameters ?? {})
      .filter(([kind]) => kind.startsWith(`${RouteParamtypes.QUERY}:`))
      .flatMap(([, { index }]) => propertiesOf(types[index]!))
      .toSorted(),
  );
}

function propertiesOf(query: Type): string[] {
  return getMetadataStorage()
    .getTargetValidationMetadatas(query, '', false, false)
    .map(({ propertyName }) => propertyName);
}

function refusal(unknown: string[], known: string[]): ValidationException {
  const taken =
    known.length === 0 ? 'This operation takes no query parameters.' : `This operation takes ${known.join(', ')}.`;
  // Built from entries, because a name may be __proto__.
  return new ValidationException(
    Object.fromEntries(
      unknown.map((name) => [
        name,
        { messages: [`'${name.slice(0, 100)}' is not a query parameter here.${didYouMean(name, known)} ${taken}`] },
      ]),
    ),
  );
}
