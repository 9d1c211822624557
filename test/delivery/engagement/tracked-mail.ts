import { MailServer } from '#libs/providers/testing/mail-server.js';
import PostalMime from 'postal-mime';
import { EngineScene } from '../engine-scene.js';
import { eventually } from '../../eventually.js';

export const BASE = 'https://notify.example.com';

/** What a person reads emails with. */
export const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

/** Tokens of an email as it was received. */
export interface Received {
  html: string;
  text: string;
  links: string[];
  picture: string | undefined;
}

/** An installation with a mail server that takes its emails, and what is followed in these. */
export class TrackedMail {
  private constructor(
    readonly scene: EngineScene,
    readonly server: MailServer,
  ) {}

  static async start(settings: Record<string, string> = {}, namespace?: string): Promise<TrackedMail> {
    const server = await MailServer.start();
    const scene = await EngineScene.start({
      ...(namespace !== undefined && { namespace }),
      settings: {
        DELIVER_TO: 'providers',
        HTTP_PRIVATE_TARGETS: '127.0.0.1,::1',
        PUBLIC_URL: BASE,
        ...settings,
      },
    });
    return new TrackedMail(scene, server);
  }

  async close(): Promise<void> {
    await this.scene.close();
    await this.server.close();
  }

  /** Makes the integration with these configurations; returns its id. */
  async integration(configurations: object, fields: object = {}): Promise<string> {
    const { status, body } = await this.scene.carillon.api.post('/v1/integrations', {
      providerId: 'nodemailer',
      channel: 'email',
      active: true,
      credentials: {
        host: 'localhost',
        port: String(this.server.port),
        from: 'shop@example.com',
        senderName: 'Shop',
        tlsOptions: { rejectUnauthorized: false },
      },
      configurations,
      ...fields,
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    // The application may look at integrations it knows for a second.
    this.scene.clock.forward(1000);
    return body.data._id as string;
  }

  /** A workflow of one email. */
  workflow(body: string, controlValues: object = {}): Promise<string> {
    return this.scene.workflow([
      { type: 'email', controlValues: { subject: 'Hello', body, editorType: 'html', ...controlValues } },
    ]);
  }

  /** Sends an email; it has been there for a while when this returns. */
  async send(workflowId: string, trigger: object = {}): Promise<Received & { transactionId: string }> {
    const before = this.server.received.length;
    const subscriberId = await this.scene.subscriber({ email: 'ada@example.com' });
    const transactionId = await this.scene.trigger(workflowId, { to: subscriberId, ...trigger });
    await this.scene.settled(transactionId);
    await eventually(async () => {
      expect(this.server.received.length).toBeGreaterThan(before);
    });
    this.scene.clock.forward(60_000);
    return { ...(await readMail(this.server.received.at(-1)!.content)), transactionId };
  }

  /** Follows a path of an email as a person does, or as somebody else. */
  async follow(path: string, { method = 'GET', headers = {} }: { method?: 'GET' | 'HEAD'; headers?: object } = {}) {
    const request = { method, url: path, headers: { 'user-agent': BROWSER, ...headers } };
    return this.scene.carillon.app.inject(request);
  }

  /** The lines about openings, clicks and programs in the activity, once there are as many as expected. */
  async noted(transactionId: string, count: number): Promise<string[]> {
    return eventually(async () => {
      this.scene.clock.forward(2000);
      const { body } = await this.scene.activity(transactionId);
      const details: { detail: string; raw: string | null }[] = body.data[0].jobs[0].executionDetails;
      const lines = details
        .filter(({ detail }) => /^(Opened|Link clicked|Loaded or followed)/u.test(detail))
        .map(({ detail, raw }) => `${detail}: ${raw}`);
      expect(lines).toHaveLength(count);
      return lines;
    });
  }
}

async function readMail(content: Buffer): Promise<Received> {
  const { html = '', text = '' } = await PostalMime.parse(content);
  const paths = [...html.matchAll(/https:\/\/notify\.example\.com(\/e\/[\w-]+(?:\.gif)?)/gu)].map(([, path]) => path!);
  return {
    html,
    text,
    links: paths.filter((path) => !path.endsWith('.gif')),
    picture: paths.find((path) => path.endsWith('.gif')),
  };
}
