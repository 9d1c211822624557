import { BlockList, isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { autoOnEmbedded } from '../../config/auto-on-embedded.js';
import { Config } from '../../config/config.js';
import { isLocalAddress } from './public-address.js';

/** What a connection is for: `mail` is SMTP to the server that an integration names. */
export type Purpose = 'http' | 'mail';

/**
 * Which addresses may be called besides those of the public internet (behaviour W4): those the setting names, and for mail
 * on the embedded store, where the operator's own machine is all there is, those of this machine and its network.
 */
@Injectable()
export class HttpTargets {
  private readonly allowed: BlockList;
  private readonly allowsLocalMail: boolean;

  constructor(config: Config) {
    this.allowed = readNetworks(config.httpPrivateTargets ?? '');
    this.allowsLocalMail = autoOnEmbedded('auto', config);
  }

  /** Whether this address of this machine's networks is allowed. */
  allowsPrivate(address: string, purpose: Purpose = 'http'): boolean {
    if (purpose === 'mail' && this.allowsLocalMail && isLocalAddress(address)) return true;
    const family = isIP(address);
    return family !== 0 && this.allowed.check(address, family === 4 ? 'ipv4' : 'ipv6');
  }
}

/** Reads addresses and networks (`10.1.0.0/16`), separated by commas. Throws when one of them is none. */
export function readNetworks(text: string): BlockList {
  const networks = new BlockList();
  for (const entry of text.split(',').map((one) => one.trim())) {
    if (entry === '') continue;
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address);
    const most = family === 4 ? 32 : 128;
    const bits = prefix === undefined ? most : Number(/^\d{1,3}$/.exec(prefix)?.[0]);
    if (family === 0 || !(bits <= most)) {
      throw new Error(`HTTP_PRIVATE_TARGETS: "${entry}" is no address and no network`);
    }
    networks.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6');
  }
  return networks;
}
