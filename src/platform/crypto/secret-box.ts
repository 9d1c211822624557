import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { KeyRing } from './key-ring.js';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encryption at rest failed: another `SECRET_KEY` than the one the value was written with, or a damaged value. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
}

/**
 * Encrypts secrets at rest with AES-256-GCM under a key derived from `SECRET_KEY`. A sealed value names the key it
 * was made with, so that keys can be rotated, and is bound to the record it belongs to: copied to another record it
 * does not open. Values under the previous key are opened too, where one is given; new ones are always sealed under
 * the present one.
 */
export class SecretBox {
  /** Short public name of the key; stored beside each value. */
  readonly keyId: string;
  /** The name of the previous key, where there is one. */
  readonly previousKeyId?: string;
  private readonly keys = new Map<string, Buffer>();

  constructor(secretKey: string, previousKey?: string) {
    this.keyId = this.add(secretKey);
    if (previousKey !== undefined && previousKey !== secretKey) this.previousKeyId = this.add(previousKey);
  }

  /** Whether values can be opened that were sealed under the key of this name. */
  knows(keyId: string): boolean {
    return this.keys.has(keyId);
  }

  /** `recordId` is the id of the document the value is stored in. */
  seal(plain: string, recordId: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.keys.get(this.keyId)!, iv).setAAD(Buffer.from(recordId));
    const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${this.keyId}:${sealed.toString('base64')}`;
  }

  /** Throws {@link SecretBoxError} when the value was sealed with a key that is not given, or for another record. */
  open(sealed: string, recordId: string): string {
    const [keyId = '', encoded] = sealed.split(':', 2);
    const key = this.keys.get(keyId);
    if (key === undefined || encoded === undefined) {
      throw new SecretBoxError('A stored secret was encrypted with another SECRET_KEY');
    }
    const bytes = Buffer.from(encoded, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(recordId))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
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
