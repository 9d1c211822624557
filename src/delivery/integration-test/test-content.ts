import { isEmail } from 'class-validator';
import type { ChatTarget } from '#libs/providers/kit/content.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import type { Integration } from '../../integrations/integration.schema.js';
import type { OutgoingContent } from '../channels/channel-sender.js';
import type { TestIntegrationDto } from './integration-test.dto.js';

const TITLE = 'Test message';
const BODY = 'This is a test of an integration of Carillon. If you read it, the integration works.';

/** Digits, and what people write between them. */
const PHONE_NUMBER = /^\+?\d[\d ()./-]{2,30}$/;

/** The message that tests an integration. `token`: of the workspace of a chat. Throws 422 for an address that cannot be. */
export function testContent(
  { channel, providerId }: Pick<Integration, 'channel' | 'providerId'>,
  { to, kind }: TestIntegrationDto,
  token?: string,
): OutgoingContent {
  switch (channel) {
    case 'email':
      if (!isEmail(to)) throw unusable('an email address, such as ada@example.com', to);
      return { channel, to: [to], subject: TITLE, html: `<p>${BODY}</p>`, text: BODY };
    case 'sms':
      return { channel, to: phoneNumber(to), body: BODY };
    case 'push':
      return { channel, token: to, title: TITLE, body: BODY };
    case 'chat':
      return { channel, target: targetOf(to, kind ?? kindOf(to, providerId), token), body: BODY };
    default: {
      const what = channel === 'in_app' ? 'In-app messages are kept here' : 'Nothing is sent';
      const message = `${what} and not through a provider: this integration has nothing to test`;
      throw ValidationException.of('integrationId', message);
    }
  }
}

function kindOf(to: string, providerId: string): ChatTarget['kind'] {
  if (/^https?:/i.test(to)) return 'webhook';
  return providerId === 'whatsapp-business' ? 'phone' : 'channel';
}

function targetOf(to: string, kind: ChatTarget['kind'], token: string | undefined): ChatTarget {
  switch (kind) {
    case 'webhook':
      if (!URL.canParse(to)) throw unusable('the http or https address of a webhook', to);
      return { kind, url: to };
    case 'phone':
      return { kind, number: phoneNumber(to) };
    case 'channel':
    case 'user':
      return { kind, id: to, token };
  }
}

function phoneNumber(to: string): string {
  if (!PHONE_NUMBER.test(to)) throw unusable('a phone number, such as +4930901820', to);
  return to;
}

function unusable(wanted: string, to: string): ValidationException {
  return ValidationException.of('to', `to must be ${wanted}`, to.slice(0, 200));
}
