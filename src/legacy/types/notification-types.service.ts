import { LiquidEngine } from '#libs/rendering/liquid-engine.js';
import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { ExpiringCache } from '../../platform/expiring-cache.js';
import { type CursorPage, type CursorPageRequest, findCursorPage } from '../../platform/paging/cursor-page.js';
import { Computation } from '../../platform/computation/computation.service.js';
import { Config } from '../../platform/config/config.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { isDuplicateKey } from '../../platform/persistence/store-errors.js';
import { WorkflowsService } from '../../workflows/workflows.service.js';
import type { LegacyApplication } from '../applications/legacy-application.schema.js';
import { LegacyApplicationsService } from '../applications/legacy-applications.service.js';
import { NotificationType } from './notification-type.schema.js';
import { controlsTask } from '../../platform/computation/rendering.tasks.js';
import { assertTemplates, readRendered, type TypeTemplates } from './type-templates.js';

const CACHED_TYPES = 1000;

/** What the caller says of a type. */
export type TypeFields = Pick<NotificationType, 'identifier' | 'workflowId' | 'text'> & Partial<TypeTemplates>;
export type TypeChanges = Partial<Omit<TypeFields, 'identifier'>>;

/** The notification types of applications, and what they say. */
@Injectable()
export class NotificationTypesService {
  private readonly engine = new LiquidEngine('plain');
  private readonly known: ExpiringCache<NotificationType>;

  constructor(
    @InjectModel(NotificationType.name) private readonly types: Model<NotificationType>,
    private readonly applications: LegacyApplicationsService,
    private readonly workflows: WorkflowsService,
    private readonly computation: Computation,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.known = new ExpiringCache(clock, config.workflowCacheSeconds, CACHED_TYPES);
  }

  /** Throws 404 for an unknown application or workflow, 409 for an identifier that is taken, 422 for a broken template. */
  async create(environment: EnvironmentRef, applicationId: string, fields: TypeFields): Promise<NotificationType> {
    const { identifier, text, link = '', bundleSegment = '' } = fields;
    assertTemplates({ text, link, bundleSegment }, this.engine);
    const application = await this.applications.findOrFail(environment, applicationId);
    const { workflowId } = await this.workflows.findOrFail(environment, fields.workflowId);
    const owner = { environmentId: environment.id, applicationId: application._id };
    try {
      const created = await this.types.create({ ...owner, identifier, workflowId, text, link, bundleSegment });
      return created.toObject();
    } catch (error) {
      if (isDuplicateKey(error)) throw new ConflictException(`Notification type '${identifier}' already exists`);
      throw error;
    }
  }

  /** A page of the application's types; 404 when the environment has no such application. */
  async list(
    environment: EnvironmentRef,
    applicationId: string,
    page: Omit<CursorPageRequest, 'orderBy'>,
  ): Promise<CursorPage<NotificationType>> {
    const owner = await this.ownerOf(environment, applicationId);
    return findCursorPage(this.types, owner, { ...page, orderBy: '_id' });
  }

  async findOrFail(environment: EnvironmentRef, applicationId: string, identifier: string): Promise<NotificationType> {
    const owner = await this.ownerOf(environment, applicationId);
    const type = await this.types.findOne({ ...owner, identifier }).lean();
    if (!type) throw notFound(identifier);
    return type;
  }

  /** Changes what is given. Throws 404, and 422 for a broken template. */
  async update(
    environment: EnvironmentRef,
    applicationId: string,
    identifier: string,
    { workflowId, text, link, bundleSegment }: TypeChanges,
  ): Promise<NotificationType> {
    const templates = given({ text, link, bundleSegment });
    assertTemplates(templates, this.engine);
    const owner = await this.ownerOf(environment, applicationId);
    const workflow = workflowId === undefined ? undefined : await this.workflows.findOrFail(environment, workflowId);
    const $set = { ...templates, ...(workflow && { workflowId: workflow.workflowId }) };
    const updated = await this.types
      .findOneAndUpdate({ ...owner, identifier }, { $set }, { returnDocument: 'after' })
      .lean();
    if (!updated) throw notFound(identifier);
    this.forget(updated);
    return updated;
  }

  async delete(environment: EnvironmentRef, applicationId: string, identifier: string): Promise<void> {
    const owner = await this.ownerOf(environment, applicationId);
    const deleted = await this.types.findOneAndDelete({ ...owner, identifier }).lean();
    if (!deleted) throw notFound(identifier);
    this.forget(deleted);
  }

  /** The type to send, or a 404. It may be up to `WORKFLOW_CACHE_SECONDS` old, and is shared: do not change it. */
  async findForSending(application: LegacyApplication, identifier: string): Promise<NotificationType> {
    const { environmentId, _id: applicationId } = application;
    const type = await this.known.getOrLoad(keyOf(applicationId, identifier), async () => {
      return (await this.types.findOne({ environmentId, applicationId, identifier }).lean()) ?? undefined;
    });
    if (!type) throw notFound(identifier);
    return type;
  }

  /**
   * What the type says with these values, which its templates name as they are: `{{name}}` prints `metadata.name`. A
   * missing value prints nothing. Throws a 422 for values that cannot be used.
   */
  async render(
    { environmentId, text, link, bundleSegment }: NotificationType,
    metadata: Readonly<Record<string, unknown>>,
  ): Promise<TypeTemplates> {
    const rendered = await this.computation.run(
      controlsTask,
      { values: { text, link, bundleSegment }, data: metadata, now: this.clock.now().getTime(), verbatim: [] },
      { environmentId: environmentId.toHexString(), urgent: true },
    );
    return readRendered(rendered);
  }

  private async ownerOf(
    environment: EnvironmentRef,
    applicationId: string,
  ): Promise<{ environmentId: Types.ObjectId; applicationId: Types.ObjectId }> {
    const application = await this.applications.findOrFail(environment, applicationId);
    return { environmentId: environment.id, applicationId: application._id };
  }

  private forget({ applicationId, identifier }: NotificationType): void {
    this.known.delete(keyOf(applicationId, identifier));
  }
}

function keyOf(applicationId: Types.ObjectId, identifier: string): string {
  return `${applicationId.toHexString()}:${identifier}`;
}

function given(templates: Partial<TypeTemplates>): Partial<TypeTemplates> {
  return Object.fromEntries(Object.entries(templates).filter(([, template]) => template !== undefined));
}

function notFound(identifier: string): NotFoundException {
  return new NotFoundException(`Notification type '${identifier}' was not found`);
}
