const ITEMS = '{{payload.items | size | pluralize: "parcel"}} with {{payload.items | toSentence}}.';

/** The workflow of the demo: one step for each channel. */
export const WORKFLOW = {
  name: 'Order shipped',
  workflowId: 'order-shipped',
  active: true,
  tags: ['orders'],
  steps: [
    {
      name: 'Inbox',
      type: 'in_app',
      controlValues: {
        subject: 'Your order is on its way, {{subscriber.firstName}}',
        body: ITEMS,
        primaryAction: { label: 'Track it', redirect: { url: '/orders/{{payload.orderId}}' } },
      },
    },
    {
      name: 'Email',
      type: 'email',
      controlValues: {
        subject: 'Your order {{payload.orderId}} is on its way',
        editorType: 'html',
        body: `<h1>On its way, {{subscriber.firstName}}</h1><p>${ITEMS}</p><p><a href="https://example.com/orders/{{payload.orderId}}">Track it</a></p>`,
      },
    },
    { name: 'SMS', type: 'sms', controlValues: { body: 'Order {{payload.orderId}} is on its way.' } },
    { name: 'Push', type: 'push', controlValues: { subject: 'Order {{payload.orderId}}', body: ITEMS } },
    { name: 'Chat', type: 'chat', controlValues: { body: `Order {{payload.orderId}} is on its way: ${ITEMS}` } },
  ],
};
