import { isIP, type LookupFunction } from 'node:net';
import { Injectable } from '@nestjs/common';
import { HttpTargets, type Purpose } from './http-targets.js';
import { NameResolver } from './name-resolver.js';
import { isLocalAddress, isPublicAddress } from './public-address.js';

/** The address is none that may be called. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
}

/**
 * Keeps connections that others ask for on the public internet (behaviour W4). A connection is safe when its host has
 * passed {@link assertAllowed} and its names are looked up with {@link lookupFor}: the address is checked where the
 * connection is made, so that a name cannot mean one address to the check and another to the connection.
 */
@Injectable()
export class AddressGuard {
  constructor(
    private readonly targets: HttpTargets,
    private readonly names: NameResolver,
  ) {}

  /**
   * Throws {@link ForbiddenAddressError} when a host is written as an address that may not be called: such a host is
   * connected to without a look-up. IPv6 addresses may stand in brackets. Names pass.
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

/** How the operator lets a server of their own through. Nobody is advised to open what a cloud keeps its secrets under. */
function adviceOn(address: string): string {
  return isLocalAddress(address)
    ? `; the operator of Carillon can allow it with the setting HTTP_PRIVATE_TARGETS=${address}`
    : '';
}
