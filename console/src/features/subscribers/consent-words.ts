import type { Schemas } from '../../api/client';

type Consent = Schemas['ConsentDto'];

const CHOICES: Record<Consent['choice'], string> = {
  opted_in: 'Opted in',
  opted_out: 'Opted out',
  paused: 'Paused all messages',
  resumed: 'Resumed',
  quiet_hours: 'Changed quiet hours',
  address: 'Changed address',
};

const SOURCES: Record<Consent['origin']['source'], string> = {
  one_click: 'One-click unsubscribe',
  unsubscribe_page: 'Unsubscribe page',
  preferences_page: 'Preference page',
  inbox: 'Inbox widget',
  api: 'API',
  console: 'Console',
  sms_keyword: 'SMS keyword',
  provider_report: 'Provider report',
};

const CHANNELS: Record<NonNullable<Consent['channels']>[number], string> = {
  email: 'email',
  sms: 'SMS',
  in_app: 'in-app',
  push: 'push',
  chat: 'chat',
  tool: 'tools',
};

/** What was chosen, in words: "Opted out of product news: email, SMS". */
export function choiceWords({ choice, channels, workflowId, category, topicKey, address }: Consent): string {
  const where = channels?.map((channel) => CHANNELS[channel]).join(', ');
  if (choice === 'address') return `${CHOICES.address}: ${address ?? `no ${where ?? 'address'}`}`;
  if (choice !== 'opted_in' && choice !== 'opted_out') return CHOICES[choice];
  const topic = topicKey === undefined ? undefined : `the topic ${topicKey}`;
  const what = workflowId ?? category ?? topic ?? 'all notifications';
  return `${CHOICES[choice]} ${choice === 'opted_in' ? 'to' : 'of'} ${what}${where === undefined ? '' : `: ${where}`}`;
}

/** From where it came: "Console: ada@example.com". */
export function originWords({ source, by }: Consent['origin']): string {
  return by === undefined ? SOURCES[source] : `${SOURCES[source]}: ${by}`;
}
