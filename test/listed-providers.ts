import { createRequire } from 'node:module';
import type { ProviderTable } from '../src/integrations/catalogue.js';

/** A provider as dashboards and clients know it. */
export interface ListedProvider {
  id: string;
  credentials: readonly { key: string; required: boolean }[];
}

/** How the keys of a provider differ from the list, and why; without keys when any is accepted. */
export type Differences = Record<string, { needed?: string[]; optional?: string[]; why: string }>;

/** The list of a channel. The package's ES modules are written for bundlers. */
export function listedProviders(name: 'chatProviders' | 'pushProviders'): ListedProvider[] {
  return (createRequire(import.meta.url)('@novu/shared') as Record<typeof name, ListedProvider[]>)[name];
}

/** Tests, one for each provider of the list, that it wants the listed keys, or others for a reason. */
export function wantListedKeys(
  listed: readonly ListedProvider[],
  providers: ProviderTable,
  differences: Differences,
): void {
  it.each(listed.map((one) => [one.id, one] as const))('%s wants the keys of the list', (id, { credentials }) => {
    const keysThat = (required: boolean) =>
      new Set(credentials.filter((one) => one.required === required).map(({ key }) => key));
    const wanted = { needed: keysThat(true), optional: keysThat(false) };
    const difference = differences[id];
    const expected = difference ? { needed: setOf(difference.needed), optional: setOf(difference.optional) } : wanted;
    const keys = providers[id]?.keys;
    expect({ needed: keys && new Set(keys.needed), optional: keys && new Set(keys.optional) }).toEqual(expected);
    // A difference that is none any more is to go.
    if (difference) expect(expected).not.toEqual(wanted);
  });
}

function setOf(keys: string[] | undefined): Set<string> | undefined {
  return keys && new Set(keys);
}
