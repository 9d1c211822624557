import { optionalText } from '../kit/account.js';
import { toolProvider } from '../kit/http/http-provider.js';
import { withPassthrough } from '../kit/http/overrides.js';
import { isRecord } from '../kit/json.js';
import { withWebhookSignature } from '../kit/http/signatures.js';
import type { ToolProvider } from '../kit/provider.js';
import { toolSecrets, urlTarget } from './tool-targets.js';

/**
 * A server of the operator. A text that is a JSON object is posted as it is, any other as `{ "id": …, "body": … }`. The
 * id is the same for every attempt and is also sent as the header `idempotency-key`. With a `secretKey`, the header
 * `x-carillon-signature` is the HMAC-SHA256 of the body with that key, in hexadecimal digits. Any 2xx is success; a
 * member `id` of a JSON response is the server's own id of the message.
 */
export const toolWebhook: ToolProvider = {
  ...toolProvider({
    id: 'tool-webhook',
    name: 'Tool Webhook',
    documentation: 'https://www.rfc-editor.org/rfc/rfc2104',
    keys: { optional: ['webhookUrl', 'secretKey', 'hmacSecretKeyEncoding'] },
    secrets: toolSecrets,
    request({ key, content }, account) {
      const { url, method = 'POST', headers } = urlTarget(content, account, 'A tool webhook');
      const body = objectIn(content.body) ?? { id: key, body: content.body };
      const request = { method, url, json: body, headers: { 'idempotency-key': key } };
      return withPassthrough(request, { _passthrough: { headers } });
    },
    sign: (request, account) =>
      optionalText(account, 'secretKey') === undefined ? request : withWebhookSignature(request, account),
    access: ({ target }) => (target ? 'recipient' : 'account'),
    messageId: 'id',
    optionalId: true,
  }),
  ownAddress: 'webhookUrl',
};

function objectIn(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
