import { type MessageCtaDto, type MessageDto, toMessageDto } from '../../notifications/v1/message.dto.js';
import type { Message, MessageWorkflow } from '../../notifications/messages/message.schema.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';

/** An in-app message under the names that inbox widgets read from the event of a new one. */
export interface StoredMessageDto extends Omit<MessageDto, 'subscriber' | 'cta'> {
  workflow: Omit<MessageWorkflow, 'id'> & { id: string };
  subscriber: StoredSubscriber;
  /** Always an object: widgets read its properties. */
  cta: object;
}

type StoredSubscriber = { _id: string } & Pick<Subscriber, 'subscriberId'> &
  Partial<Pick<Subscriber, 'firstName' | 'lastName' | 'avatar' | 'locale' | 'timezone' | 'email' | 'phone' | 'data'>>;

/** The message in its state at `now`. */
export function toStoredMessageDto(message: Message, subscriber: Subscriber, now: Date): StoredMessageDto {
  const shown = toMessageDto(message, {}, now);
  return Object.assign(shown, {
    workflow: { ...message.workflow, id: shown._templateId },
    subscriber: toStoredSubscriber(subscriber, shown._subscriberId),
    cta: toCta(shown.cta),
  });
}

function toStoredSubscriber(subscriber: Subscriber, _id: string): StoredSubscriber {
  const { subscriberId, firstName, lastName, avatar, locale, timezone, email, phone, data } = subscriber;
  return {
    _id,
    subscriberId,
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(avatar && { avatar }),
    ...(locale && { locale }),
    ...(timezone && { timezone }),
    ...(email && { email }),
    ...(phone && { phone }),
    ...(data && { data }),
  };
}

/** Has a `result` only if a button is completed. */
function toCta({ action, ...cta }: MessageCtaDto): object {
  if (!action) return cta;
  const { result, ...open } = action;
  return { ...cta, action: result.type ? { ...open, result: { type: result.type } } : open };
}
