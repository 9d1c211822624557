import { setTimeout } from 'node:timers/promises';
import type { ApiClient } from '../api-client.js';
import { eventually } from '../eventually.js';

const PER_SUBSCRIBER = 50;
/** A load that comes all the time, and leaves the machine to what is being tried. */
const PAUSE_MS = 100;
const WORKFLOW = {
  name: 'Load',
  workflowId: 'load',
  active: true,
  steps: [{ name: 'Inbox', type: 'in_app', controlValues: { body: '{{payload.text}}' } }],
};

interface LoadOptions {
  /** Requests that are under way at the same time. Default 2. */
  senders?: number;
  /** More that each trigger brings along. */
  payload?: object;
}

/** Sends triggers all the time, and knows in the end what must have become of each. */
export class TriggerLoad {
  /** The texts of those that were accepted. */
  readonly accepted: string[] = [];
  /** Responses of all others: what was asked for is not known to have happened. */
  readonly refused: { status: number; message: string; retryAfter: string | undefined }[] = [];
  private sent = 0;
  private readonly sending: Promise<void>[];
  private isOver = false;

  private constructor(
    private readonly api: ApiClient,
    { senders = 2, payload = {} }: LoadOptions,
  ) {
    this.sending = Array.from({ length: senders }, () => this.send(payload));
  }

  static async start(api: ApiClient, options: LoadOptions = {}): Promise<TriggerLoad> {
    await api.workflow(WORKFLOW);
    return new TriggerLoad(api, options);
  }

  /** Resolves when so many more were accepted. */
  async goesOn(more = 20): Promise<void> {
    const enough = this.accepted.length + more;
    await eventually(async () => {
      if (this.accepted.length < enough) throw new Error(`${this.accepted.length} of ${enough} were accepted`);
    });
  }

  /** Resolves with a response that fits, of those that come from now on. */
  async isRefused(pattern: RegExp): Promise<{ status: number; retryAfter: string | undefined }> {
    const from = this.refused.length;
    return eventually(async () => {
      const found = this.refused.slice(from).find(({ message }) => pattern.test(message));
      if (!found) throw new Error(`Nothing was refused with ${pattern}: ${JSON.stringify(this.refused.slice(from))}`);
      return found;
    });
  }

  /** Stops sending, and waits until every accepted trigger has arrived. Returns those that arrived more than once. */
  async arrives(): Promise<string[]> {
    this.isOver = true;
    await Promise.all(this.sending);
    return eventually(async () => {
      const arrived = await this.inboxes();
      const missing = this.accepted.filter((text) => !arrived.includes(text));
      if (missing.length > 0) throw new Error(`${missing.length} of ${this.accepted.length} have not arrived`);
      return arrived.filter((text, index) => arrived.indexOf(text) !== index);
    }, 240_000);
  }

  private async inboxes(): Promise<string[]> {
    const texts: string[] = [];
    for (let n = 0; n <= this.sent / PER_SUBSCRIBER; n++) {
      const { body } = await this.api.get(`/v2/subscribers/s-${n}/notifications?limit=100`);
      texts.push(...(body.data ?? []).map((one: { body: string }) => one.body));
    }
    return texts;
  }

  private async send(payload: object): Promise<void> {
    while (!this.isOver) {
      const n = this.sent++;
      const text = `text ${n}`;
      const event = { name: 'load', to: `s-${Math.floor(n / PER_SUBSCRIBER)}`, payload: { ...payload, text } };
      const { status, body, headers } = await this.api.post('/v1/events/trigger', event);
      if (status === 201) this.accepted.push(text);
      else {
        const retryAfter = headers['retry-after'];
        this.refused.push({ status, message: String(body?.message), retryAfter });
      }
      await setTimeout(PAUSE_MS);
    }
  }
}
