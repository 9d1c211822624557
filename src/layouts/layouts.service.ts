import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import { Clock } from '../common/clock.js';
import { ExpiringCache } from '../common/expiring-cache.js';
import { parseReference } from '../common/ids/slug-codec.js';
import type { EnvironmentRef } from '../environments/environment-ref.js';
import { Layout } from './layout.schema.js';

const CACHE_SECONDS = 1;
/** Layouts that are remembered; the body of one may have 200,000 characters. */
const CACHED_LAYOUTS = 100;

/** The reference of the default layout; no identifier is empty. */
const DEFAULT = '';

/** The layouts that some steps need. */
export interface LayoutBook {
  /** By the text that names them: identifier, internal id or slug. */
  named: ReadonlyMap<string, Layout>;
  /** The environment's default. */
  default?: Layout;
}

@Injectable()
export class LayoutsService {
  private readonly cache: ExpiringCache<Layout | null>;

  constructor(
    @InjectModel(Layout.name) private readonly layouts: Model<Layout>,
    clock: Clock,
  ) {
    this.cache = new ExpiringCache(clock, CACHE_SECONDS, CACHED_LAYOUTS);
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
}

function cacheKey({ id }: EnvironmentRef, reference: string): string {
  return `${id.toHexString()} ${reference}`;
}

function filterOf(text: string): QueryFilter<Layout> {
  if (text === DEFAULT) return { isDefault: true };
  const reference = parseReference(text);
  return 'id' in reference ? { _id: reference.id } : { layoutId: reference.identifier };
}

function isNamedBy(layout: Layout, text: string): boolean {
  if (text === DEFAULT) return layout.isDefault;
  const reference = parseReference(text);
  return 'id' in reference ? layout._id.equals(reference.id) : layout.layoutId === reference.identifier;
}
