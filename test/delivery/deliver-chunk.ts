import type { INestApplicationContext } from '@nestjs/common';
import { Types } from 'mongoose';
import { EventDeliveryService } from '../../src/delivery/dispatch/event-delivery.service.js';
import { EventProgressStore } from '../../src/delivery/dispatch/event-progress.store.js';

/** Delivers the next chunk of an event here and now, as a turn does; nothing if no turn would find it. */
export async function deliverChunk({ app }: { app: INestApplicationContext }, eventId: Types.ObjectId | string) {
  const [claimed] = await app.get(EventProgressStore, { strict: false }).claim([new Types.ObjectId(eventId)]);
  if (claimed) await app.get(EventDeliveryService, { strict: false }).deliver(claimed);
}
