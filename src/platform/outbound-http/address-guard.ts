import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Injectable } from '@nestjs/common';
import { autoOnEmbedded, Config } from '../config/config.js';
import { isLocalAddress, isLoopbackAddress, isPublicAddress } from './public-address.js';

/**
 * Purpose of a connection: `http` is a request to an address of a user, `mail` SMTP to the server that an integration
 * names, `settings` a request to a server that the operator's settings name, `own-application` a request to an application
 * that its developer runs beside Carillon.
 */
export type Purpose = 'http' | 'mail' | 'settings' | 'own-application';

/**
 * Which addresses may be called in addition to those of the public internet (behaviour W4): those in the setting, and for
 * servers that a setting names, which only the operator chooses, those of this machine and its network. With the embedded
 * store, which runs on a single machine of the operator, also for mail those of this machine and its network, and for an
 * application of the developer those of this machine (CF10).
 */
@Injectable()
export class HttpTargets {
  private readonly allowed: BlockList;
  private readonly onEmbedded: boolean;

  constructor(config: Config) {
    this.allowed = readNetworks(config.httpPrivateTargets ?? '');
    this.onEmbedded = autoOnEmbedded('auto', config);
  }

  /** Whether a non-public address is allowed. */
  allowsPrivate(address: string, purpose: Purpose = 'http'): boolean {
    const mayBeLocal = purpose === 'settings' || (purpose === 'mail' && this.onEmbedded);
    if (mayBeLocal && isLocalAddress(address)) return true;
    if (purpose === 'own-application' && this.onEmbedded && isLoopbackAddress(address)) return true;
    const family = isIP(address);
    return family !== 0 && this.allowed.check(address, family === 4 ? 'ipv4' : 'ipv6');
  }
}

/** Parses addresses and networks (`10.1.0.0/16`), separated by commas. Throws when an entry is neither. */
export function readNetworks(text: string): BlockList {
  const networks = new BlockList();
  for (const entry of text.split(',').map((one) => one.trim())) {
    if (entry === '') continue;
    const [address = '', prefix, ...more] = entry.split('/');
    const family = isIP(address);
    const length = family === 4 ? 32 : 128;
    const bits = prefix === undefined ? length : Number(/^\d{1,3}$/.exec(prefix)?.[0]);
    if (family === 0 || more.length > 0 || !(bits <= length)) {
      throw new Error(`HTTP_PRIVATE_TARGETS: "${entry}" is neither an address nor a network`);
    }
    networks.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6');
  }
  return networks;
}

/** Looks up the addresses of a name with the operating system's resolver. Tests replace it. */
@Injectable()
export class NameResolver {
  readonly lookup: LookupFunction = lookup;
}

/** The address may not be called. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
}

/**
 * Restricts connections whose target users choose to the public internet (behaviour W4). A connection is safe when its
 * host has passed {@link assertAllowed} and its name is looked up with {@link lookupFor}: the address is checked when the
 * connection is made, so that a name cannot resolve to one address for the check and to another for the connection.
 */
@Injectable()
export class AddressGuard {
  constructor(
    private readonly targets: HttpTargets,
    private readonly names: NameResolver,
  ) {}

  /**
   * Throws {@link ForbiddenAddressError} when a host is an IP address that may not be called: such a host is connected to
   * without a look-up. IPv6 addresses may be in brackets. Names pass.
   */
  assertAllowed(host: string, purpose?: Purpose): void {
    const address = host.replace(/^\[|\]$/g, '');
    if (isIP(address) !== 0) this.assertAddress(address, purpose);
  }

  /** A look-up that fails with {@link ForbiddenAddressError} when one of the addresses of a name may not be called. */
  lookupFor(purpose?: Purpose): LookupFunction {
    return (hostname, options, callback) => {
      this.names.lookup(hostname, { ...options, all: true }, (error, found) => {
        if (error) return callback(error, '', 0);
        const addresses = typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found;
        const [first] = addresses;
        try {
          if (!first) throw new Error(`${hostname} has no address`);
          for (const { address } of addresses) this.assertAddress(address, purpose);
        } catch (refusal) {
          return callback(refusal as Error, '', 0);
        }
        if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      });
    };
  }

  private assertAddress(address: string, purpose?: Purpose): void {
    if (isPublicAddress(address) || this.targets.allowsPrivate(address, purpose)) return;
    throw new ForbiddenAddressError(`${address} is not an address of the public internet${adviceOn(address)}`);
  }
}

/** How the operator can allow a server of their own. There is no such advice for the metadata addresses of clouds. */
function adviceOn(address: string): string {
  return isLocalAddress(address)
    ? `; the operator of Carillon can allow it with the setting HTTP_PRIVATE_TARGETS=${address}`
    : '';
}
