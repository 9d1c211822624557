import { hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/** Keys for one purpose each, all derived from `SECRET_KEY`: what one of them gives away is of no use for the others. */
export class KeyRing {
  constructor(private readonly secretKey: string) {}

  /** The 256-bit key for a purpose, the same at every call. A purpose names its version: `carillon/sessions/v1`. */
  derive(purpose: string): Uint8Array {
    return new Uint8Array(hkdfSync('sha256', this.secretKey, '', purpose, KEY_BYTES));
  }
}
