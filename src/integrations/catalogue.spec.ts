import { ADAPTERS, findAdapter } from '#libs/providers/providers.js';
import { isOutboxProvider } from '../outbox/outbox-rules.js';
import { channelsOf, findProvider, PROVIDERS } from './catalogue.js';

/** The ids that the contract lists, those of the outbox, and that of browsers. */
const IDS: Record<keyof typeof PROVIDERS, string> = {
  email: `anypost emailjs mailgun mailjet mandrill nodemailer postmark sendgrid sendinblue ses netcore infobip-email
    resend plunk mailersend mailtrap clickatell outlook365 novu-email sparkpost email-webhook braze novu-email-agent`,
  sms: `clickatell nexmo plivo sms77 sms-central sns telnyx twilio gupshup firetext infobip-sms burst-sms bulk-sms
    isend-sms forty-six-elks kannel maqsam termii africas-talking novu-sms sendchamp generic-sms clicksend bandwidth
    messagebird simpletexting azure-sms ring-central brevo-sms eazy-sms mobishastra afro-message unifonic smsmode imedia
    sinch isendpro-sms cm-telecom ruach-sms`,
  push: 'fcm apns expo one-signal pushpad push-webhook pusher-beams appio outbox-push web-push',
  in_app: 'novu',
  chat: `slack discord msteams webex-messaging mattermost ryver zulip grafana-on-call getstream rocket-chat
    whatsapp-business line chat-webhook novu-slack telegram sendblue novu-web-chat outbox-chat google-chat`,
  tool: 'pagerduty opsgenie grafana tool-webhook',
  agent: 'anthropic novu-anthropic anthropic-aws',
};

/** The keys that the contract marks as needed, of some providers of each channel. */
const NEEDED: [Parameters<typeof findProvider>[0], string, string[]][] = [
  ['email', 'mailgun', ['apiKey', 'user', 'domain', 'from', 'senderName']],
  ['email', 'nodemailer', ['host', 'port', 'from', 'senderName']],
  ['email', 'ses', ['apiKey', 'secretKey', 'region', 'from', 'senderName']],
  ['email', 'braze', ['apiKey', 'apiURL', 'appID', 'from', 'senderName']],
  ['sms', 'twilio', ['accountSid', 'token', 'from']],
  ['sms', 'generic-sms', ['baseUrl', 'apiKeyRequestHeader', 'apiKey', 'idPath', 'from']],
  ['sms', 'ring-central', ['clientId', 'secretKey', 'token', 'from']],
  ['push', 'fcm', ['serviceAccount']],
  ['push', 'apns', ['secretKey', 'apiKey', 'projectName', 'applicationId']],
  ['chat', 'slack', ['applicationId', 'clientId', 'secretKey']],
  ['chat', 'whatsapp-business', ['apiToken', 'phoneNumberIdentification']],
];

describe('the catalogue', () => {
  it.each(Object.entries(IDS))('has exactly the providers of %s', (channel, ids) => {
    expect(Object.keys(PROVIDERS[channel as keyof typeof PROVIDERS])).toEqual(ids.split(/\s+/));
  });

  it.each(NEEDED)('in %s, %s needs %p', (channel, id, keys) => {
    expect(findProvider(channel, id)?.keys?.needed).toEqual(keys);
  });

  it.each([
    ['sendgrid', ['email']],
    ['clickatell', ['email', 'sms']],
    ['anthropic', []],
    ['unknown', []],
    ['constructor', []],
  ])('finds the channels of %s: %p', (id, channels) => {
    expect(channelsOf(id)).toEqual(channels);
  });

  it('finds agents without a channel', () => {
    expect(findProvider(undefined, 'anthropic')?.name).toBe('Anthropic');
    expect(findProvider('email', 'anthropic')).toBeUndefined();
    expect(findProvider(undefined, 'toString')).toBeUndefined();
  });
});

describe('G12: catalogue and adapters agree', () => {
  const { agent: _agents, ...byChannel } = PROVIDERS;
  const entries = Object.entries(byChannel).flatMap(([channel, providers]) =>
    Object.entries(providers).map(([id, provider]) => ({ channel, id, provider })),
  );

  it.each(entries)('$channel $id is sent with, is kept here, or says why neither', ({ channel, id, provider }) => {
    const adapter = findAdapter(channel, id);
    const isKept = id === 'novu' || isOutboxProvider(id);
    const ways = [adapter && 'adapter', isKept && 'kept', provider.cannotSend && 'refused'].filter(Boolean);
    expect(ways).toHaveLength(1);
    // What is shown of a provider is what is sent with.
    if (adapter) expect(provider).toBe(adapter);
  });

  it('has every adapter', () => {
    expect(ADAPTERS.filter((adapter) => findProvider(adapter.channel, adapter.id) !== adapter)).toEqual([]);
  });

  it('refuses few', () => {
    const refused = entries.filter(({ provider }) => provider.cannotSend !== undefined);
    expect(refused.length).toBeLessThan(entries.length / 2);
    // The end of a sentence.
    for (const { provider } of refused) expect(provider.cannotSend).toMatch(/^[a-z].*[^.]$/);
  });
});
