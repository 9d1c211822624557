import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from '../../generated/api';
import { NoResponse, Problem } from './problem';

export type Schemas = components['schemas'];

/** An environment as a signed-in person sees it, or a guest, who has no role and sees no settings. */
export type Environment = Schemas['GuestEnvironmentDto'] & Partial<Schemas['OwnEnvironmentDto']>;

/** What is needed of an environment to send requests for it. */
export type EnvironmentName = Pick<Environment, 'id' | 'identifier'>;

/** The header of each request of a page of Carillon: a change with the cookie of the session needs it. */
const OWN_PAGE = { 'Carillon-Request': '1' };

const clients = new Map<string | undefined, Client<paths>>();

/**
 * The client for an environment; without one, for what belongs to the person or to the whole organization.
 *
 *     await responseOf(api(environment).POST('/v2/subscribers', { body }))
 */
export function api(environment?: EnvironmentName): Client<paths> {
  const id = environment?.id;
  let client = clients.get(id);
  if (!client) {
    const headers = id === undefined ? OWN_PAGE : { ...OWN_PAGE, 'Carillon-Environment': id };
    client = createClient<paths>({ headers, credentials: 'same-origin' });
    clients.set(id, client);
  }
  return client;
}

/** The body of a response. Throws a {@link Problem} for one that says no, and {@link NoResponse} where there is none. */
export async function responseOf<Body>(
  request: Promise<{ data?: Body; error?: unknown; response: Response }>,
): Promise<Body> {
  const { data, error, response } = await request.catch((cause: unknown) => {
    throw isAborted(cause) ? cause : new NoResponse({ cause });
  });
  if (!response.ok) throw Problem.of(response, error);
  return data as Body;
}

function isAborted(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'AbortError';
}
