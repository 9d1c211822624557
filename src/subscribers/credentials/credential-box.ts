import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import {
  type ChannelCredentials,
  channelRecord,
  type Subscriber,
  type SubscriberChannel,
} from '../subscriber.schema.js';

/** The subscriber that the credentials belong to. */
export type CredentialOwner = Pick<Subscriber, 'environmentId' | 'subscriberId'>;

/** Decrypted credentials at one integration. */
export type OpenChannel = Omit<SubscriberChannel, 'sealedCredentials'> & { credentials: ChannelCredentials };

/**
 * Encrypts what providers need to reach a subscriber. A sealed value is bound to its owner and integration. The owner is
 * identified by the caller's id, so that a trigger can carry credentials of a subscriber that is not stored yet.
 */
@Injectable()
export class CredentialBox {
  constructor(private readonly secrets: SecretBox) {}

  seal(owner: CredentialOwner, { credentials, ...channel }: OpenChannel): SubscriberChannel {
    const sealedCredentials = this.secrets.seal(JSON.stringify(credentials), channelRecord(owner, channel));
    return { ...channel, sealedCredentials };
  }

  /** Throws a `SecretBoxError` when they were sealed with another key or for another subscriber. */
  open(owner: CredentialOwner, { sealedCredentials, ...channel }: SubscriberChannel): OpenChannel {
    const credentials = JSON.parse(
      this.secrets.open(sealedCredentials, channelRecord(owner, channel)),
    ) as ChannelCredentials;
    return { ...channel, credentials };
  }

  /** All credentials of a subscriber, in the order in which they were set. */
  openAll(subscriber: CredentialOwner & Pick<Subscriber, 'channels'>): OpenChannel[] {
    return subscriber.channels.map((channel) => this.open(subscriber, channel));
  }
}
