import type { Schemas } from '../../api/client';
import { read } from '../../api/read';
import { textOf } from '../../search-text';

export type Variable = Schemas['EnvironmentVariableDto'];

/** What the address of the list says. */
export interface VariableSearch {
  key?: string;
}

/** The part of the address that belongs to the list. */
export function variableSearchOf({ key }: Record<string, unknown>): VariableSearch {
  return { key: textOf(key) };
}

/** The resource in paths of the API. */
export const RESOURCE = 'environment-variables';

/** All variables of the organization, or those whose key contains a text. */
export function variableList({ key }: VariableSearch) {
  return read('/v1/environment-variables', { query: { search: key } });
}

/** One variable, with its values by environment. */
export function variable(variableKey: string) {
  return read('/v1/environment-variables/{variableKey}', { path: { variableKey } });
}

/** The workflows that use a variable. */
export function variableUsage(variableKey: string) {
  return read('/v1/environment-variables/{variableKey}/usage', { path: { variableKey } });
}

/** The value in an environment, if there is one that may be seen. */
export function valueIn({ values }: Variable, environmentId: string): string | undefined {
  return values.find(({ _environmentId }) => _environmentId === environmentId)?.value;
}
