import type {
  ActionType,
  Message,
  MessageAction,
  MessageWorkflow,
} from '../../notifications/messages/message.schema.js';
import { shownState } from '../../notifications/messages/message-state.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';

const ACTION_TYPES: readonly ActionType[] = ['primary', 'secondary'];

/** A button as inbox widgets read it from a stored message. */
interface StoredButton {
  type: ActionType;
  content: string;
  url?: string;
  target?: string;
}

/** An in-app message under the names that inbox widgets read from the event of a new one. */
export interface StoredMessageDto {
  _id: string;
  _environmentId: string;
  _organizationId: string;
  _subscriberId: string;
  /** Id of the run. */
  _notificationId: string;
  /** Id of the workflow. */
  _templateId: string;
  templateIdentifier: string;
  transactionId: string;
  subject?: string;
  content: string;
  avatar?: string;
  channel: 'in_app';
  tags: string[];
  data?: Record<string, unknown>;
  severity: string;
  status: 'sent';
  read: boolean;
  seen: boolean;
  archived: boolean;
  createdAt: string;
  deliveredAt: string[];
  lastReadDate?: string;
  firstSeenDate?: string;
  lastSeenDate?: string;
  archivedAt?: string;
  contextKeys: string[];
  workflow: Omit<MessageWorkflow, 'id'> & { id: string };
  subscriber: StoredSubscriber;
  /** Always an object: widgets read its properties. */
  cta: { type?: 'redirect'; data?: object; action?: object };
}

type StoredSubscriber = { _id: string } & Pick<Subscriber, 'subscriberId'> &
  Partial<Pick<Subscriber, 'firstName' | 'lastName' | 'avatar' | 'locale' | 'timezone' | 'email' | 'phone' | 'data'>>;

/** The message in its state at `now`. */
export function toStoredMessageDto(message: Message, subscriber: Subscriber, now: Date): StoredMessageDto {
  const { subject, avatar, data, workflow } = message;
  const state = shownState(message, now);
  return {
    _id: message._id.toHexString(),
    _environmentId: message.environmentId.toHexString(),
    _organizationId: message.organizationId.toHexString(),
    _subscriberId: message.subscriberId.toHexString(),
    _notificationId: message.runId.toHexString(),
    _templateId: workflow.id.toHexString(),
    templateIdentifier: workflow.identifier,
    transactionId: message.transactionId,
    ...(subject !== undefined && { subject }),
    content: message.body,
    ...(avatar !== undefined && { avatar }),
    channel: 'in_app',
    tags: message.tags,
    ...(data && { data }),
    severity: message.severity,
    status: 'sent',
    read: state.read,
    seen: message.seen,
    archived: state.archived,
    createdAt: message.createdAt.toISOString(),
    deliveredAt: state.deliveredAt.map((date) => date.toISOString()),
    ...dateField('lastReadDate', state.readAt),
    ...dateField('firstSeenDate', message.firstSeenAt),
    ...dateField('lastSeenDate', message.lastSeenAt),
    ...dateField('archivedAt', state.archivedAt),
    contextKeys: message.contextKeys,
    workflow: { ...workflow, id: workflow.id.toHexString() },
    subscriber: toStoredSubscriber(subscriber),
    cta: toCta(message),
  };
}

function toStoredSubscriber(subscriber: Subscriber): StoredSubscriber {
  const { _id, subscriberId, firstName, lastName, avatar, locale, timezone, email, phone, data } = subscriber;
  return {
    _id: _id.toHexString(),
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

function toCta({
  redirect,
  actions = {},
  lastCompleted,
}: Pick<Message, 'redirect' | 'actions' | 'lastCompleted'>): StoredMessageDto['cta'] {
  const types = ACTION_TYPES.filter((type) => actions[type]);
  const completed = types.filter((type) => actions[type]?.completed);
  const shown = completed.find((type) => type === lastCompleted) ?? completed[0];
  return {
    ...((redirect || types.length > 0) && { type: 'redirect' }),
    ...(redirect && { data: { url: redirect.url, target: redirect.target } }),
    ...(types.length > 0 && {
      action: {
        status: shown ? 'done' : 'pending',
        buttons: types.map((type) => toButton(type, actions[type]!)),
        ...(shown && { result: { type: shown } }),
      },
    }),
  };
}

function toButton(type: ActionType, { label, redirect }: MessageAction): StoredButton {
  return { type, content: label, ...(redirect && { url: redirect.url, target: redirect.target }) };
}

function dateField<Name extends string>(name: Name, date: Date | undefined): Partial<Record<Name, string>> {
  return date ? ({ [name]: date.toISOString() } as Record<Name, string>) : {};
}
