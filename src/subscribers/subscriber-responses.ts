import { Injectable } from '@nestjs/common';
import type { CursorPage } from '../platform/paging/cursor-page.js';
import { CredentialBox } from './credentials/credential-box.js';
import { toSubscriberChannelDto } from './credentials/channel-credentials.dto.js';
import { type SubscriberDto, type SubscriberPageDto, toSubscriberDto } from './subscriber.dto.js';
import type { Subscriber } from './subscriber.schema.js';

/** Shows subscribers with their credentials, which are encrypted where they are stored. */
@Injectable()
export class SubscriberResponses {
  constructor(private readonly box: CredentialBox) {}

  one(subscriber: Subscriber): SubscriberDto {
    return toSubscriberDto(subscriber, this.box.openAll(subscriber).map(toSubscriberChannelDto));
  }

  page({ data, next, previous, totalCount, totalCountCapped }: CursorPage<Subscriber>): SubscriberPageDto {
    return { data: data.map((subscriber) => this.one(subscriber)), next, previous, totalCount, totalCountCapped };
  }
}
