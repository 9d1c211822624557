import { ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { ContentError } from '#libs/rendering/in-app/content-error.js';
import { addressOf } from '#libs/rendering/in-app/link.js';
import { sanitiseText } from '#libs/rendering/in-app/sanitise-text.js';
import { LiquidEngine } from '#libs/rendering/liquid-engine.js';
import { TemplateError } from '#libs/rendering/template-error.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { notFound } from '../../platform/errors/exceptions.js';
import { Clock } from '../../platform/clock.js';
import { Computation } from '../../platform/computation/computation.service.js';
import { controlsTask, type RenderedControls } from '../../platform/computation/rendering.tasks.js';
import { Config } from '../../platform/config/config.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { ExpiringCache } from '../../platform/expiring-cache.js';
import { type CursorPage, type CursorPageRequest, findCursorPage } from '../../platform/paging/cursor-page.js';
import { isDuplicateKey } from '../../platform/persistence/writes.js';
import { WorkflowsService } from '../../workflows/workflows.service.js';
import type { LegacyApplication } from '../applications/legacy-application.schema.js';
import { LegacyApplicationsService } from '../applications/legacy-applications.service.js';
import { NotificationType } from './notification-type.schema.js';

/** The templates of a notification type. */
export type TypeTemplates = Pick<NotificationType, 'text' | 'link' | 'bundleSegment'>;

/** The limit of `data` of an in-app message, which contains the name of the bundle. */
const MAX_SEGMENT_LENGTH = 256;

const CACHED_TYPES = 1000;

/** The fields of a type in a request. */
type TypeFields = Pick<NotificationType, 'identifier' | 'workflowId' | 'text'> & Partial<TypeTemplates>;
type TypeChanges = Partial<Omit<TypeFields, 'identifier'>>;

/** The notification types of applications, and the rendering of their templates. */
@Injectable()
export class NotificationTypesService {
  private readonly engine = new LiquidEngine('plain');
  private readonly known = new ExpiringCache<NotificationType>(
    this.clock,
    this.config.workflowCacheSeconds,
    CACHED_TYPES,
  );

  constructor(
    @InjectModel(NotificationType.name) private readonly types: Model<NotificationType>,
    private readonly applications: LegacyApplicationsService,
    private readonly workflows: WorkflowsService,
    private readonly computation: Computation,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    applications.deleted.add(async ({ _id, environmentId }) => {
      await this.types.deleteMany({ environmentId, applicationId: _id });
    });
  }

  /**
   * Throws 404 for an unknown application or workflow, 409 for an identifier that is taken, 422 for an invalid
   * template.
   */
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

  /** Returns a page of the application's types. Throws 404 for an unknown application. */
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
    if (!type) throw notFound('Notification type', identifier);
    return type;
  }

  /** Changes the given fields. Throws 404, and 422 for an invalid template. */
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
    if (!updated) throw notFound('Notification type', identifier);
    this.forget(updated);
    return updated;
  }

  async delete(environment: EnvironmentRef, applicationId: string, identifier: string): Promise<void> {
    const owner = await this.ownerOf(environment, applicationId);
    const deleted = await this.types.findOneAndDelete({ ...owner, identifier }).lean();
    if (!deleted) throw notFound('Notification type', identifier);
    this.forget(deleted);
  }

  /**
   * Returns the type to send, from a cache of `WORKFLOW_CACHE_SECONDS`; the object is shared: do not change it. Throws
   * 404.
   */
  async findForSending(application: LegacyApplication, identifier: string): Promise<NotificationType> {
    const { environmentId, _id: applicationId } = application;
    const type = await this.known.getOrLoad(keyOf(applicationId, identifier), async () => {
      return (await this.types.findOne({ environmentId, applicationId, identifier }).lean()) ?? undefined;
    });
    if (!type) throw notFound('Notification type', identifier);
    return type;
  }

  /**
   * Renders the templates of a type with these values: `{{name}}` prints `metadata.name`. A missing value prints
   * nothing. Throws a 422 for values that cannot be used.
   */
  async render(
    { environmentId, text, link, bundleSegment }: NotificationType,
    metadata: Readonly<Record<string, unknown>>,
  ): Promise<TypeTemplates> {
    const rendered = await this.computation.run(
      controlsTask,
      { values: { text, link, bundleSegment }, data: metadata, now: this.clock.now().getTime(), raw: [] },
      { environmentId, urgent: true },
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
  return `${applicationId}:${identifier}`;
}

function given(templates: Partial<TypeTemplates>): Partial<TypeTemplates> {
  return Object.fromEntries(Object.entries(templates).filter(([, template]) => template !== undefined));
}

/** Throws a 422 that names the template that cannot be read. */
export function assertTemplates(templates: Partial<TypeTemplates>, engine: LiquidEngine): void {
  for (const [field, template] of Object.entries(templates)) {
    try {
      engine.check(template, field);
    } catch (error) {
      if (error instanceof TemplateError) throw ValidationException.of(field, `${field}: ${error.message}`);
      throw error;
    }
  }
}

/**
 * Reads the rendered templates. As in the inbox, scripts are removed from texts, and a link is an http(s) address or a
 * path (behaviour L5, L6). Throws a 422 for values that result in anything else, or that cannot be rendered.
 */
export function readRendered(rendered: RenderedControls): TypeTemplates {
  if (!rendered.ok) {
    const { control = 'the type', message } = rendered.failure;
    throw ValidationException.of('metadata', `metadata cannot be rendered in ${control}: ${message}`);
  }
  const { text, link, bundleSegment } = rendered.values as unknown as TypeTemplates;
  try {
    return {
      text: sanitiseText(text, 'text'),
      link: addressOf(link, 'link') ?? '',
      bundleSegment: checkedSegment(bundleSegment.trim()),
    };
  } catch (error) {
    if (error instanceof ContentError) {
      throw ValidationException.of('metadata', `metadata leads to an unusable ${error.message}`);
    }
    throw error;
  }
}

function checkedSegment(segment: string): string {
  if (segment.length <= MAX_SEGMENT_LENGTH) return segment;
  throw new ContentError('bundleSegment', 'value', `of more than ${MAX_SEGMENT_LENGTH} characters`);
}
