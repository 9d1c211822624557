import type { Schemas } from '../../api/client';
import { checkJsonObject, jsonObjectOf } from '../../ui/json-object';
import type { Provider } from './reads';

export type Field = Schemas['ProviderFieldDto'];

/** What is entered for an account, by the key of the credential. */
export type CredentialValues = Record<string, string | boolean>;

/** What the form begins with. Secrets begin empty: they are never shown. */
export function credentialValues({ fields }: Provider, stored: Record<string, unknown> = {}): CredentialValues {
  return Object.fromEntries(
    fields.map(({ key, type, secret }) => {
      const value = stored[key];
      if (type === 'boolean') return [key, value === true || value === 'true'];
      if (secret || value === undefined) return [key, ''];
      return [key, typeof value === 'string' ? value : JSON.stringify(value, null, 2)];
    }),
  );
}

/** The `credentials` of a request: what differs from the beginning. Text that is to be an object was checked. */
export function changedCredentials({ fields }: Provider, values: CredentialValues, begun: CredentialValues): object {
  return Object.fromEntries(
    fields
      .filter(({ key }) => values[key] !== begun[key])
      .map(({ key, type }) => [key, type === 'object' ? (jsonObjectOf(String(values[key])) ?? '') : values[key]]),
  );
}

/**
 * What is missing or is not valid JSON, by the path of its field. Of a stored account only what was emptied is missing: one
 * that is not active may be incomplete.
 */
export function checkCredentials(
  provider: Pick<Provider, 'fields'>,
  values: CredentialValues,
  stored?: Record<string, unknown>,
): Record<string, string> {
  const shown = fieldGroups(provider, values).flatMap(([, fields]) => fields);
  return Object.fromEntries(
    shown.flatMap(({ key, type, label, required, secret }) => {
      const value = values[key] ?? '';
      const mustBeFilled = required && (!stored || (!secret && stored[key] !== undefined));
      const isMissing = mustBeFilled && value === '';
      const problem = isMissing ? `${label} is required` : type === 'object' ? checkJsonObject(String(value)) : null;
      return problem === null ? [] : [[pathOf(key), problem]];
    }),
  );
}

/** Where the form has the value of a field. */
export const pathOf = (key: string): string => `credentials.${key}`;

/** The fields that are used with these values, under their headings; those without one come first. */
export function fieldGroups({ fields }: Pick<Provider, 'fields'>, values: CredentialValues): [string, Field[]][] {
  const groups = new Map<string, Field[]>([['', []]]);
  for (const field of fields) {
    const { group = '', when } = field;
    if (when && !when.values.includes(String(values[when.key] ?? ''))) continue;
    groups.set(group, [...(groups.get(group) ?? []), field]);
  }
  return [...groups];
}
