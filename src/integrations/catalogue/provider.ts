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
  /** Where the service describes its API. */
  documentation?: string;
  /** Why nothing can be sent with it, as the end of a sentence; such a provider cannot be integrated. */
  cannotSend?: string;
}

/** Why nothing is sent with a service of Novu: it is reached from there alone. */
export const HOSTED_ELSEWHERE = "it is a part of Novu's cloud, which other servers do not reach";

/** The providers of one channel by id. */
export type ProviderTable = Readonly<Record<string, Provider>>;
