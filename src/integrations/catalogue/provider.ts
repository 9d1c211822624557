import type { CredentialKey } from '#libs/providers/kit/account/credential-keys.js';

/** What a provider wants to know of its account. Keys beyond these are kept, too: providers add some. */
interface ProviderKeys {
  /** Without these an account cannot send. */
  needed?: readonly CredentialKey[];
  optional?: readonly CredentialKey[];
}

/** A service that can be integrated. */
export interface Provider {
  /** Name for people, and of an integration that is given none. */
  name: string;
  /** Absent: not known; any key may be given and none is needed. */
  keys?: ProviderKeys;
}

/** The providers of one channel by id. */
export type ProviderTable = Readonly<Record<string, Provider>>;
