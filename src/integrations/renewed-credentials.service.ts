import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { StoredCredentials } from '#libs/providers/kit/provider.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { openCredentials, sealCredentials, type SealedCredentials } from './credentials.js';
import { Integration } from './integration.schema.js';

/**
 * Keeps credentials that their service replaces while they are used, such as refresh tokens (behaviour G17). The integration
 * counts as unchanged: its connections, its health and who answers for it stay.
 */
@Injectable()
export class RenewedCredentials {
  constructor(
    @InjectModel(Integration.name) private readonly integrations: Model<Integration>,
    private readonly secretBox: SecretBox,
  ) {}

  /** The stored credentials of an integration. They throw when the store cannot be reached. */
  of({ _id }: Pick<Integration, '_id'>): StoredCredentials {
    const find = async (): Promise<SealedCredentials> =>
      (await this.integrations.findOne({ _id }, { credentials: 1 }).lean())?.credentials ?? {};
    const open = (key: string, { [key]: sealed }: SealedCredentials): string | undefined => {
      const value =
        sealed === undefined ? undefined : Object.values(openCredentials(this.secretBox, _id, { [key]: sealed }))[0];
      return typeof value === 'string' ? value : undefined;
    };
    return {
      read: async (key) => open(key, await find()),
      replace: async (key, used, next) => {
        const before = await find();
        if (open(key, before) !== used) return;
        const { [key]: sealed } = sealCredentials(this.secretBox, _id, { [key]: next });
        const path = `credentials.${key}`;
        await this.integrations.updateOne(
          { _id, [path]: before[key] },
          { $set: { [path]: sealed } },
          { timestamps: false },
        );
      },
    };
  }
}
