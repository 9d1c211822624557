import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { EnvironmentRef } from '../environments/environment-ref.js';
import { Layout } from './layout.schema.js';

/** Layouts as what their authors wrote, for comparing them and taking them elsewhere. */
@Injectable()
export class AuthoredLayouts {
  constructor(@InjectModel(Layout.name) private readonly layouts: Model<Layout>) {}

  /** All of the environment, in the order of their identifiers. */
  find({ id: environmentId }: Pick<EnvironmentRef, 'id'>): Promise<Layout[]> {
    return this.layouts.find({ environmentId }).sort({ layoutId: 1 }).lean();
  }
}
