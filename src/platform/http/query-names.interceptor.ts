import {
  type CallHandler,
  type CustomDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  type Type,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/internal';
import { Reflector } from '@nestjs/core';
import { getMetadataStorage } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { ValidationException } from '../errors/validation.exception.js';
import { didYouMean } from '../values/nearest.js';

const ANY_QUERY = 'carillon:any-query';

/** Names in a query that the answer tells about. */
const MAX_TOLD = 20;

/** Others add to the query of this route what they need themselves: pages that people open, providers, probes. */
export function AnyQuery(): CustomDecorator {
  return SetMetadata(ANY_QUERY, true);
}

/**
 * Refuses a query with a name that the operation does not know: who writes `subscriberID` for `subscriberIds` would
 * otherwise be answered with everybody's. The names are those of the class that the handler takes as its query.
 */
@Injectable()
export class QueryNamesInterceptor implements NestInterceptor {
  private readonly known = new WeakMap<object, ReadonlySet<string>>();

  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const sent = Object.keys(context.switchToHttp().getRequest<FastifyRequest>().query ?? {});
    if (sent.length > 0 && !this.takesAny(context)) {
      const known = this.namesOf(context);
      const unknown = sent.filter((name) => !known.has(name));
      if (unknown.length > 0) throw refusal(unknown.slice(0, MAX_TOLD), [...known]);
    }
    return next.handle();
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

/** The names that a handler of a controller takes in its query. */
export function queryNames(controller: Type, handler: string): ReadonlySet<string> {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) as Record<string, { index: number }>;
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, handler) as Type[];
  return new Set(
    Object.entries(parameters ?? {})
      .filter(([kind]) => kind.startsWith(`${RouteParamtypes.QUERY}:`))
      .flatMap(([, { index }]) => rulesOf(types[index]!))
      .toSorted(),
  );
}

function rulesOf(query: Type): string[] {
  return getMetadataStorage()
    .getTargetValidationMetadatas(query, '', false, false)
    .map(({ propertyName }) => propertyName);
}

function refusal(unknown: string[], known: string[]): ValidationException {
  const taken =
    known.length === 0 ? 'This operation takes no query parameters.' : `This operation takes ${known.join(', ')}.`;
  // Not an object that is filled: a name may be __proto__.
  return new ValidationException(
    Object.fromEntries(
      unknown.map((name) => [
        name,
        { messages: [`'${name.slice(0, 100)}' is not a query parameter here.${didYouMean(name, known)} ${taken}`] },
      ]),
    ),
  );
}
