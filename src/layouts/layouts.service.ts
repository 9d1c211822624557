import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types, type UpdateQuery } from 'mongoose';
import { Clock } from '../platform/clock.js';
import { ExpiringCache } from '../platform/expiring-cache.js';
import { parseReference } from '../platform/ids/slug-codec.js';
import { containing, inOrderOf } from '../platform/paging/offset-page.js';
import { Computation } from '../platform/computation/computation.service.js';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { EditorsService } from '../auth/organizations/editors.service.js';
import { isDuplicateKey } from '../platform/persistence/store-errors.js';
import { assertLayoutBody } from './layout-body.js';
import type { LayoutOrder, ListLayoutsQueryDto, UpdateLayoutDto } from './layouts.dto.js';
import { Layout, type LayoutEmail } from './layout.schema.js';

const CACHE_SECONDS = 1;
/** Layouts that are remembered; the body of one may have 200,000 characters. */
const CACHED_LAYOUTS = 100;

/** The reference of the default layout; no identifier is empty. */
const DEFAULT = '';

const ORDER_FIELDS: Record<LayoutOrder, keyof Layout> = {
  createdAt: 'createdAt',
  updatedAt: 'updatedAt',
  name: 'nameKey',
};

/** The layouts that some steps need. */
export interface LayoutBook {
  /** By the text that names them: identifier, internal id or slug. */
  named: ReadonlyMap<string, Layout>;
  /** The environment's default. */
  default?: Layout;
}

/** What a new layout says. */
export interface NewLayout extends Pick<Layout, 'layoutId' | 'name' | 'isTranslationEnabled'> {
  email?: LayoutEmail;
}

@Injectable()
export class LayoutsService {
  private readonly cache: ExpiringCache<Layout | null>;

  constructor(
    @InjectModel(Layout.name) private readonly layouts: Model<Layout>,
    private readonly editors: EditorsService,
    private readonly computation: Computation,
    clock: Clock,
  ) {
    this.cache = new ExpiringCache(clock, CACHE_SECONDS, CACHED_LAYOUTS);
  }

  /**
   * The first layout of an environment becomes its default (behaviour L11): a unique index decides between those that are
   * created at once. Throws 409 for an identifier that is taken, 400 and 422 for a body that cannot be a layout.
   */
  async create(
    environment: EnvironmentRef,
    { layoutId, name, isTranslationEnabled, email }: NewLayout,
  ): Promise<Layout> {
    if (email) await this.assertBody(environment, email.body);
    const [updatedById, standard] = await Promise.all([
      this.editors.current(environment),
      this.layouts.exists({ environmentId: environment.id, isDefault: true }),
    ]);
    const layout = {
      _id: new Types.ObjectId(),
      environmentId: environment.id,
      organizationId: environment.organizationId,
      layoutId,
      name,
      nameKey: name.toLowerCase(),
      isTranslationEnabled,
      ...(email && { email: { body: email.body, editorType: email.editorType } }),
      version: 1,
      ...(updatedById && { updatedById }),
    };
    const created =
      (standard ? undefined : await this.insertUnlessTaken({ ...layout, isDefault: true })) ??
      (await this.insertUnlessTaken({ ...layout, isDefault: false }));
    if (!created) throw new ConflictException(`Layout with identifier '${layoutId}' already exists`);
    return created;
  }

  private assertBody({ id }: EnvironmentRef, body: string): Promise<void> {
    return assertLayoutBody(body, this.computation, { environmentId: id.toHexString(), urgent: true });
  }

  /** A page of the environment's layouts, and how many there are. */
  async list(
    environment: EnvironmentRef,
    query: ListLayoutsQueryDto,
  ): Promise<{ layouts: Layout[]; totalCount: number }> {
    const filter = listFilter(environment, query);
    const [layouts, totalCount] = await Promise.all([
      this.layouts
        .find(filter)
        .sort(inOrderOf(ORDER_FIELDS[query.orderBy], query))
        .skip(query.offset)
        .limit(query.limit)
        .lean(),
      this.layouts.countDocuments(filter),
    ]);
    return { layouts, totalCount };
  }

  /** By identifier, internal id or slug; 404 when the environment has no such layout. */
  async findOrFail(environment: EnvironmentRef, reference: string): Promise<Layout> {
    const layout = await this.layouts.findOne(namedIn(environment, reference)).lean();
    if (!layout) throw layoutNotFound(reference);
    return layout;
  }

  /** Those of the identifiers that the environment has. One read, none for an empty list. */
  async findIdentifiers({ id: environmentId }: EnvironmentRef, identifiers: readonly string[]): Promise<Set<string>> {
    if (identifiers.length === 0) return new Set();
    const found = await this.layouts
      .find({ environmentId, layoutId: { $in: [...identifiers] } }, { layoutId: 1 })
      .lean();
    return new Set(found.map(({ layoutId }) => layoutId));
  }

  /** Throws 404, and 400 and 422 for a body that cannot be a layout. Each save is a version of its own. */
  async update(environment: EnvironmentRef, reference: string, changes: UpdateLayoutDto): Promise<Layout> {
    const { name, isTranslationEnabled, controlValues } = changes;
    const email = controlValues?.email;
    if (email) await this.assertBody(environment, email.body);
    const updatedById = await this.editors.current(environment);
    const update: UpdateQuery<Layout> = {
      $set: {
        name,
        nameKey: name.toLowerCase(),
        ...(isTranslationEnabled !== undefined && { isTranslationEnabled }),
        ...(email && { email: { body: email.body, editorType: email.editorType } }),
        ...(updatedById && { updatedById }),
      },
      ...(controlValues === null && { $unset: { email: 1 } }),
      $inc: { version: 1 },
    };
    const updated = await this.layouts
      .findOneAndUpdate(namedIn(environment, reference), update, { returnDocument: 'after' })
      .lean();
    this.cache.clear();
    if (!updated) throw layoutNotFound(reference);
    return updated;
  }

  /** Throws 404, and 409 for the default, which stays. Whether it is used is the business of the caller. */
  async delete(environment: EnvironmentRef, reference: string): Promise<Layout> {
    const deleted = await this.layouts
      .findOneAndDelete({ ...namedIn(environment, reference), isDefault: false })
      .lean();
    this.cache.clear();
    if (deleted) return deleted;
    const { layoutId } = await this.findOrFail(environment, reference);
    throw new ConflictException(`Layout '${layoutId}' is the default of its environment and cannot be deleted`);
  }

  /** The default layout and those that are named, up to a second old, with at most one read. */
  async find(environment: EnvironmentRef, references: readonly string[]): Promise<LayoutBook> {
    const wanted = [...new Set([DEFAULT, ...references])];
    const found = new Map(wanted.map((reference) => [reference, this.cache.get(cacheKey(environment, reference))]));
    const unknown = wanted.filter((reference) => found.get(reference) === undefined);
    if (unknown.length > 0) {
      const loaded = await this.layouts
        .find({ environmentId: environment.id, $or: unknown.map((reference) => filterOf(reference)) })
        .lean();
      for (const reference of unknown) {
        const layout = loaded.find((one) => isNamedBy(one, reference)) ?? null;
        this.cache.set(cacheKey(environment, reference), layout);
        found.set(reference, layout);
      }
    }
    const standard = found.get(DEFAULT);
    found.delete(DEFAULT);
    return {
      named: new Map([...found].flatMap(([reference, layout]) => (layout ? [[reference, layout] as const] : []))),
      ...(standard && { default: standard }),
    };
  }

  /** Undefined when a unique index refuses it. */
  private async insertUnlessTaken(fields: Omit<Layout, 'createdAt' | 'updatedAt'>): Promise<Layout | undefined> {
    try {
      return (await this.layouts.create(fields)).toObject();
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    } finally {
      this.cache.clear();
    }
  }
}

/** The body of every 404 about a layout. */
export function layoutNotFound(reference: string): NotFoundException {
  return new NotFoundException(`Layout '${reference}' was not found`);
}

/** Everything after the environment is looked at row by row: an environment has dozens of layouts, not millions. */
function listFilter({ id }: EnvironmentRef, { query }: ListLayoutsQueryDto): QueryFilter<Layout> {
  return {
    environmentId: id,
    ...(query && { $or: [{ nameKey: containing(query.toLowerCase()) }, { layoutId: containing(query) }] }),
  };
}

function cacheKey({ id }: EnvironmentRef, reference: string): string {
  return `${id.toHexString()} ${reference}`;
}

function namedIn({ id: environmentId }: EnvironmentRef, text: string): QueryFilter<Layout> {
  const reference = parseReference(text);
  return 'id' in reference ? { environmentId, _id: reference.id } : { environmentId, layoutId: reference.identifier };
}

function filterOf(text: string): QueryFilter<Layout> {
  if (text === DEFAULT) return { isDefault: true };
  const reference = parseReference(text);
  return 'id' in reference ? { _id: reference.id } : { layoutId: reference.identifier };
}

/** Whether a text is the identifier, the internal id or a slug of this layout. */
export function isNamedBy(layout: Layout, text: string): boolean {
  if (text === DEFAULT) return layout.isDefault;
  const reference = parseReference(text);
  return 'id' in reference ? layout._id.equals(reference.id) : layout.layoutId === reference.identifier;
}
