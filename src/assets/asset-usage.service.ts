import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { EnvironmentLookup } from '../auth/environment-lookup.service.js';
import { type EnvironmentRef, mayIn } from '../auth/environment-ref.js';
import { EnvironmentsService } from '../environments/environments.service.js';
import { LayoutsService } from '../layouts/layouts.service.js';
import { dto } from '../platform/http/dto.js';
import { AuthoredWorkflows } from '../workflows/authored-workflows.service.js';
import type { Asset } from './asset.schema.js';
import type { AssetUsageDto, AssetUseDto } from './assets.dto.js';

/** Finds what shows a picture. */
@Injectable()
export class AssetUsage {
  constructor(
    private readonly environments: EnvironmentsService,
    private readonly lookup: EnvironmentLookup,
    private readonly workflows: AuthoredWorkflows,
    private readonly layouts: LayoutsService,
  ) {}

  /** In all environments that the caller reads, because what is published keeps its addresses. */
  async find(caller: EnvironmentRef, asset: Pick<Asset, 'key'>): Promise<AssetUsageDto> {
    const usage = dto<AssetUsageDto>({ workflows: [], layouts: [], brands: [] });
    for (const { _id } of (await this.environments.mapById(caller)).values()) {
      if (mayIn({ id: _id, caller: caller.caller }, 'workflows:read')) await this.addOf(_id, asset, usage);
    }
    return usage;
  }

  private async addOf(id: Types.ObjectId, { key }: Pick<Asset, 'key'>, usage: AssetUsageDto): Promise<void> {
    const shows = (part: object | undefined): boolean => part !== undefined && JSON.stringify(part).includes(key);
    const [environment, workflows, layouts] = await Promise.all([
      this.lookup.find(id),
      this.workflows.find({ id }),
      this.layouts.findAll({ id }),
    ]);
    if (!environment) return;
    const use = (of: string, name: string): AssetUseDto =>
      dto<AssetUseDto>({ environment: environment.name, id: of, name });
    usage.workflows.push(
      ...workflows
        .filter(({ steps }) => steps.some(({ controlValues }) => shows(controlValues)))
        .map(({ workflowId, name }) => use(workflowId, name)),
    );
    usage.layouts.push(...layouts.filter(({ email }) => shows(email)).map(({ layoutId, name }) => use(layoutId, name)));
    if (shows(environment.brand)) usage.brands.push(use(environment.identifier, environment.name));
  }
}
