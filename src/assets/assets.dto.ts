import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PICTURE_TYPES, type PictureType } from '#libs/pictures/picture.js';
import { ENDINGS } from '#libs/pictures/read-picture.js';
import { type Config, publicAddress } from '../platform/config/config.js';
import { dto } from '../platform/http/dto.js';
import type { CursorPage } from '../platform/paging/cursor-page.js';
import { CursorPageDto, PageQueryDto } from '../platform/paging/paging.dto.js';
import type { Asset } from './asset.schema.js';

/** Path below which pictures are served. */
export const ASSETS_PATH = '/assets';

/** Characters of an alternative text and of a name. */
export const MAX_ALT_LENGTH = 500;
export const MAX_NAME_LENGTH = 200;

/** A picture that Carillon keeps. */
export class AssetDto {
  /**
   * Id of the picture.
   * @example 6925a1f0c0ffee0123456789
   */
  id: string;

  /**
   * Its name, that of the file unless another one was given.
   * @example logo.png
   */
  name: string;

  /**
   * What people read who do not see the picture; empty when nothing was given.
   * @example Acme
   */
  alt: string;

  /**
   * The address, for everyone who knows it. Its content never changes.
   * @example https://notify.example.com/assets/2c26b46b68ffc68ff99b453c1d30413413422d70.png
   */
  url: string;

  /** Content type. */
  @ApiProperty({ enum: PICTURE_TYPES })
  type: PictureType;

  /**
   * Size of the file, without its metadata.
   * @example 20480
   */
  bytes: number;

  /**
   * Width in pixels, as it is shown.
   * @example 600
   */
  width: number;

  /**
   * Height in pixels, as it is shown.
   * @example 200
   */
  height: number;

  /** Of an animation: how many pictures it has. */
  frames?: number;

  /**
   * When it was uploaded, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  createdAt: string;
}

/** A page of pictures. */
export class AssetPageDto extends CursorPageDto {
  /** The pictures on this page. */
  @ApiProperty({ type: [AssetDto] })
  data: AssetDto[];
}

/** Which pictures to list. */
export class ListAssetsQueryDto extends PageQueryDto {
  /**
   * Part of the name, in any case.
   * @example logo
   */
  @IsOptional()
  @IsString()
  @Matches(/^[^\0]*$/, { message: '$property must not contain null characters' })
  @MaxLength(MAX_NAME_LENGTH)
  search?: string;
}

/** Something that shows a picture. */
export class AssetUseDto {
  /**
   * Name of the environment that it is in.
   * @example Production
   */
  environment: string;

  /**
   * Its identifier.
   * @example welcome
   */
  id: string;

  /**
   * Its name.
   * @example Welcome
   */
  name: string;
}

/** What shows a picture, in all environments that the caller reaches. */
export class AssetUsageDto {
  /** Workflows with a step that has its address. */
  @ApiProperty({ type: [AssetUseDto] })
  workflows: AssetUseDto[];

  /** Layouts that have its address. */
  @ApiProperty({ type: [AssetUseDto] })
  layouts: AssetUseDto[];

  /** Environments whose brand has it as its logo. */
  @ApiProperty({ type: [AssetUseDto] })
  brands: AssetUseDto[];
}

/** What became of a picture that was deleted. */
export class AssetDeletionDto {
  /** Always true: its address leads nowhere any more. */
  acknowledged: boolean;

  /** Where its address still is, and shows nothing now. */
  usedBy: AssetUsageDto;
}

/** `config`: its public address begins that of the picture. */
export function toAssetDto(
  { _id: id, key, name, alt, type, bytes, width, height, frames, createdAt }: Asset,
  config: Pick<Config, 'publicUrl' | 'port'>,
): AssetDto {
  const url = publicAddress(config, `${ASSETS_PATH}/${key}.${ENDINGS[type]}`);
  const size = { bytes, width, height, ...(frames > 1 && { frames }) };
  return dto<AssetDto>({ id, name, alt, url, type, ...size, createdAt });
}

export function toAssetPageDto(page: CursorPage<Asset>, config: Pick<Config, 'publicUrl' | 'port'>): AssetPageDto {
  return { ...page, data: page.data.map((asset) => toAssetDto(asset, config)) };
}
