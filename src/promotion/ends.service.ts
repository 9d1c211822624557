import { BadRequestException, Injectable } from '@nestjs/common';
import type { EnvironmentRef } from '../environments/environment-ref.js';
import { EnvironmentsService } from '../environments/environments.service.js';

/** Where definitions come from and where they go. */
export interface Ends {
  source: EnvironmentRef;
  target: EnvironmentRef;
}

/** Finds the environments that a request names. A key of one environment may work with all of its organization. */
@Injectable()
export class EndsService {
  constructor(private readonly environments: EnvironmentsService) {}

  /** 404 when the organization has no such environment, 400 when both are the same. Default source: Development. */
  async find(caller: EnvironmentRef, target: string, source?: string): Promise<Ends> {
    const [from, to] = await Promise.all([
      source === undefined ? this.environments.findDevelopment(caller) : this.environments.findOrFail(caller, source),
      this.environments.findOrFail(caller, target),
    ]);
    return apart({ source: toRef(from), target: toRef(to) });
  }

  /** From the caller's own environment. */
  async findFrom(source: EnvironmentRef, target: string): Promise<Ends> {
    return apart({ source, target: await this.findOne(source, target) });
  }

  async findOne(caller: EnvironmentRef, reference: string): Promise<EnvironmentRef> {
    return toRef(await this.environments.findOrFail(caller, reference));
  }
}

function apart(ends: Ends): Ends {
  if (ends.source.id.equals(ends.target.id)) {
    throw new BadRequestException('An environment cannot be published to itself');
  }
  return ends;
}

function toRef({ _id: id, organizationId }: { _id: EnvironmentRef['id']; organizationId: EnvironmentRef['id'] }) {
  return { id, organizationId };
}
