import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { Confidential, Optional } from '../../platform/validation/decorators.js';
import { IsPassword } from '../password-rules.js';
import { RefusesUnknown } from '../../platform/validation/unknown-members.js';

const MAX_CODE_LENGTH = 64;

/** The start of setting up a second factor. */
@RefusesUnknown()
export class BeginSecondFactorDto {
  /** The password of the account. */
  @IsPassword()
  password: string;
}

/** The secret to be stored in an authenticator app. */
export class SecondFactorSecretDto {
  /**
   * The secret in base32, to be typed. It is shown only now.
   * @example GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ
   */
  secret: string;

  /**
   * The same as an address, to be shown as a QR code.
   * @example otpauth://totp/Carillon:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Carillon
   */
  uri: string;
}

/** The first code that the authenticator app shows. */
@RefusesUnknown()
export class ConfirmSecondFactorDto {
  /**
   * Six digits; spaces do not matter.
   * @example "287082"
   */
  @Confidential()
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_CODE_LENGTH)
  code: string;
}

/** Codes for those who have lost their authenticator app. */
export class RecoveryCodesDto {
  /**
   * Each is accepted once in place of a code of the app. They are shown only now.
   * @example ["mfrg-g2lt-mv3t-k4tb"]
   */
  recoveryCodes: string[];
}

/** Proof of who switches the second factor off. */
@RefusesUnknown()
export class RemoveSecondFactorDto {
  /** The password of the account. */
  @IsPassword()
  password: string;

  /**
   * A code of the app, or a recovery code. Not needed for a second factor that was never confirmed.
   * @example "287082"
   */
  @Confidential()
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(MAX_CODE_LENGTH)
  code?: string;
}
