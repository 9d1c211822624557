import { Types } from 'mongoose';
import { channelProblems } from './channel-problems.js';

type Sender = Parameters<typeof channelProblems>[1][number];

const refusal = { since: new Date('2026-02-03T04:05:06Z'), error: '535 5.7.8 refused', statusCode: 535 };
const refused = { error: '535 5.7.8 refused', statusCode: 535, since: '2026-02-03T04:05:06.000Z', kind: 'refused' };

const aSender = (fields: Partial<Sender> = {}): Sender => ({
  _id: new Types.ObjectId(),
  channel: 'email',
  name: 'Mail',
  active: true,
  primary: true,
  conditions: [],
  ...fields,
});
const condition = { isNegated: false, type: 'GROUP' as const, value: 'AND' as const, children: [] };

describe('CH9: channels in which messages fail or wait', () => {
  it.each<[string, string[], Sender[], object[]]>([
    ['a channel that works', ['email'], [aSender()], []],
    ['a channel that nothing uses', ['delay', 'http_request'], [], []],
    ['no integration', ['sms'], [aSender()], [{ kind: 'no_integration' }]],
    ['none that is active', ['email'], [aSender({ active: false })], [{ kind: 'no_integration' }]],
    ['none in the inbox', ['in_app'], [], [{ kind: 'no_integration' }]],
    ['none that is primary', ['email'], [aSender({ primary: false })], [{ kind: 'no_primary' }]],
    ['one with conditions', ['email'], [aSender({ primary: false, conditions: [condition] })], []],
    ['push without a primary', ['push'], [aSender({ channel: 'push', primary: false })], []],
    ['a primary that is refused', ['email'], [aSender({ refusal })], [{ ...refused, integrationName: 'Mail' }]],
    ['a refused one for failover', ['email'], [aSender(), aSender({ primary: false, refusal })], []],
    [
      'one of two that push',
      ['push'],
      [aSender({ channel: 'push' }), aSender({ channel: 'push', primary: false, name: 'APNs', refusal })],
      [{ ...refused, integrationName: 'APNs' }],
    ],
  ])('%s', (_what, steps, integrations, problems) => {
    expect(channelProblems([steps], integrations)).toEqual(problems.map((one) => expect.objectContaining(one)));
  });

  it('says how many workflows use the channel, each once', () => {
    expect(channelProblems([['sms', 'sms'], ['sms'], ['email']], [aSender()])).toEqual([
      { channel: 'sms', kind: 'no_integration', workflows: 2 },
    ]);
  });
});
