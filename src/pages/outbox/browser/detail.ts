/// <reference lib="dom" />
import type { ChatContent, PushContent, SmsContent, ToolContent } from '#libs/providers/kit/content.js';
import type { ActivityJobDto, ActivityNotificationDto } from '../../../notifications/activity/activity.dto.js';
import type { KeptContent, KeptEmail } from '../../../outbox/outbox-message.schema.js';
import { channelBadge, counted, element, factList, timeOf } from './element.js';
import { emailView } from './email.js';
import type { MessageDetail } from './source.js';

/** Returns a message as its recipient would see it. */
export function messageView(message: MessageDetail): HTMLElement[] {
  const content = message.content as KeptContent;
  return [headOf(message, content), ...bodyOf(message, content)];
}

/** Returns what is shown while no message is selected. */
export function noMessage(text: string): HTMLElement {
  return element('div', { class: 'empty' }, element('p', {}, text));
}

function headOf(message: MessageDetail, content: KeptContent): HTMLElement {
  const { channel, createdAt, recipients, providerId, transactionId } = message;
  const isEmail = content.channel === 'email';
  const title = content.channel === 'email' ? content.subject : TITLES[channel];
  const to = isEmail ? content.to : recipients;
  return element(
    'header',
    { class: 'head' },
    element('div', { class: 'title-row' }, channelBadge(channel), timeOf(createdAt, 'long')),
    element('h2', {}, title || '(no subject)'),
    factList([
      ['From', isEmail ? senderOf(content) : content.channel === 'sms' ? content.from : undefined],
      ['To', to.join(', ')],
      ['Provider', providerId],
      ['Transaction', transactionId],
    ]),
    ...(isEmail ? filesOf(content) : []),
  );
}

const TITLES = {
  email: '',
  sms: 'Text message',
  push: 'Push notification',
  chat: 'Chat message',
  tool: 'Tool message',
} as const;

function bodyOf(message: MessageDetail, content: KeptContent): HTMLElement[] {
  switch (content.channel) {
    case 'email':
      return emailView(content);
    case 'sms':
      return [smsView(content)];
    case 'push':
      return [pushView(content)];
    case 'chat':
    case 'tool':
      return [chatView(content, message.createdAt)];
  }
}

function smsView({ from, body }: SmsContent): HTMLElement {
  const bubble = element('p', { class: 'bubble' }, body);
  const phone = element(
    'div',
    { class: 'phone-frame' },
    element('p', { class: 'who' }, from ?? 'Text message'),
    bubble,
  );
  const count = counted(Array.from(body).length, 'character');
  return element('div', { class: 'stage' }, phone, element('p', { class: 'count' }, count));
}

function pushView({ title, body, data }: PushContent): HTMLElement {
  const notice = element(
    'div',
    { class: 'notice' },
    element('span', { class: 'sign', 'aria-hidden': 'true' }, 'C'),
    element('div', {}, element('small', {}, 'now'), element('strong', {}, title), element('p', {}, body)),
  );
  const extra = data === undefined ? [] : [element('pre', { class: 'data' }, JSON.stringify(data, undefined, 2))];
  return element('div', { class: 'stage' }, element('div', { class: 'phone-frame' }, notice), ...extra);
}

function chatView({ body }: ChatContent | ToolContent, createdAt: string): HTMLElement {
  const head = element('header', {}, element('strong', {}, 'Carillon'), timeOf(createdAt, 'short'));
  const sign = element('span', { class: 'sign', 'aria-hidden': 'true' }, 'C');
  return element(
    'div',
    { class: 'stage' },
    element('div', { class: 'chat' }, sign, element('div', {}, head, element('p', {}, body))),
  );
}

function senderOf({ from, senderName }: KeptEmail): string | undefined {
  return senderName === undefined || from === undefined ? (senderName ?? from) : `${senderName} <${from}>`;
}

function filesOf({ attachments = [] }: KeptEmail): HTMLElement[] {
  if (attachments.length === 0) return [];
  const files = attachments.map(({ name, size }) => element('li', {}, `${name} · ${sizeOf(size)}`));
  return [element('ul', { class: 'files', 'aria-label': 'Attachments' }, ...files)];
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1_048_576 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`;
}

/** Returns what every step of a run did for the recipient of a message. */
export function runView({ _id, template, jobs }: ActivityNotificationDto): HTMLElement {
  return element(
    'section',
    { class: 'run', 'aria-label': 'The run of this message' },
    element('h3', {}, `Run of ${template?.name ?? 'a deleted workflow'}`),
    element('ol', {}, ...jobs.map(stepView)),
    element('p', { class: 'why' }, 'Activity ', element('code', {}, _id)),
  );
}

function stepView({ type, step, status, reason, decidedBy }: ActivityJobDto): HTMLElement {
  const why = [reason, decidedBy].filter((part) => part !== undefined).join(', ');
  return element(
    'li',
    { 'data-status': status },
    element('strong', {}, step.name || type),
    ` ${type}: ${status}`,
    ...(why ? [element('span', { class: 'why' }, ` (${why})`)] : []),
  );
}
