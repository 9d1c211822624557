import { AwsClient } from 'aws4fetch';
import type { Types } from 'mongoose';
import { type Config, ConfigError } from '../platform/config/config.js';
import { AssetContents, type AssetRef } from './asset-contents.js';

const TIMEOUT_MS = 15_000;
/** Attempts that the client makes when the service is busy. */
const RETRIES = 2;

type S3Settings = Pick<Config, 'assetsS3Url' | 'assetsS3Region' | 'assetsS3AccessKeyId' | 'assetsS3SecretAccessKey'>;

/**
 * Keeps contents in a bucket of S3-compatible storage, as `<environment>/<picture>`. The operator names the bucket, so it may
 * have a private address.
 */
export class S3Contents extends AssetContents {
  private readonly client: AwsClient;
  private readonly bucket: string;

  /** Throws {@link ConfigError} when the credentials are missing. */
  constructor({ assetsS3Url, assetsS3Region, assetsS3AccessKeyId, assetsS3SecretAccessKey }: S3Settings) {
    super();
    if (assetsS3Url === undefined || assetsS3AccessKeyId === undefined || assetsS3SecretAccessKey === undefined) {
      throw new ConfigError('ASSETS_S3_URL needs ASSETS_S3_ACCESS_KEY_ID and ASSETS_S3_SECRET_ACCESS_KEY');
    }
    this.bucket = assetsS3Url;
    this.client = new AwsClient({
      accessKeyId: assetsS3AccessKeyId,
      secretAccessKey: assetsS3SecretAccessKey,
      region: assetsS3Region,
      service: 's3',
      retries: RETRIES,
    });
  }

  async write(asset: AssetRef, content: Buffer): Promise<void> {
    const headers = { 'content-type': asset.type };
    await this.request('PUT', pathOf(asset), { headers, body: new Uint8Array(content) });
  }

  async read(asset: AssetRef): Promise<Buffer | undefined> {
    const response = await this.request('GET', pathOf(asset));
    return response && Buffer.from(await response.arrayBuffer());
  }

  async remove(asset: AssetRef): Promise<void> {
    await this.request('DELETE', pathOf(asset));
  }

  async removeEnvironment(environmentId: Types.ObjectId): Promise<boolean> {
    const keys = await this.keysOf(environmentId);
    for (const key of keys) await this.request('DELETE', `/${key}`);
    return keys.length > 0;
  }

  /** At most a thousand; the next pass over the environment finds the rest. */
  private async keysOf(environmentId: Types.ObjectId): Promise<string[]> {
    const response = await this.request('GET', `?list-type=2&prefix=${environmentId}%2F`);
    const text = (await response?.text()) ?? '';
    return [...text.matchAll(/<Key>([0-9a-f]{24}\/[0-9a-f]{24})<\/Key>/g)].map(([, key]) => key!);
  }

  /** Undefined for 404. Throws for any other failure, with the words of the service. */
  private async request(method: string, path: string, init: RequestInit = {}): Promise<Response | undefined> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await this.client.fetch(`${this.bucket}${path}`, { ...init, method, signal });
    if (response.ok) return response;
    const words = (await response.text()).slice(0, 300);
    if (response.status === 404 && !words.includes('NoSuchBucket')) return undefined;
    throw new Error(`The storage of pictures has refused ${method} with ${response.status}: ${words}`);
  }
}

function pathOf({ environmentId, _id }: AssetRef): string {
  return `/${environmentId}/${_id}`;
}
