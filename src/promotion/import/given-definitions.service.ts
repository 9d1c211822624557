import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { AuthoredLayouts } from '../../layouts/authored-layouts.service.js';
import { EditorsService } from '../../auth/organizations/editors.service.js';
import { AuthoredWorkflows } from '../../workflows/authored-workflows.service.js';
import { WorkflowView } from '../../workflows/workflow-view.js';
import type { DefinitionSet, ResourceName } from '../definitions/definition.js';
import { DefinitionsService } from '../definitions/definitions.service.js';
import { diffEnvironments } from '../diff/environment-diff.js';
import {
  type DefinitionsDiffDto,
  type DefinitionsDto,
  type GivenDefinitionsDto,
  type StoreDefinitionsDto,
  type StoreDefinitionsResultDto,
  type StoredStepIssueDto,
  toDefinitionsDto,
} from '../definitions.dto.js';
import { EnvironmentPairResolver } from '../environment-pair-resolver.service.js';
import type { Outcome } from '../publish/outcome.js';
import type { Selected } from '../publish/plan.js';
import { Publisher } from '../publish/publisher.service.js';
import { toFailedDto, toPublishResult, toSelected } from '../publish/to-publish-result.js';
import { type Given, readGiven } from './read-given.js';
import { storedIssues } from './stored-issues.js';

/** Definitions that come from outside, such as from files, and those that go there. */
@Injectable()
export class GivenDefinitionsService {
  constructor(
    private readonly pairs: EnvironmentPairResolver,
    private readonly definitions: DefinitionsService,
    private readonly publisher: Publisher,
    private readonly layouts: AuthoredLayouts,
    private readonly workflows: AuthoredWorkflows,
    private readonly workflowView: WorkflowView,
    private readonly editors: EditorsService,
    private readonly config: Config,
  ) {}

  /** All definitions of an environment of the organization; throws 404. */
  async export(caller: EnvironmentRef, reference: string): Promise<DefinitionsDto> {
    return toDefinitionsDto(await this.definitions.read(await this.pairs.findOne(caller, 'reads', reference)));
  }

  /** What {@link store} would change; what is neither given nor to be deleted is not looked at. */
  async diff(caller: EnvironmentRef, reference: string, request: GivenDefinitionsDto): Promise<DefinitionsDiffDto> {
    const target = await this.pairs.findOne(caller, 'reads', reference);
    const [{ set, failed }, held] = await Promise.all([this.read(target, request), this.definitions.read(target)]);
    const users = await this.editors.find(
      caller,
      [...held].flatMap(({ stored }) => stored?.updatedById ?? []),
    );
    const isMeant = isIn(selectionOf(set, request));
    return { ...diffEnvironments(set, held, users, isMeant), failed: failed.flatMap(toFailedDto) };
  }

  /** Publishes what is given as if it came from an environment. */
  async store(
    caller: EnvironmentRef,
    reference: string,
    request: StoreDefinitionsDto,
  ): Promise<StoreDefinitionsResultDto> {
    const target = await this.pairs.findOne(caller, request.dryRun ? 'reads' : 'writes', reference);
    const { set, failed } = await this.read(target, request);
    const outcomes = await this.publisher.publish({
      target,
      source: () => Promise.resolve(set),
      selection: selectionOf(set, request),
      dryRun: request.dryRun,
    });
    const issues = request.dryRun ? [] : await this.issues(target, outcomes);
    const { results, summary } = toPublishResult([...failed, ...outcomes]);
    return { results, summary, issues };
  }

  /** What is wrong with the workflows among the outcomes as they are stored now. */
  private async issues(target: EnvironmentRef, outcomes: readonly Outcome[]): Promise<StoredStepIssueDto[]> {
    const kept = outcomes.filter(({ kind, result }) => kind === 'workflow' && result !== 'failed');
    const [workflows, missing] = await Promise.all([
      this.workflows.findChecked(
        target,
        kept.map(({ id }) => id),
      ),
      this.workflowView.missing({ environmentId: target.id }),
    ]);
    return storedIssues(workflows, missing);
  }

  private async read(target: EnvironmentRef, request: GivenDefinitionsDto): Promise<Given> {
    const layoutIds = await this.layouts.findIdentifiers(target);
    return readGiven(request, { layoutIds, maxTranslationBytes: this.config.maxTranslationBytes });
  }
}

function selectionOf(set: DefinitionSet, { deleted }: GivenDefinitionsDto): Selected[] {
  return [...[...set].map(({ kind, id }) => ({ kind, id })), ...deleted.map(toSelected)];
}

function isIn(selection: readonly Selected[]): (name: ResourceName) => boolean {
  const selected = new Set(selection.map(({ kind = '', id }) => `${kind} ${id}`));
  return ({ kind, id }) => selected.has(`${kind} ${id}`) || selected.has(` ${id}`);
}
