import { queryOptions } from '@tanstack/react-query';
import type { Write } from '../../api/curl';
import { api, responseOf, type Environment, type Schemas } from '../../api/client';
import { read } from '../../api/read';
import { textOf } from '../../search-text';

export type Comparison = Schemas['EnvironmentDiffDto'];
export type ResourceDiff = Schemas['ResourceDiffDto'];

/** What the address of a comparison says. */
export interface ComparisonSearch {
  /** Identifiers of the environments. */
  from?: string;
  to?: string;
  /** The resources to publish, as `workflow:welcome,layout:default`. Default: all that the source has. */
  pick?: string;
  /** The resource whose differences are shown, in the same form. */
  open?: string;
}

/** The part of the address that belongs to a comparison. */
export function comparisonSearchOf(given: Record<string, unknown>): ComparisonSearch {
  return { from: textOf(given.from), to: textOf(given.to), pick: textOf(given.pick), open: textOf(given.open) };
}

/** All environments of the organization. */
export const environmentList = read('/v1/environments', {});

/** The environments that are compared: those of the address, else the one that is shown with Production or with another. */
export function pairOf(
  { from, to }: ComparisonSearch,
  shown: Environment,
  environments: readonly Environment[],
): { source?: Environment; target?: Environment } {
  const named = (name: string | undefined) => environments.find(({ identifier }) => identifier === name);
  const target = named(to) ?? environments.find(({ type, id }) => type === 'prod' && id !== named(from)?.id);
  const isOther = ({ id }: Environment) => id !== target?.id;
  const source = named(from) ?? (isOther(shown) ? shown : environments.find(isOther));
  return { source, target: target ?? environments.find(({ id }) => id !== source?.id) };
}

/** {@link comparison}, as curl. */
export function comparisonRequest(source: Environment, target: Environment): Write {
  return {
    method: 'POST',
    path: '/v2/environments/{targetEnvironmentId}/diff',
    params: { path: { targetEnvironmentId: target.id } },
    body: { sourceEnvironmentId: source.id },
  };
}

/** What publishing from one environment to another would change. */
export function comparison(source: Environment, target: Environment) {
  return queryOptions({
    queryKey: [target.id, 'environments', 'diff', source.id],
    queryFn: async ({ signal }): Promise<Comparison> => {
      const path = { targetEnvironmentId: target.id };
      const body = { sourceEnvironmentId: source.id };
      const request = api(target).POST('/v2/environments/{targetEnvironmentId}/diff', {
        params: { path },
        body,
        signal,
      });
      return (await responseOf(request)).data;
    },
  });
}
