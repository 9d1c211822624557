import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Key } from '../ids.js';

const KEY_BYTES = 32;

/** Derives a separate key for each purpose from `SECRET_KEY`: a leaked key is of no use for other purposes. */
export class KeyRing {
  constructor(
    private readonly secretKey: string,
    private readonly previousKey?: string,
  ) {}

  /** The 256-bit key for a purpose, the same for every call. A purpose includes a version: `carillon/sessions/v1`. */
  derive(purpose: string): Uint8Array {
    return deriveFrom(this.secretKey, purpose);
  }

  /** The currently valid keys for a purpose: the current one, then that of `SECRET_KEY_PREVIOUS`. */
  deriveAll(purpose: string): Uint8Array[] {
    const keys = [this.secretKey, ...(this.previousKey === undefined ? [] : [this.previousKey])];
    return keys.map((key) => deriveFrom(key, purpose));
  }
}

function deriveFrom(secretKey: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secretKey, '', purpose, KEY_BYTES));
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A stored secret cannot be decrypted: it was encrypted with another `SECRET_KEY`, or it is damaged. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
}

/**
 * Encrypts secrets at rest with AES-256-GCM under a key derived from `SECRET_KEY`. A sealed value begins with the id of
 * its key, so that keys can be rotated, and is bound to its record: copied to another record it cannot be opened. Values
 * sealed with the previous key can be opened too, if that key is given; new values are always sealed with the current one.
 */
export class SecretBox {
  /** Short public id of the key; stored with each value. */
  readonly keyId: string;
  /** The id of the previous key, if there is one. */
  readonly previousKeyId?: string;
  private readonly keys = new Map<string, Buffer>();

  constructor(secretKey: string, previousKey?: string) {
    this.keyId = this.add(secretKey);
    if (previousKey !== undefined && previousKey !== secretKey) this.previousKeyId = this.add(previousKey);
  }

  /** Whether values sealed with the key of this id can be opened. */
  knows(keyId: string): boolean {
    return this.keys.has(keyId);
  }

  /** `recordId` is the id of the document the value is stored in. */
  seal(plain: string, recordId: Key): string {
    return this.sealWith(randomBytes(IV_BYTES), plain, recordId);
  }

  /**
   * As {@link seal}, but always the same for a text: for what goes into messages, which an attempt must not change. The nonce
   * follows from the text, so that two texts never share one.
   */
  sealSame(plain: string, recordId: Key): string {
    const nonce = createHmac('sha256', this.keys.get(this.keyId)!).update(`${recordId}\0${plain}`).digest();
    return this.sealWith(nonce.subarray(0, IV_BYTES), plain, recordId);
  }

  private sealWith(iv: Buffer, plain: string, recordId: Key): string {
    const cipher = createCipheriv('aes-256-gcm', this.keys.get(this.keyId)!, iv).setAAD(Buffer.from(String(recordId)));
    const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${this.keyId}:${sealed.toString('base64')}`;
  }

  /** Throws {@link SecretBoxError} when the value was sealed with an unknown key, or for another record. */
  open(sealed: string, recordId: Key): string {
    const [keyId = '', encoded] = sealed.split(':', 2);
    const key = this.keys.get(keyId);
    if (key === undefined || encoded === undefined) {
      throw new SecretBoxError('A stored secret was encrypted with another SECRET_KEY');
    }
    const bytes = Buffer.from(encoded, 'base64');
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(String(recordId)))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      throw new SecretBoxError('A stored secret is damaged or belongs to another record');
    }
  }

  private add(secretKey: string): string {
    const key = Buffer.from(new KeyRing(secretKey).derive('carillon/secrets/v1'));
    const keyId = createHash('sha256').update(key).digest('hex').slice(0, 8);
    this.keys.set(keyId, key);
    return keyId;
  }
}
