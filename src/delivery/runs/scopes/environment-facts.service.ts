import { Injectable } from '@nestjs/common';
import { EnvironmentDeletedException, EnvironmentLookup } from '../../../auth/environment-lookup.service.js';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { EnvironmentVariablesService } from '../../../env-variables/environment-variables.service.js';
import { toTemplateBrand } from '../../../environments/brand.dto.js';
import type { EnvironmentFacts } from '../../engine/run-input.js';

/** Loads what runs need to know about their environment. Its name and keys are up to half a minute old. */
@Injectable()
export class EnvironmentFactsService {
  constructor(
    private readonly environments: EnvironmentLookup,
    private readonly variables: EnvironmentVariablesService,
  ) {}

  /**
   * Returns what templates and conditions read as `env` (behaviour L8). Variables are up to a second old. Throws
   * {@link EnvironmentDeletedException} when the environment was deleted.
   */
  async find(ref: EnvironmentRef): Promise<EnvironmentFacts> {
    const [environment, { open, secret }] = await Promise.all([
      this.environments.find(ref.id),
      this.variables.find(ref),
    ]);
    if (!environment) throw new EnvironmentDeletedException(ref.id);
    const own = { name: environment.name, ...(environment.type && { type: environment.type }) };
    const {
      failover = true,
      contentRetentionDays = 0,
      messageCaps,
      payloadRedirects,
      linkSchemes,
      brand,
    } = environment;
    return {
      open: { ...withoutReserved(open), ...own },
      secret: withoutReserved(secret),
      failover,
      messageCaps,
      payloadRedirects,
      ...(linkSchemes && { linkSchemes }),
      ...(brand && { brand: toTemplateBrand(brand) }),
      ...(contentRetentionDays > 0 && { keepsContent: true }),
    };
  }
}

/** Without `name` and `type`: `env.name` and `env.type` are those of the environment itself. */
function withoutReserved(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== 'name' && key !== 'type'));
}
