import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The browser's side of a subscription: decrypts pushed messages (RFC 8291, RFC 8188). */
export class WebPushBrowser {
  private readonly keys = createECDH('prime256v1');
  private readonly auth = randomBytes(16);
  private readonly publicKey = this.keys.generateKeys();

  /** The subscription as the page gives it to its server. */
  subscription(endpoint: string): string {
    const keys = { p256dh: this.publicKey.toString('base64url'), auth: this.auth.toString('base64url') };
    return JSON.stringify({ endpoint, expirationTime: null, keys });
  }

  /** The text of a pushed body of one record. */
  decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const theirs = body.subarray(21, 21 + keyLength);
    const record = body.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.publicKey, theirs]);
    const shared = hkdfSync('sha256', this.keys.computeSecret(theirs), this.auth, info, 32);
    const key = hkdfSync('sha256', Buffer.from(shared), salt, 'Content-Encoding: aes128gcm\0', 16);
    const nonce = hkdfSync('sha256', Buffer.from(shared), salt, 'Content-Encoding: nonce\0', 12);
    const decipher = createDecipheriv('aes-128-gcm', Buffer.from(key), Buffer.from(nonce));
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    // The last record ends with a delimiter of 2, then padding of zeros.
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}
