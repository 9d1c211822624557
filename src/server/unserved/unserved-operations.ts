/** Operations of the official clients that Carillon does not support, and what to use instead. */
export interface UnservedOperations {
  /** Name of the group, as in the message. */
  group: string;
  /** Beginnings of their paths, in whole segments; `{}` is any segment. */
  paths: readonly string[];
  alternative: string;
}

export const UNSERVED: readonly UnservedOperations[] = [
  {
    group: 'Agents',
    paths: ['/v1/agents', '/v1/web-chat'],
    alternative:
      'Carillon delivers notifications and holds no conversations. A workflow keeps its `agent`, and chat integrations ' +
      'deliver without one.',
  },
  {
    group: 'Inboxes without an environment',
    paths: ['/v1/inbox/events'],
    alternative:
      'Give the widget the `applicationIdentifier` of an environment, and trigger with POST /v1/events/trigger.',
  },
  {
    group: 'Inbound email domains',
    paths: ['/v1/domains', '/v1/inbound-parse'],
    alternative:
      'Carillon receives no email. Let your provider hand it to your application, and set `replyTo` of the email step.',
  },
  {
    group: 'Workflows of the first version',
    paths: ['/v1/workflows', '/v1/notification-templates'],
    alternative: 'Use /v2/workflows, which has steps with controlValues.',
  },
  {
    group: 'Notification groups',
    paths: ['/v1/notification-groups'],
    alternative: 'Use `tags` of a workflow, which lists and inboxes filter by.',
  },
  {
    group: 'Layouts of the first version',
    paths: ['/v1/layouts'],
    alternative: 'Use /v2/layouts.',
  },
  {
    group: 'Feeds',
    paths: ['/v1/feeds'],
    alternative: 'Use `tags` of a workflow: inboxes filter by them, and their tabs show them.',
  },
  {
    group: 'Changes',
    paths: ['/v1/changes'],
    alternative:
      'Compare environments with POST /v2/environments/{}/diff and promote with POST /v2/environments/{}/publish.',
  },
  {
    group: 'Execution details',
    paths: ['/v1/execution-details'],
    alternative: 'They are in `jobs[].executionDetails` of GET /v1/notifications/{}.',
  },
  {
    group: 'Workflow overrides by tenant',
    paths: ['/v1/workflow-overrides'],
    alternative: 'Use conditions of steps over `tenant` or `context`, in `skip`.',
  },
  {
    group: 'Organizations',
    paths: ['/v1/organizations/me', '/v1/organizations/members', '/v1/organizations/branding'],
    alternative:
      'An installation has one organization; its members are in /v1/members, its environments in /v1/environments.',
  },
  {
    group: 'Linking chat accounts of the first version',
    paths: ['/v1/subscribers/{}/credentials/{}/oauth'],
    alternative: 'Use POST /v1/integrations/channel-connections/oauth, whose response has the address to open.',
  },
  {
    group: 'Widgets of the first version',
    paths: ['/v1/widgets'],
    alternative: 'Use the inbox widgets of today (@novu/js 3), which call /v1/inbox.',
  },
];

/** The group of operations that a path belongs to, for any method; undefined when no official client knows the path. */
export function unservedOperations(segments: readonly string[]): UnservedOperations | undefined {
  const begins = (path: string) =>
    path
      .split('/')
      .slice(1)
      .every((part, index) => (part === '{}' ? segments.length > index : part === segments[index]));
  return UNSERVED.find(({ paths }) => paths.some(begins));
}
