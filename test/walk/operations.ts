import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/internal';
import { DiscoveryService, MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import { PUBLIC } from '../../src/auth/access.guard.js';
import { ORGANIZATION_WIDE, type Requirement } from '../../src/auth/permissions.js';
import { FOR_SUBSCRIBERS } from '../../src/inbox/widget/sessions/session.guard.js';
import type { ApiRequest } from '../api-client.js';

/** One route of the running application. */
export interface Operation {
  /** Method and path, as tables name it: `GET /v2/subscribers/:subscriberId`. */
  name: string;
  method: ApiRequest['method'];
  path: string;
  /** Names of the path parameters, from left to right. */
  parameters: string[];
  takesBody: boolean;
  /** Needs neither an API key nor the token of a session. */
  isPublic: boolean;
  /** Needs the token of a session instead of an API key. */
  isForSubscribers: boolean;
  /** Needs a person who has signed in: no key has the permission. */
  isForPeople: boolean;
}

type Handler = (...parameters: unknown[]) => unknown;

/**
 * Every route that the application's controllers serve, whether the OpenAPI document shows it or not: read where Nest
 * reads it to mount them.
 */
export function operationsOf(app: NestFastifyApplication): Operation[] {
  const reflector = app.get(Reflector);
  return new DiscoveryService(app.get(ModulesContainer)).getControllers().flatMap(({ metatype }) => {
    if (typeof metatype !== 'function') return [];
    const prototype = metatype.prototype as Record<string, Handler>;
    return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name];
      const method: unknown = handler && Reflect.getMetadata(METHOD_METADATA, handler);
      if (!handler || typeof method !== 'number') return [];
      const marked = (mark: string) =>
        reflector.getAllAndOverride<boolean | undefined>(mark, [handler, metatype]) === true;
      const isForSubscribers = marked(FOR_SUBSCRIBERS);
      const isPublic = marked(PUBLIC) && !isForSubscribers;
      const facts = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, handler) as
        | { requirement?: Requirement }
        | undefined;
      const isForPeople = ORGANIZATION_WIDE.some((requirement) => requirement === facts?.requirement);
      const takesBody = Object.keys(
        (Reflect.getMetadata(ROUTE_ARGS_METADATA, metatype, name) as object | undefined) ?? {},
      ).some((parameter) => parameter.startsWith(`${RouteParamtypes.BODY}:`));
      return pathsOf(metatype).flatMap((base) =>
        pathsOf(handler).map((rest) =>
          operation(RequestMethod[method]!, join(base, rest), { takesBody, isPublic, isForSubscribers, isForPeople }),
        ),
      );
    });
  });
}

function operation(
  method: string,
  path: string,
  marks: Pick<Operation, 'takesBody' | 'isPublic' | 'isForSubscribers' | 'isForPeople'>,
): Operation {
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter!);
  return { name: `${method} ${path}`, method: method as ApiRequest['method'], path, parameters, ...marks };
}

function pathsOf(target: object): string[] {
  return [(Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined) ?? ''].flat();
}

function join(...parts: string[]): string {
  return `/${parts.flatMap((part) => part.split('/').filter((name) => name !== '')).join('/')}`;
}
