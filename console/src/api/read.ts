import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { PathsWithMethod, SuccessResponseJSON } from 'openapi-typescript-helpers';
import type { paths } from '../../generated/api';
import { api, responseOf, type EnvironmentName } from './client';

type ReadPath = PathsWithMethod<paths, 'get'>;
type Operation<Path extends ReadPath> = paths[Path]['get'];
type ParametersOf<Path extends ReadPath> =
  Operation<Path> extends { parameters: infer Given } ? Pick<Given, Extract<keyof Given, 'path' | 'query'>> : never;

/** The body of the response of a path. */
export type BodyOf<Path extends ReadPath> = SuccessResponseJSON<Operation<Path> & Record<string | number, unknown>>;

/** A GET request: what a query sends, the key it is kept under, and what is shown as curl. */
export interface Read<Body> {
  path: string;
  params: { path?: Record<string, unknown>; query?: Record<string, unknown> };
  /** Never there: the type of the response. */
  body?: Body;
}

/** Describes a GET request: `read('/v2/subscribers/{subscriberId}', { path: { subscriberId } })`. */
export function read<Path extends ReadPath>(path: Path, params: ParametersOf<Path>): Read<BodyOf<Path>> {
  return { path, params };
}

/** The options for `useQuery` and `ensureQueryData` of a request, for an environment where the path needs one. */
export function query<Body>({ path, params }: Read<Body>, environment?: EnvironmentName) {
  return queryOptions({
    queryKey: [...keyOf(resourceOf(path), environment), path, params] as QueryKey,
    queryFn: ({ signal }) =>
      responseOf<Body>(
        api(environment).GET(path as never, { params, signal } as never) as never as Promise<Result<Body>>,
      ),
  });
}

interface Result<Body> {
  data?: Body;
  error?: unknown;
  response: Response;
}

/** Whatever was read of a resource, such as `subscribers`, is read again where it is shown. */
export function refresh(client: QueryClient, resource: string, environment?: EnvironmentName): Promise<void> {
  return client.invalidateQueries({ queryKey: keyOf(resource, environment) });
}

function keyOf(resource: string, environment: EnvironmentName | undefined): string[] {
  return [environment?.id ?? 'organization', resource];
}

/** `/v2/subscribers/{subscriberId}` is about `subscribers`. */
export function resourceOf(path: string): string {
  return path.split('/')[2] ?? path;
}

/** The path of a request with its parameters and its query. */
export function addressOf({ path, params }: Read<unknown>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params.path?.[name])));
  const given = Object.entries(params.query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])));
  return given.length > 0 ? `${filled}?${query}` : filled;
}
