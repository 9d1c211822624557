import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { Client, NovuRequestHandler, serve, workflow } from '@novu/framework/express';
import express from 'express';
import { z } from 'zod';

type Workflows = Parameters<typeof serve>[0]['workflows'];

/** A request that the application has got. */
export interface Asked {
  action: string;
  stepId: string;
  signature?: string;
}

/** Takes a request in place of the application; false: the application responds. */
type Intercept = (asked: Asked, response: ServerResponse) => boolean;

/** An application with workflows in code, made with the official package, behind Express or plain `http`. */
export class SampleApplication {
  /** Every request, oldest first. */
  readonly asked: Asked[] = [];
  intercept: Intercept = () => false;

  private constructor(private readonly server: Server) {}

  /** `secretKey`: the API key of the environment whose requests it accepts. */
  static async start(
    secretKey: string,
    { workflows = SAMPLES, with: library = 'express' }: { workflows?: Workflows; with?: 'express' | 'http' } = {},
  ): Promise<SampleApplication> {
    const client = new Client({ secretKey, strictAuthentication: true, verbose: false });
    const listener = library === 'express' ? expressListener(workflows, client) : plainListener(workflows, client);
    const server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://localhost');
      const asked = {
        action: searchParams.get('action') ?? '',
        stepId: searchParams.get('stepId') ?? '',
        signature: String(request.headers['novu-signature'] ?? ''),
      };
      application.asked.push(asked);
      if (!application.intercept(asked, response)) listener(request, response);
    });
    const application = new SampleApplication(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return application;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/api/novu`;
  }

  /** How often each step was asked for, with what the action was, such as `execute inbox`. */
  steps(): string[] {
    return this.asked.filter(({ stepId }) => stepId !== '').map(({ action, stepId }) => `${action} ${stepId}`);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

function expressListener(workflows: Workflows, client: Client): Listener {
  const application = express();
  application.use(express.json({ limit: '2mb' }));
  application.use('/api/novu', serve({ workflows, client }) as express.RequestHandler);
  return application;
}

/** What a developer writes who uses no framework. */
function plainListener(workflows: Workflows, client: Client): Listener {
  const handler = new NovuRequestHandler({
    frameworkName: 'http',
    workflows,
    client,
    handler: (request: IncomingMessage, response: ServerResponse) => ({
      body: () => (request.method === 'POST' ? json(request) : {}) as never,
      headers: (name: string) => request.headers[name.toLowerCase()] as string,
      method: () => request.method ?? 'GET',
      url: () => new URL(request.url ?? '', 'http://localhost'),
      transformResponse: ({ body, headers, status }) => {
        response.writeHead(status, headers).end(body);
      },
    }),
  }).createHandler();
  return (request, response) => void handler(request, response);
}

const order = workflow(
  'order',
  async ({ step, payload, subscriber }) => {
    await step.inApp(
      'inbox',
      (controls) => ({
        subject: controls.subject,
        body: `Order ${payload.id} of ${subscriber.firstName} {{ no.template }}`,
        primaryAction: { label: 'See', redirect: { url: '/orders', target: '_self' } },
        data: { id: payload.id },
      }),
      { controlSchema: z.object({ subject: z.string().default('Hello {{subscriber.firstName}}') }) },
    );
    const total = await step.custom('total', () => ({ amount: payload.prices.reduce((sum, one) => sum + one, 0) }), {
      outputSchema: z.object({ amount: z.number() }),
    });
    await step.email(
      'mail',
      () => ({ subject: `Total ${total.amount}`, body: `<p>${total.amount} EUR</p><script>x()</script>` }),
      { providers: { 'email-webhook': () => ({ _passthrough: { body: { campaign: 'orders' } } }) } },
    );
    await step.sms('text', () => ({ body: `Total ${total.amount}` }), { skip: () => !payload.urgent });
    await step.push('ring', () => ({ subject: 'Order', body: `Total ${total.amount}` }));
    await step.chat('talk', () => ({ body: `Total ${total.amount}` }));
  },
  {
    name: 'Order',
    tags: ['orders'],
    description: 'What was ordered.',
    preferences: { channels: { chat: { enabled: false } } },
    payloadSchema: z.object({
      id: z.string().default('none'),
      prices: z.array(z.number()).default([1, 2]),
      urgent: z.boolean().default(false),
    }),
  },
);

const gathering = workflow(
  'gathering',
  async ({ step }) => {
    await step.throttle('limit', () => ({ type: 'fixed', amount: 1, unit: 'hours', threshold: 3 }));
    const digest = await step.digest('gather', () => ({ amount: 1, unit: 'minutes' }));
    const wait = await step.delay('pause', () => ({ type: 'regular', amount: 1, unit: 'minutes' }));
    await step.inApp('tell', () => ({
      body: `${digest.events.map(({ payload }) => (payload as { n: number }).n).join()} after ${wait.duration >= 60_000}`,
    }));
  },
  { payloadSchema: z.object({ n: z.number() }) },
);

/** Two messages, one after the other. */
const twice = workflow('twice', async ({ step, payload }) => {
  await step.email('first', () => ({ subject: 'First', body: String(payload.n) }));
  await step.email('second', () => ({ subject: 'Second', body: String(payload.n) }));
});

/** The channels in which texts alone are sent, and a card. */
const texts = workflow(
  'texts',
  async ({ step, payload }) => {
    await step.sms('sms', () => ({ body: `Code ${payload.code}` }));
    await step.chat('chat', () => ({ body: `*Code* ${payload.code}` }));
    await step.chat('card', () => ({ card: card(payload.code) as never }));
    await step.tool('tool', () => ({ body: `Code ${payload.code}` }), { skip: () => payload.code === 'quiet' });
  },
  { payloadSchema: z.object({ code: z.string() }) },
);

/** What the components of `@novu/framework/cards` make. */
const card = (code: string) => ({
  type: 'card',
  title: 'Your code',
  children: [
    { type: 'text', content: `It is ${code}`, style: 'bold' },
    { type: 'fields', children: [{ type: 'field', label: 'Valid', value: '5 minutes' }] },
    { type: 'divider' },
    { type: 'actions', children: [{ type: 'link-button', label: 'Sign in', url: 'https://example.com/in' }] },
  ],
});

export const SAMPLES: Workflows = [order, gathering, texts, twice];

/** The code of one step of a workflow that is made elsewhere, and the digest whose result it needs. */
export const parcelMail: Workflows = [
  workflow(
    'parcel',
    async ({ step, payload }) => {
      const { events } = await step.digest('gather', () => ({ amount: 1, unit: 'minutes' }));
      await step.email(
        'mail',
        ({ subject }) => ({ subject, body: `<p>${events.length} parcels of ${payload.shop} {{ no.template }}</p>` }),
        { controlSchema: z.object({ subject: z.string().default('Parcels') }).strict() },
      );
    },
    { payloadSchema: z.object({ shop: z.string(), quiet: z.boolean().default(false) }) },
  ),
];

/** An application with one workflow of this name, which sends its name. */
export function onlyWorkflow(id: string): Workflows {
  return [
    workflow(id, async ({ step }) => {
      await step.inApp('tell', () => ({ body: id }));
    }),
  ];
}
