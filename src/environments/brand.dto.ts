import { IsString, IsUrl, Matches, MaxLength } from 'class-validator';
import { Optional } from '../platform/validation/decorators.js';
import { RefusesUnknown } from '../platform/validation/unknown-members.js';

/** The look of the pages on which subscribers choose what they receive. */
@RefusesUnknown()
export class BrandDto {
  /**
   * Name of the sender.
   * @example Acme
   */
  @Optional({ nullable: false })
  @IsString()
  @Matches(/^[^\p{Cc}\p{Cs}]*\S[^\p{Cc}\p{Cs}]*$/u, {
    message: '$property must not be blank or contain control characters',
  })
  @MaxLength(80)
  name?: string;

  /**
   * Colour of buttons and links. It is made darker or lighter where text could not be read.
   * @example #33aa77
   */
  @Optional({ nullable: false })
  @Matches(/^#[0-9a-f]{6}$/i, { message: '$property must be a hexadecimal colour such as #33aa77' })
  color?: string;

  /**
   * Address of the logo, https. Browsers of subscribers load it from there.
   * @example https://acme.example.com/logo.png
   */
  @Optional({ nullable: false })
  @IsUrl({ protocols: ['https'], require_protocol: true })
  @MaxLength(2048)
  logoUrl?: string;
}
