import type { EnvironmentName } from './client';
import { addressOf, type Read } from './read';

/** Returns a request as a command for a shell. The key of the environment is left to the reader. */
export function curlOf(request: Read<unknown>, origin: string, { identifier }: EnvironmentName): string {
  const lines = [
    `curl ${quoted(origin + addressOf(request))}`,
    '-H "Authorization: ApiKey $CARILLON_API_KEY"',
    `-H ${quoted(`Carillon-Environment: ${identifier}`)}`,
  ];
  return lines.join(' \\\n  ');
}

/** A text as one word of a shell, whatever is in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
