/** @runs-on build */
import { createRequire } from 'node:module';
import { isOfficialClient, toOfficialClientFormat as respelled } from './official-client.js';

const { SDK_METADATA } = createRequire(import.meta.url)('@novu/api/lib/config.js') as {
  SDK_METADATA: { userAgent: string };
};

describe('official client', () => {
  it('is recognized by the text its package sends', () => {
    expect(isOfficialClient(SDK_METADATA.userAgent)).toBe(true);
  });

  it('is recognized in another language', () => {
    expect(isOfficialClient('speakeasy-sdk/go 3.1.0 2.879.2 3.13.0 github.com/novuhq/novu-go')).toBe(true);
  });

  it.each([undefined, '', 'node', 'curl/8.5.0', 'speakeasy-sdk/typescript 1.0.0 2.0.0 1.0.0 other', 'my-novu-tool/1'])(
    'is not %p',
    (userAgent) => {
      expect(isOfficialClient(userAgent)).toBe(false);
    },
  );
});

/** Respells a response; with the plain objects of the service, which those of the test are not. */
const toOfficialClientFormat = (response: unknown, options?: Parameters<typeof respelled>[1]): unknown =>
  respelled(structuredClone(response), options);

describe('origin for the official client', () => {
  it('is respelled in resources, their parts and lists', () => {
    const step = { stepId: 'a', origin: 'service-cloud' };
    const workflow = { workflowId: 'w', origin: 'service-cloud', steps: [step] };
    const expected = { workflowId: 'w', origin: 'novu-cloud', steps: [{ stepId: 'a', origin: 'novu-cloud' }] };
    expect(toOfficialClientFormat({ data: workflow })).toEqual({ data: expected });
    expect(toOfficialClientFormat({ data: { workflows: [workflow], totalCount: 1 } })).toEqual({
      data: { workflows: [expected], totalCount: 1 },
    });
    expect(toOfficialClientFormat([workflow])).toEqual([expected]);
    expect(toOfficialClientFormat({ data: [workflow], next: null })).toEqual({ data: [expected], next: null });
  });

  it('leaves other origins, other fields and what users wrote as they are', () => {
    const answer = {
      data: {
        origin: 'external',
        name: 'service-cloud',
        createdAt: new Date(0),
        description: null,
        controls: { values: { origin: 'service-cloud' } },
        payloadSchema: { origin: 'service-cloud' },
        data: { origin: 'service-cloud' },
      },
    };
    expect(toOfficialClientFormat(answer)).toEqual(answer);
    const bare = { id: '1', data: { origin: 'service-cloud' } };
    expect(toOfficialClientFormat(bare)).toEqual(bare);
  });

  it('does not change the response it is given', () => {
    const answer = structuredClone({ data: { origin: 'service-cloud' } });
    expect(respelled(answer)).not.toEqual(answer);
    expect(answer).toEqual({ data: { origin: 'service-cloud' } });
  });

  it.each([undefined, null, 5, 'text', true])('leaves %p as it is', (answer) => {
    expect(toOfficialClientFormat(answer)).toBe(answer);
  });
});

describe('the types of steps for the official client', () => {
  it('are those that it knows, and control values stay as they are', () => {
    const step = { type: 'wait_until', controlValues: { type: 'wait_until' } };
    expect(toOfficialClientFormat({ data: { steps: [step, { type: 'delay' }] } })).toEqual({
      data: { steps: [{ ...step, type: 'custom' }, { type: 'delay' }] },
    });
  });
});

describe('the ids of providers for the official client', () => {
  it.each([
    ['web-push', 'push-webhook'],
    ['outbox-push', 'push-webhook'],
    ['outbox-chat', 'chat-webhook'],
    ['google-chat', 'chat-webhook'],
    ['fcm', 'fcm'],
    ['toString', 'toString'],
  ])('%s is shown as %s', (providerId, expected) => {
    const channel = { providerId, credentials: { deviceTokens: ['a'] }, payload: { providerId } };
    expect(toOfficialClientFormat({ data: { channels: [channel] } })).toEqual({
      data: { channels: [{ ...channel, providerId: expected }] },
    });
  });

  it('leaves those that the contract lets be any text, and null', () => {
    const answer = [{ providerId: 'web-push' }, { providerId: null }];
    expect(toOfficialClientFormat(answer, { openProviderIds: true })).toEqual(answer);
    expect(toOfficialClientFormat(answer)).toEqual([{ providerId: 'push-webhook' }, { providerId: null }]);
  });
});
