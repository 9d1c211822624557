import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { Layout } from './layout.schema.js';

/** Layouts as what their authors wrote, for comparing them and taking them elsewhere. */
@Injectable()
export class AuthoredLayouts {
  constructor(@InjectModel(Layout.name) private readonly layouts: Model<Layout>) {}

  /** All of the environment, in the order of their identifiers. */
  find({ id: environmentId }: Pick<EnvironmentRef, 'id'>): Promise<Layout[]> {
    return this.layouts.find({ environmentId }).sort({ layoutId: 1 }).lean();
  }

  /** The identifiers of all layouts of the environment, by their internal ids in hexadecimal. */
  async findIdentifiers({ id: environmentId }: Pick<EnvironmentRef, 'id'>): Promise<Map<string, string>> {
    const found = await this.layouts.find({ environmentId }, { layoutId: 1 }).lean();
    return new Map(found.map(({ _id, layoutId }) => [_id.toHexString(), layoutId]));
  }
}
