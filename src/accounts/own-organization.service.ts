import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Organization } from '../auth/organizations/organization.schema.js';

/** The organization of the installation. Those who sign in are known by nothing else yet. */
@Injectable()
export class OwnOrganization {
  private known?: Types.ObjectId;

  constructor(@InjectModel(Organization.name) private readonly organizations: Model<Organization>) {}

  /** An installation has one; the oldest, should there be others. */
  async id(): Promise<Types.ObjectId> {
    this.known ??= (await this.organizations.findOne({}, { _id: 1 }).sort({ _id: 1 }).lean().orFail())._id;
    return this.known;
  }
}
