import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuthenticatedRequest } from '../auth/environment-ref.js';
import { AsyncContext } from '../platform/async-context.js';
import { isObject } from '../platform/values/is-object.js';
import { isSecretName } from './redaction.js';

/** A read that this process makes for an entry, in the name of the caller whose change is recorded. */
interface OwnRead {
  readonly caller: AuthenticatedRequest['caller'];
  readonly environment: AuthenticatedRequest['environment'];
  /** One request is made in it. */
  taken: boolean;
}

const running = new AsyncContext<OwnRead>();

/** Whether the present request is such a read, which leaves no entry of its own. */
export function isOwnRead(): boolean {
  return running.current !== undefined;
}

/**
 * Admits reads for entries as those of the caller, who may be allowed to write and not to read. They do not come from
 * outside: nothing that is sent to the service can pass for one.
 */
export function admitOwnReads(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request: AuthenticatedRequest, _reply, done) => {
    const read = running.current;
    if (read && !read.taken && request.method === 'GET') {
      read.taken = true;
      request.caller = read.caller;
      request.environment = read.environment;
    }
    done();
  });
}

/** Names by which representations call the things they are of. */
const NAMES = ['_id', 'id', 'identifier', 'slug', 'key'];

/**
 * What the thing that a request changes looks like to its caller. It is read by the GET operation of the same path or,
 * where there is none, in the list above it. Undefined when there is neither, or no such thing.
 */
export async function readThing(fastify: FastifyInstance, request: AuthenticatedRequest): Promise<unknown> {
  const pattern = request.routeOptions.url ?? '';
  const path = request.url.split('?', 1)[0]!;
  if (fastify.hasRoute({ method: 'GET', url: pattern })) return read(fastify, request, path);
  const last = /\/:(\w+)$/.exec(pattern);
  if (!last || !fastify.hasRoute({ method: 'GET', url: pattern.slice(0, last.index) })) return undefined;
  const list = await read(fastify, request, path.replace(/\/[^/]+\/?$/, ''));
  const name = (request.params as Record<string, string>)[last[1]!];
  return Array.isArray(list) ? list.find((item) => isObject(item) && namesOf(item).includes(name!)) : undefined;
}

async function read(fastify: FastifyInstance, request: AuthenticatedRequest, url: string): Promise<unknown> {
  const own: OwnRead = { caller: request.caller, environment: request.environment, taken: false };
  // The request begins when its response is awaited, which must be in the context.
  const response = await running.run(own, async () => await fastify.inject({ method: 'GET', url }));
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  if (response.statusCode !== 200 || !isJson) return undefined;
  return withoutEnvelope(response.json());
}

function withoutEnvelope(body: unknown): unknown {
  if (!isObject(body)) return body;
  const isEnvelope = Array.isArray(body['data']) || ('data' in body && Object.keys(body).length === 1);
  return isEnvelope ? body['data'] : body;
}

/** All names of a thing in its representation. `parameter`: the name of the path parameter for things like it. */
export function namesOf(representation: unknown, parameter?: string, resource = ''): string[] {
  if (!isObject(representation)) return [];
  const names = [parameter ?? '', `${resource.replace(/s$/, '')}Id`, ...NAMES].filter(
    (name) => !isSecretName(name, resource),
  );
  return names.map((name) => representation[name]).filter((name): name is string => typeof name === 'string');
}

/** What people call a thing: its name, the address of a webhook, or the email address of a member. */
export function titleOf(representation: unknown, resource: string): string | undefined {
  if (!isObject(representation)) return undefined;
  const fields = ['name', 'title', 'key', 'url', 'email'].filter((field) => !isSecretName(field, resource));
  const titles = fields.map((field) => representation[field]);
  return titles.find((title): title is string => typeof title === 'string' && title.trim() !== '');
}

/** The values of the path parameters of a request, from left to right. */
export function pathNames({ params, routeOptions }: FastifyRequest): { name: string; value: string }[] {
  const given = params as Record<string, string>;
  const names = [...(routeOptions.url ?? '').matchAll(/:(\w+)/g)].map(([, name]) => name!);
  return names.flatMap((name) => (given[name] === undefined ? [] : [{ name, value: given[name] }]));
}
