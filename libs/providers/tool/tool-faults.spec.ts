import type { ToolContent } from '../kit/content.js';
import type { Provider } from '../kit/provider.js';
import { TOOL_ADAPTERS } from '../providers.js';
import { type FaultTableOf, saysWhoActs } from '../testing/fault-tables.js';

const own: ToolContent = { channel: 'tool', body: 'Disk full' };
const byKey: ToolContent = { ...own, target: { kind: 'key', key: 'recipient-key-1', region: 'us' } };
const byUrl: ToolContent = { ...own, target: { kind: 'url', url: 'https://tool.example.com/alerts' } };

const TABLES: readonly [id: string, content: ToolContent, refusals: FaultTableOf<ToolContent>['refusals']][] = [
  [
    'pagerduty',
    own,
    {
      'https://developer.pagerduty.com/docs/events-api-overview': [
        [400, { status: 'invalid event', errors: ["'summary' is missing or blank"] }, 'content'],
        [403, '', 'account'],
        [429, '', 'passing'],
        [500, '', 'passing'],
        [202, '<html>', 'passing'],
      ],
    },
  ],
  ['pagerduty', byKey, { 'https://developer.pagerduty.com/docs/events-api-overview': [[403, '', 'recipient']] }],
  [
    'opsgenie',
    own,
    {
      'https://docs.opsgenie.com/docs/response': [
        [401, { message: 'Could not authenticate' }, 'account'],
        [402, { message: 'Your plan does not include this' }, 'account'],
        [403, { message: 'Not allowed' }, 'account'],
        [422, { message: 'Request body is not processable' }, 'content'],
        [429, { message: 'You are making too many requests!' }, 'passing'],
      ],
    },
  ],
  ['opsgenie', byKey, { 'https://docs.opsgenie.com/docs/response': [[401, '', 'recipient']] }],
  [
    'grafana',
    byUrl,
    {
      'https://grafana.com/docs/oncall/latest/': [
        [404, '', 'recipient'],
        [429, '', 'passing'],
      ],
    },
  ],
  ['grafana', own, { 'https://grafana.com/docs/oncall/latest/': [[404, '', 'account']] }],
  [
    'tool-webhook',
    own,
    {
      'its own server: the status': [
        [401, '', 'account'],
        [400, '', 'content'],
        [503, '', 'passing'],
      ],
    },
  ],
];

const providerOf = (id: string): Provider<ToolContent> => TOOL_ADAPTERS.find((one) => one.id === id)!;
saysWhoActs(
  TOOL_ADAPTERS,
  TABLES.map(([id, content, refusals]) => ({ provider: providerOf(id), content, refusals })),
);
