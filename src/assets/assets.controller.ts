import { basename } from 'node:path/win32';
import { Controller, Delete, Get, HttpCode, HttpStatus, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Types } from 'mongoose';
import { Access } from '../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../auth/environment-ref.js';
import { Config } from '../platform/config/config.js';
import { ValidationException } from '../platform/errors/validation.exception.js';
import { readForm } from '../platform/http/bodies/read-form.js';
import { Bare } from '../platform/http/decorators.js';
import { dto } from '../platform/http/dto.js';
import { ObjectIdPipe } from '../platform/ids.js';
import { AssetUsage } from './asset-usage.service.js';
import {
  AssetDeletionDto,
  AssetDto,
  AssetPageDto,
  AssetUsageDto,
  ListAssetsQueryDto,
  MAX_ALT_LENGTH,
  MAX_NAME_LENGTH,
  toAssetDto,
  toAssetPageDto,
} from './assets.dto.js';
import { AssetsService, type UploadedFile } from './assets.service.js';

@ApiTags('Assets')
@Access('workflows')
@Controller('v1/assets')
export class AssetsController {
  constructor(
    private readonly assets: AssetsService,
    private readonly usage: AssetUsage,
    private readonly config: Config,
  ) {}

  /**
   * Upload a picture
   *
   * PNG, JPEG, GIF or WebP, known by its bytes and not by its name; anything else is 422, SVG included. Metadata, such as the
   * place of a photo, is removed; the pixels stay as they are. 201 when the picture is new. The same picture again is 200, with
   * the same address and name, and an `alt` replaces the former one. A file over `MAX_ASSET_BYTES` is 413.
   */
  @Post()
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: {
      type: 'object',
      required: ['file'],
      properties: {
        file: { type: 'string', format: 'binary' },
        name: { type: 'string', maxLength: MAX_NAME_LENGTH, description: 'Its name, instead of that of the file.' },
        alt: { type: 'string', maxLength: MAX_ALT_LENGTH, description: 'What people read who do not see the picture.' },
      },
    },
  })
  @ApiCreatedResponse({ type: AssetDto, description: 'The picture was added.' })
  @ApiOkResponse({ type: AssetDto, description: 'The environment has the same picture already.' })
  async upload(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AssetDto> {
    const { asset, created } = await this.assets.add(environment, await this.fileOf(request));
    reply.status(created ? HttpStatus.CREATED : HttpStatus.OK);
    return toAssetDto(asset, this.config);
  }

  /**
   * List pictures
   *
   * A page of the pictures of the environment, newest first.
   */
  @Get()
  @Bare()
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Query() { search, after, before, limit }: ListAssetsQueryDto,
  ): Promise<AssetPageDto> {
    const page = { after, before, limit, orderBy: '_id', orderDirection: 'DESC' } as const;
    return toAssetPageDto(await this.assets.list(environment, search, page), this.config);
  }

  /**
   * List the uses of a picture
   *
   * The workflows, layouts and brands that have its address, in all environments that the caller reads: what is published
   * keeps its addresses.
   */
  @Get(':assetId/usage')
  async uses(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('assetId', new ObjectIdPipe('Picture')) id: Types.ObjectId,
  ): Promise<AssetUsageDto> {
    return this.usage.find(environment, await this.assets.findOrFail(environment, id));
  }

  /**
   * Delete a picture
   *
   * Its address is 404 from then on, also in emails that were sent; mail programs and proxies may show what they have kept. The
   * response says what still has the address: ask before with `GET /v1/assets/{assetId}/usage`.
   */
  @Delete(':assetId')
  @HttpCode(HttpStatus.OK)
  async delete(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('assetId', new ObjectIdPipe('Picture')) id: Types.ObjectId,
  ): Promise<AssetDeletionDto> {
    const usedBy = await this.usage.find(environment, await this.assets.findOrFail(environment, id));
    await this.assets.delete(environment, id);
    return dto<AssetDeletionDto>({ acknowledged: true, usedBy });
  }

  private async fileOf(request: FastifyRequest): Promise<UploadedFile> {
    const { maxAssetBytes } = this.config;
    const { files, fields } = await readForm(request, {
      files: 1,
      fileBytes: maxAssetBytes,
      totalBytes: maxAssetBytes,
    });
    const unknown = [...fields.keys()].find((field) => !FIELDS.has(field));
    if (unknown !== undefined) {
      throw ValidationException.of(unknown, `${unknown} is unknown: the fields here are ${[...FIELDS].join(', ')}`);
    }
    const [file] = files;
    if (!file) throw ValidationException.of('file', 'file must be a PNG, JPEG, GIF or WebP picture');
    const name = textIn(fields, 'name', MAX_NAME_LENGTH);
    const alt = textIn(fields, 'alt', MAX_ALT_LENGTH);
    // Some browsers name the folders, too.
    const own = plain(basename(file.name ?? '').slice(-MAX_NAME_LENGTH));
    return { name: name || own || 'picture', ...(alt !== undefined && { alt }), content: file.content };
  }
}

const FIELDS: ReadonlySet<string> = new Set(['file', 'name', 'alt']);

/** A text of the form on one line; undefined when it is not there. Throws 422 for a long one. */
function textIn(fields: ReadonlyMap<string, unknown>, field: string, max: number): string | undefined {
  const value = fields.get(field);
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value.length <= max) return plain(value);
  throw ValidationException.of(field, `${field} must be a text of at most ${max} characters`);
}

function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();
}
