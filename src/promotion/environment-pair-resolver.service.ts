import { BadRequestException, Injectable } from '@nestjs/common';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { EnvironmentsService } from '../environments/environments.service.js';
import { assertMayWrite } from '../auth/may-write.js';

/** Where definitions come from and where they go. */
export interface Ends {
  source: EnvironmentRef;
  target: EnvironmentRef;
}

/** What a request does with the environment that it names as the target. */
export type Doing = 'reads' | 'writes';

/**
 * Finds the environments that a request names. A key of one environment may read all of its organization, and write to
 * those that are not protected from it.
 */
@Injectable()
export class EnvironmentPairResolver {
  constructor(private readonly environments: EnvironmentsService) {}

  /**
   * 404 when the organization has no such environment, 403 when the caller may not write to the target, 400 when both are
   * the same. Default source: Development.
   */
  async find(caller: EnvironmentRef, doing: Doing, target: string, source?: string): Promise<Ends> {
    const [from, to] = await Promise.all([
      source === undefined ? this.environments.findDevelopment(caller) : this.environments.findOrFail(caller, source),
      this.environments.findOrFail(caller, target),
    ]);
    const ends = apart({ source: toRef(from), target: toRef(to) });
    if (doing === 'writes') assertMayWrite(caller, to, PUBLISHING);
    return ends;
  }

  /** From the caller's own environment, to write to the other. */
  async findFrom(source: EnvironmentRef, reference: string): Promise<Ends> {
    const target = await this.environments.findOrFail(source, reference);
    const how = `\`POST /v2/environments/${target._id.toHexString()}/publish\` brings workflows there`;
    assertMayWrite(source, target, how);
    return apart({ source, target: toRef(target) });
  }

  async findOne(caller: EnvironmentRef, doing: Doing, reference: string): Promise<EnvironmentRef> {
    const environment = await this.environments.findOrFail(caller, reference);
    if (doing === 'writes') assertMayWrite(caller, environment, PUBLISHING);
    return toRef(environment);
  }
}

const PUBLISHING = 'workflows and layouts are brought there';

function apart(ends: Ends): Ends {
  if (ends.source.id.equals(ends.target.id)) {
    throw new BadRequestException('An environment cannot be published to itself');
  }
  return ends;
}

function toRef({ _id: id, organizationId }: { _id: EnvironmentRef['id']; organizationId: EnvironmentRef['id'] }) {
  return { id, organizationId };
}
