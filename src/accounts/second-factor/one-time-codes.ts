import { createHash, randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';

/** Name that authenticator apps show beside the email. */
const ISSUER = 'Carillon';

/** Seconds for which a code is shown; the one before and the one after are accepted as well, since clocks differ. */
const STEP_SECONDS = 30;

const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** A new shared secret, in base32, as authenticator apps read it. */
export function newSecret(): string {
  return generateSecret();
}

/** The address that a QR code for authenticator apps contains. */
export function otpauthUri(secret: string, email: string): string {
  return generateURI({ issuer: ISSUER, label: email, secret });
}

/**
 * The time step that a code belongs to (RFC 6238, six digits, SHA-1, 30 seconds), compared in constant time. Undefined
 * when it is not the code of this moment, or of a step before or after.
 */
export function stepOf(code: string, secret: string, now: Date): number | undefined {
  const token = withoutSpaces(code);
  if (!/^[0-9]{6}$/.test(token)) return undefined;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token, epoch, epochTolerance: STEP_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

/** Ten new recovery codes of 80 bits, such as `mfrg-g2lt-mv3t-k4tb`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const bits = [...randomBytes(RECOVERY_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
    const letters = bits.match(/.{5}/g)!.map((five) => BASE32[Number.parseInt(five, 2)]);
    return letters.join('').match(/.{4}/g)!.join('-');
  });
}

/** By which a recovery code is found, however it was typed. It is long and random, so a plain hash reveals nothing. */
export function hashRecoveryCode(code: string): string {
  return createHash('sha256').update(withoutSpaces(code).replaceAll('-', '').toLowerCase()).digest('hex');
}

function withoutSpaces(code: string): string {
  return code.replaceAll(/\s/g, '');
}
