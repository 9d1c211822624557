import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types, type UpdateQuery } from 'mongoose';
import { notFound } from '../platform/errors/exceptions.js';
import { Clock } from '../platform/clock.js';
import { ExpiringCache } from '../platform/expiring-cache.js';
import { parseReference, IdMap } from '../platform/ids.js';
import { containing, inOrderOf } from '../platform/paging/offset-page.js';
import { Computation } from '../platform/computation/computation.service.js';
import type { EnvironmentRef, InEnvironment } from '../auth/environment-ref.js';
import { EditorsService } from '../auth/organizations/editors.service.js';
import { isDuplicateKey } from '../platform/persistence/writes.js';
import { assertLayoutBody } from './layout.controls.js';
import type { LayoutOrder, ListLayoutsQueryDto, UpdateLayoutDto } from './layouts.dto.js';
import { Layout, type LayoutEmail } from './layout.schema.js';

const CACHE_SECONDS = 1;
/** Layouts in the cache; the body of each may have 200,000 characters. */
const CACHED_LAYOUTS = 100;

/** The reference of the default layout; identifiers are never empty. */
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

/** The fields of a new layout. */
export interface NewLayout extends Pick<Layout, 'layoutId' | 'name' | 'isTranslationEnabled'> {
  email?: LayoutEmail;
}

@Injectable()
export class LayoutsService {
  private readonly cache = new ExpiringCache<Layout | null>(this.clock, CACHE_SECONDS, CACHED_LAYOUTS);

  constructor(
    @InjectModel(Layout.name) private readonly layouts: Model<Layout>,
    private readonly editors: EditorsService,
    private readonly computation: Computation,
    private readonly clock: Clock,
  ) {}

  /**
   * The first layout of an environment becomes its default (behaviour L11): a unique index decides between concurrent
   * creations. Throws 409 for an identifier that is taken, 400 and 422 for an invalid body.
   */
  async create(
    environment: EnvironmentRef,
    { layoutId, name, isTranslationEnabled, email }: NewLayout,
  ): Promise<Layout> {
    if (email) await this.assertBody(environment, email.body);
    const [updatedById, existingDefault] = await Promise.all([
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
      (existingDefault ? undefined : await this.insertUnlessTaken({ ...layout, isDefault: true })) ??
      (await this.insertUnlessTaken({ ...layout, isDefault: false }));
    if (!created) throw new ConflictException(`Layout with identifier '${layoutId}' already exists`);
    return created;
  }

  private assertBody({ id }: EnvironmentRef, body: string): Promise<void> {
    return assertLayoutBody(body, this.computation, { environmentId: id, urgent: true });
  }

  /** A page of the environment's layouts, and their total number. */
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

  /** By identifier, internal id or slug; throws 404 when the environment has no such layout. */
  async findOrFail(environment: EnvironmentRef, reference: string): Promise<Layout> {
    const layout = await this.layouts.findOne(namedIn(environment, reference)).lean();
    if (!layout) throw layoutNotFound(reference);
    return layout;
  }

  /** All layouts of the environment, ordered by identifier. */
  findAll({ id: environmentId }: InEnvironment): Promise<Layout[]> {
    return this.layouts.find({ environmentId }).sort({ layoutId: 1 }).lean();
  }

  /** The identifiers of all layouts of the environment, by internal id in hexadecimal. */
  async mapIdentifiers({ id: environmentId }: InEnvironment): Promise<IdMap<string>> {
    const found = await this.layouts.find({ environmentId }, { layoutId: 1 }).lean();
    return new IdMap(found.map(({ _id, layoutId }) => [_id, layoutId]));
  }

  /** The identifiers that exist in the environment. Costs one command, none for an empty list. */
  async findIdentifiers({ id: environmentId }: EnvironmentRef, identifiers: readonly string[]): Promise<Set<string>> {
    if (identifiers.length === 0) return new Set();
    const found = await this.layouts
      .find({ environmentId, layoutId: { $in: [...identifiers] } }, { layoutId: 1 })
      .lean();
    return new Set(found.map(({ layoutId }) => layoutId));
  }

  /** Throws 404, and 400 and 422 for an invalid body. Each save increments the version. */
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

  /** Throws 404, and 409 for the default, which stays. The caller checks whether the layout is used. */
  async delete(environment: EnvironmentRef, reference: string): Promise<Layout> {
    const deleted = await this.layouts
      .findOneAndDelete({ ...namedIn(environment, reference), isDefault: false })
      .lean();
    this.cache.clear();
    if (deleted) return deleted;
    const { layoutId } = await this.findOrFail(environment, reference);
    throw new ConflictException(`Layout '${layoutId}' is the default of its environment and cannot be deleted`);
  }

  /** The default layout and the named ones, up to a second old, with at most one command. */
  async find({ id: environmentId }: EnvironmentRef, references: readonly string[]): Promise<LayoutBook> {
    const found = await this.cache.getMany(
      [DEFAULT, ...references],
      (reference) => `${environmentId} ${reference}`,
      async (missing) => {
        const loaded = await this.layouts.find({ environmentId, $or: missing.map(filterOf) }).lean();
        return new Map(missing.map((name) => [name, loaded.find((layout) => isNamedBy(layout, name)) ?? null]));
      },
    );
    const defaultLayout = found.get(DEFAULT);
    found.delete(DEFAULT);
    return {
      named: new Map([...found].flatMap(([reference, layout]) => (layout ? [[reference, layout] as const] : []))),
      ...(defaultLayout && { default: defaultLayout }),
    };
  }

  /** Undefined when a unique index rejects it. */
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
  return notFound('Layout', reference);
}

/** Only the environment uses an index: an environment has dozens of layouts, not millions. */
function listFilter({ id }: EnvironmentRef, { query }: ListLayoutsQueryDto): QueryFilter<Layout> {
  return {
    environmentId: id,
    ...(query && { $or: [{ nameKey: containing(query.toLowerCase()) }, { layoutId: containing(query) }] }),
  };
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
