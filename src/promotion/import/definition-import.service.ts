import { Injectable } from '@nestjs/common';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { assertMayIn, assertMayWrite } from '../../auth/may-write.js';
import { EditorsService } from '../../auth/organizations/editors.service.js';
import { EnvironmentsService } from '../../environments/environments.service.js';
import { LayoutsService } from '../../layouts/layouts.service.js';
import { Config } from '../../platform/config/config.js';
import type { DefinitionSet, ResourceName } from '../definition.js';
import { DefinitionIssues } from '../definition-issues.service.js';
import {
  type DefinitionsDiffDto,
  type DefinitionsDto,
  type GivenDefinitionsDto,
  type StoreDefinitionsDto,
  type StoreDefinitionsResultDto,
  toDefinitionsDto,
} from '../definitions.dto.js';
import { DefinitionsService } from '../definitions.service.js';
import { diffEnvironments } from '../environment-diff.js';
import { PUBLISHING } from '../promotion.service.js';
import { toFailedDto, toPublishResult, toSelected } from '../publish.dto.js';
import type { Selected } from '../publish/plan.js';
import { Publisher } from '../publish/publisher.service.js';
import { type ReadDefinitions, readDefinitions } from './read-definitions.js';

/** Imports definitions from outside, such as from files, and exports them. */
@Injectable()
export class DefinitionImportService {
  constructor(
    private readonly environments: EnvironmentsService,
    private readonly definitions: DefinitionsService,
    private readonly publisher: Publisher,
    private readonly layouts: LayoutsService,
    private readonly issues: DefinitionIssues,
    private readonly editors: EditorsService,
    private readonly config: Config,
  ) {}

  /** All definitions of an environment of the organization. Throws 404 for an unknown one. */
  async export(caller: EnvironmentRef, reference: string): Promise<DefinitionsDto> {
    return toDefinitionsDto(await this.definitions.read(await this.findEnvironment(caller, 'reads', reference)));
  }

  /** The changes that {@link store} would make. Resources that are neither given nor to be deleted are not compared. */
  async diff(caller: EnvironmentRef, reference: string, request: GivenDefinitionsDto): Promise<DefinitionsDiffDto> {
    const target = await this.findEnvironment(caller, 'reads', reference);
    const [{ set, failed }, stored] = await Promise.all([this.read(target, request), this.definitions.read(target)]);
    const users = await this.editors.find(
      caller,
      [...stored].flatMap((resource) => resource.stored?.updatedById ?? []),
    );
    const isIncluded = isIn(selectionOf(set, request));
    return { ...diffEnvironments(set, stored, users, isIncluded), failed: failed.flatMap(toFailedDto) };
  }

  /**
   * Publishes the given definitions as if they came from an environment. Throws 404 for an unknown one, 403 for a protected
   * one.
   */
  async store(
    caller: EnvironmentRef,
    reference: string,
    request: StoreDefinitionsDto,
  ): Promise<StoreDefinitionsResultDto> {
    const target = await this.findEnvironment(caller, request.dryRun ? 'reads' : 'writes', reference);
    const { set, failed } = await this.read(target, request);
    const outcomes = await this.publisher.publish({
      target,
      source: () => Promise.resolve(set),
      selection: selectionOf(set, request),
      dryRun: request.dryRun,
    });
    const kept = outcomes.filter(({ kind, result }) => kind === 'workflow' && result !== 'failed').map(({ id }) => id);
    const issues = request.dryRun ? [] : await this.issues.find(target, target, kept);
    const { results, summary } = toPublishResult([...failed, ...outcomes]);
    return { results, summary, issues };
  }

  private async findEnvironment(
    caller: EnvironmentRef,
    access: 'reads' | 'writes',
    reference: string,
  ): Promise<EnvironmentRef> {
    const environment = await this.environments.findOrFail(caller, reference);
    if (access === 'writes') assertMayWrite(caller, environment, PUBLISHING, 'environments:publish');
    else assertMayIn(caller, environment, 'workflows:read');
    return { id: environment._id, organizationId: environment.organizationId, caller: caller.caller };
  }

  private async read(target: EnvironmentRef, request: GivenDefinitionsDto): Promise<ReadDefinitions> {
    const layoutIds = await this.layouts.mapIdentifiers(target);
    return readDefinitions(request, { layoutIds, maxTranslationBytes: this.config.maxTranslationBytes });
  }
}

function selectionOf(set: DefinitionSet, { deleted }: GivenDefinitionsDto): Selected[] {
  return [...[...set].map(({ kind, id }) => ({ kind, id })), ...deleted.map(toSelected)];
}

function isIn(selection: readonly Selected[]): (name: ResourceName) => boolean {
  const selected = new Set(selection.map(({ kind = '', id }) => `${kind} ${id}`));
  return ({ kind, id }) => selected.has(`${kind} ${id}`) || selected.has(` ${id}`);
}
