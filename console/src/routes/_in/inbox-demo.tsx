import { createFileRoute } from '@tanstack/react-router';
import { BellRing } from 'lucide-react';
import { InboxDemoScreen } from '../../features/inbox-demo/screen';

/** The inbox of a sample person, and a button that sends to it. */
export const Route = createFileRoute('/_in/inbox-demo')({
  staticData: {
    guests: 'inboxDemo',
    entry: {
      group: 'Delivery',
      label: 'Inbox demo',
      icon: BellRing,
      permission: 'events:write',
      order: 60,
      onlyWhereServed: true,
    },
  },
  component: InboxDemoScreen,
});
