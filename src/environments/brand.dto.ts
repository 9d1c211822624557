import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsInt, IsObject, IsString, Matches, Max, MaxLength, Min, ValidateBy, ValidateNested } from 'class-validator';
import { FONT_STACK, lookOf, MAX_RADIUS } from '#libs/rendering/blocks/look.js';
import { contrast, LEAST_CONTRAST } from '#libs/rendering/contrast.js';
import { isUrl } from '#libs/url/is-url.js';
import type { Brand } from '../auth/environment.schema.js';
import { dto } from '../platform/http/dto.js';
import { Optional } from '../platform/validation/decorators.js';
import { RefusesUnknown } from '../platform/validation/unknown-members.js';

/** Pictures that Carillon keeps have an address of its own, which is http where nothing else is set up. */
const OWN_PICTURE = /^\/assets\/[0-9a-f]{40}\.[a-z]{3,4}$/;

/** A colour of six digits. */
function IsBrandColor(): PropertyDecorator {
  return applyDecorators(
    Optional({ nullable: false }),
    Matches(/^#[0-9a-f]{6}$/i, { message: '$property must be a hexadecimal colour such as #33aa77' }),
  );
}

/** A text of one line. */
function IsLine(maxLength: number): PropertyDecorator {
  return applyDecorators(
    Optional({ nullable: false }),
    IsString(),
    Matches(/^[^\p{Cc}\p{Cs}]*\S[^\p{Cc}\p{Cs}]*$/u, {
      message: '$property must not be blank or contain control characters',
    }),
    MaxLength(maxLength),
  );
}

function IsLogo(): PropertyDecorator {
  return ValidateBy({
    name: 'isLogo',
    validator: {
      validate: (value) => typeof value === 'string' && isLogo(value),
      defaultMessage: () => '$property must be an https address, or the address of a picture that was uploaded here',
    },
  });
}

function isLogo(address: string): boolean {
  if (/[\s\p{Cc}\\]/u.test(address) || !isUrl(address)) return false;
  const { protocol, hostname, pathname } = new URL(address);
  if (OWN_PICTURE.test(pathname)) return protocol === 'https:' || protocol === 'http:';
  return protocol === 'https:' && /\.[a-z\d-]{2,}$/i.test(hostname);
}

/** What stands at the end of emails. */
@RefusesUnknown()
export class BrandFooterDto {
  /**
   * Who sends, and the address, in lines.
   * @example Acme Inc.\n1 Main Street, Springfield
   */
  @Optional({ nullable: false })
  @IsString()
  @Matches(/^(?:[^\p{Cc}\p{Cs}]|\n)*$/u, { message: '$property must not contain control characters but line breaks' })
  @MaxLength(500)
  address?: string;

  /**
   * Text of the link to unsubscribe. Without it the footer has no such link.
   * @example Unsubscribe
   */
  @IsLine(80)
  unsubscribe?: string;
}

/** How emails made of blocks, and the pages for subscribers on which they choose what they receive, look. */
@RefusesUnknown()
export class BrandDto {
  /**
   * Name of the sender. The pages for subscribers show the brand only when it has one.
   * @example Acme
   */
  @IsLine(80)
  name?: string;

  /**
   * Address of the logo: https, or that of a picture that was uploaded with `POST /v1/assets`.
   * @example https://acme.example.com/logo.png
   */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(2048)
  @IsLogo()
  logoUrl?: string;

  /**
   * Colour of buttons and links. On pages it is made darker or lighter where text could not be read.
   * @example #33aa77
   */
  @IsBrandColor()
  color?: string;

  /**
   * Colour of the text on buttons. Without it, black or white, whichever is easier to read.
   * @example #ffffff
   */
  @IsBrandColor()
  buttonTextColor?: string;

  /**
   * Colour of links in emails, where it is not that of buttons.
   * @example #1d4ed8
   */
  @IsBrandColor()
  linkColor?: string;

  /**
   * Colour of headings in emails.
   * @example #111827
   */
  @IsBrandColor()
  headingColor?: string;

  /**
   * Colour of texts in emails.
   * @example #374151
   */
  @IsBrandColor()
  textColor?: string;

  /**
   * Colour behind texts in emails.
   * @example #ffffff
   */
  @IsBrandColor()
  backgroundColor?: string;

  /**
   * Fonts, the first choice first; names of several words in single quotes. Mail programs use the first that the device has.
   * @example Georgia, 'Times New Roman', serif
   */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(200)
  @Matches(FONT_STACK, {
    message: "$property must be names of fonts with commas between them, such as Georgia, 'Times New Roman', serif",
  })
  font?: string;

  /**
   * Corners of buttons, in pixels.
   * @example 6
   */
  @Optional({ nullable: false })
  @IsInt()
  @Min(0)
  @Max(MAX_RADIUS)
  radius?: number;

  /** What a footer block without content says. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => BrandFooterDto)
  footer?: BrandFooterDto;
}

/** The brand as it is stored. */
export class StoredBrandDto extends BrandDto {
  /**
   * Sentences about colours that make a text hard to read. Absent when there are none.
   * @example ["buttonTextColor #ffffff on color #ffee00 has a contrast of 1.2 to 1; at least 4.5 is needed to read it"]
   */
  warnings?: string[];
}

export function toStoredBrandDto(brand: Brand = {}): StoredBrandDto {
  const warnings = contrastWarnings(brand);
  return dto<StoredBrandDto>({ ...brand, ...(warnings.length > 0 && { warnings }) });
}

/** A sentence for each pair of colours of which one cannot be read on the other. */
export function contrastWarnings(brand: Brand): string[] {
  const { button, buttonText, background, text, strong, link } = lookOf(brand);
  const pairs = [
    ['buttonTextColor', buttonText, 'color', button],
    ['textColor', text, 'backgroundColor', background],
    ['headingColor', strong, 'backgroundColor', background],
    [brand.linkColor === undefined ? 'color' : 'linkColor', link, 'backgroundColor', background],
  ] as const;
  return pairs.flatMap(([name, color, ground, behind]) => {
    const ratio = Math.floor(contrast(color, behind) * 10) / 10;
    if (ratio >= LEAST_CONTRAST) return [];
    return `${name} ${color} on ${ground} ${behind} has a contrast of ${ratio} to 1; at least ${LEAST_CONTRAST} is needed to read it`;
  });
}

/** The brand as templates read it (behaviour BR2): `logo` is the address of the logo. */
export function toTemplateBrand(brand: Brand): Readonly<Record<string, unknown>> {
  return { ...brand, ...(brand.logoUrl !== undefined && { logo: brand.logoUrl }) };
}
