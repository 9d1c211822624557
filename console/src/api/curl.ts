import type { EnvironmentName } from './client';
import { addressOf, type Read } from './read';

/** A request that changes something, for {@link curlOf}. */
export interface Write {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  params?: Read<unknown>['params'];
  body: unknown;
}

/** What belongs to people and the organization: only the token of a session may use it, not a key of an environment. */
const OF_PEOPLE = /^\/v1\/(members|invitations|sessions?)(\/|$)/;

/** Whether a request needs the token of somebody's session, and belongs to no environment. */
export function isOfPeople({ path }: { path: string }): boolean {
  return OF_PEOPLE.test(path);
}

/** Returns a request as a command for a shell. The key of the environment, or the token, is left to the reader. */
export function curlOf(request: Read<unknown> | Write, origin: string, { identifier }: EnvironmentName): string {
  const { path, params = {} } = request;
  const lines = [
    `curl ${quoted(origin + addressOf({ path, params }))}`,
    ...(isOfPeople(request)
      ? ['-H "Authorization: Bearer $CARILLON_SESSION"']
      : ['-H "Authorization: ApiKey $CARILLON_API_KEY"', `-H ${quoted(`Carillon-Environment: ${identifier}`)}`]),
  ];
  if ('method' in request) {
    // With data, curl sends POST without being told.
    if (request.method !== 'POST') lines.splice(1, 0, `-X ${request.method}`);
    lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(request.body, null, 2))}`);
  }
  return lines.join(' \\\n  ');
}

/** A text as one word of a shell, whatever is in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
