import { chatProvider } from '../kit/http/http-provider.js';
import { escapeDiscord } from './escape.js';
import { targetSecrets, webhookAddress } from './targets.js';

/** Discord: webhooks of channels. */
export const discord = chatProvider({
  id: 'discord',
  name: 'Discord',
  documentation: 'https://discord.com/developers/docs/resources/webhook#execute-webhook',
  keys: {},
  secrets: targetSecrets,
  request({ content }) {
    const url = new URL(webhookAddress(content, 'Discord'));
    // Without it the response comes before the message is stored, and without its id.
    url.searchParams.set('wait', 'true');
    return { url: url.toString(), json: { content: content.body } };
  },
  // https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
  code: 'code',
  faults: {
    recipient: '10003 10004 10015 50001 50013 50027 50083 160006',
    content: '20009 50006 50008 50035 50109 200000 200001 220001',
    passing: '20016 20028 20029 130000 131000',
  },
  access: () => 'recipient',
  wait: 'retry_after',
  escape: escapeDiscord,
  limits: { body: { max: 2000, unit: 'units' } },
  messageId: 'id',
});
