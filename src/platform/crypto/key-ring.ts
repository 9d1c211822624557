import { hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/** Keys for one purpose each, all derived from `SECRET_KEY`: what one of them gives away is of no use for the others. */
export class KeyRing {
  constructor(
    private readonly secretKey: string,
    private readonly previousKey?: string,
  ) {}

  /** The 256-bit key for a purpose, the same at every call. A purpose names its version: `carillon/sessions/v1`. */
  derive(purpose: string): Uint8Array {
    return deriveFrom(this.secretKey, purpose);
  }

  /** The keys that are good for a purpose at this time: the present one, then that of `SECRET_KEY_PREVIOUS`. */
  deriveAll(purpose: string): Uint8Array[] {
    const keys = [this.secretKey, ...(this.previousKey === undefined ? [] : [this.previousKey])];
    return keys.map((key) => deriveFrom(key, purpose));
  }
}

function deriveFrom(secretKey: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secretKey, '', purpose, KEY_BYTES));
}
