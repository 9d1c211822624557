import type { Screen } from './screens.js';

const DAY_MS = 86_400_000;
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Hours on the day after the day after tomorrow alone. */
function hoursLater() {
  const day = DAYS[new Date(Date.now() + 3 * DAY_MS).getUTCDay()]!;
  return {
    isEnabled: true,
    weeklySchedule: { [day]: { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:00 PM' }] } },
  };
}

/** What senders meet: refused accounts, quiet hours that hold, and messages that come too late. */
export const SENDER_SCREENS: Screen[] = [
  { path: '/create/integration?provider=google-chat', heading: 'Connect Google Chat', shows: 'needs no account' },
  {
    path: '/integrations/{refusedId}',
    via: { path: '/integrations', heading: 'Integrations', link: 'Refused relay' },
    shows: 'The provider refuses this account',
    prepare: async ({ api, connection }) => {
      const credentials = { host: '127.0.0.1', port: '2525', from: 'shop@example.com', senderName: 'Shop' };
      await api.post('/v1/integrations', {
        providerId: 'nodemailer',
        name: 'Refused relay',
        credentials,
        active: true,
      });
      const error =
        '535 5.7.8 Error: authentication failed: the password of shop@example.com has expired on 2026-01-31';
      const refusal = { since: new Date(), error };
      await connection.collection('integrations').updateOne({ name: 'Refused relay' }, { $set: { refusal } });
    },
  },
  {
    path: '/integrations/{inAppId}',
    via: { path: '/integrations', heading: 'Integrations', link: /^In-?App/i },
    shows: 'need no proof',
  },
  {
    path: '/workflows/held-reminder?tab=settings',
    heading: 'Held reminder',
    shows: 'Expires after',
    prepare: async ({ api }) => {
      const steps = [{ name: 'Text', type: 'sms', controlValues: { body: 'Hello' } }];
      const expiresIn = { amount: 5, unit: 'days' };
      const workflow = { workflowId: 'held-reminder', name: 'Held reminder', quietHours: 'hold', expiresIn, steps };
      await api.workflow(workflow);
      await api.subscriber({ subscriberId: 'quinn', firstName: 'Quinn', phone: '+4915112345678' });
      await api.patch('/v2/subscribers/quinn/preferences', { schedule: hoursLater() });
      await api.trigger('held-reminder', { to: 'quinn', transactionId: 'held-run' });
      await api.get('/v1/events/trigger/held-run?wait=10');
    },
  },
  {
    path: '/activity/{heldId}',
    via: { path: '/activity?transaction=held-run', heading: 'Activity', link: 'Quinn' },
    shows: 'has quiet hours',
  },
];
