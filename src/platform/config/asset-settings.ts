import { integer, text } from './setting.js';

/** The pictures that environments keep, and where. */
export const ASSET_SETTINGS = {
  maxAssetBytes: integer(
    { default: 5_242_880, min: 1024, max: 15_728_640 },
    'Size of a picture that is uploaded, in bytes; a larger one gets 413.',
  ),
  maxAssets: integer({ default: 1000, min: 1, max: 1_000_000 }, 'Pictures that an environment may have.'),
  maxAssetsBytes: integer(
    { default: 524_288_000, min: 1024 },
    'Size of all pictures of an environment together, in bytes.',
  ),
  assetsS3Url: text(
    { pattern: /^https?:\/\/[^\s?#@]*[^\s?#@/]$/, form: 'an http or https address without a slash at its end' },
    'Address of a bucket of S3-compatible storage in which pictures are kept, such as `https://s3.eu-central-1.amazonaws.com/my-pictures`; it may have a private address. Unset: they are kept in the store, and backups have them.',
  ),
  assetsS3Region: text({ default: 'auto' }, 'Region of the bucket, for services that have several.'),
  assetsS3AccessKeyId: text({}, 'Access key for the bucket. Needed with `ASSETS_S3_URL`.'),
  assetsS3SecretAccessKey: text({ secret: true }, 'Secret of the access key. Needed with `ASSETS_S3_URL`.'),
};
