import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Asset } from '../../platform/http/asset.js';
import { PARCEL_ICON, SAMPLE_ICON_PATH } from './sample.js';

const HALF_AN_HOUR = 'public, max-age=1800';

/** Serves the image beside the sample notification. */
export function serveSampleIcon(app: NestFastifyApplication): void {
  const icon = new Asset({ type: 'image/svg+xml', cacheControl: HALF_AN_HOUR, load: () => PARCEL_ICON });
  app
    .getHttpAdapter()
    .getInstance()
    .get(SAMPLE_ICON_PATH, (request, reply) => icon.send(request, reply));
}
