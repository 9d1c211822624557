import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { retryLostWrite } from '../../platform/persistence/writes.js';
import { LinkKey } from './link-key.schema.js';

const KEY_ID = 'preferences';
const KEY_BYTES = 32;

/** The key of the installation for links in messages. Each use derives a key of its own from it. */
@Injectable()
export class LinkKeys {
  private loading: Promise<string> | undefined;

  constructor(
    @InjectModel(LinkKey.name) private readonly keys: Model<LinkKey>,
    private readonly secretBox: SecretBox,
  ) {}

  /** The key in hexadecimal digits. The store is asked once for each process. */
  async key(): Promise<string> {
    this.loading ??= this.load();
    try {
      return await this.loading;
    } catch (error) {
      this.loading = undefined;
      throw error;
    }
  }

  /** Of several processes that start together, the first makes the key. */
  private async load(): Promise<string> {
    const sealedKey = this.secretBox.seal(randomBytes(KEY_BYTES).toString('hex'), KEY_ID);
    const stored = await retryLostWrite(() =>
      this.keys
        .findOneAndUpdate({ _id: KEY_ID }, { $setOnInsert: { sealedKey } }, { upsert: true, returnDocument: 'after' })
        .lean(),
    );
    return this.secretBox.open(stored.sealedKey, KEY_ID);
  }
}
