import type { FastifyRequest } from 'fastify';

/** The values of the cookies of this name that are not empty: a browser may have several, for different paths. */
export function readCookies({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string[] {
  return (headers.cookie ?? '')
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one.startsWith(`${name}=`))
    .map((one) => one.slice(name.length + 1))
    .filter((value) => value !== '');
}
