import { Injectable } from '@nestjs/common';
import { LinkKeys } from '../../../preferences/links/link-keys.service.js';
import { Config } from '../../../platform/config/config.js';
import { fromHex } from '../../../platform/ids.js';
import type { OutgoingMessage } from '../../engine/step-effects.js';
import { trackedHtml } from '../../engine/tracking/tracked-html.js';
import { readTrackedToken, type TrackedClaims, trackingKey } from '../../engine/tracking/tracked-token.js';
import { trackingAddress } from './tracking-address.js';

/** Makes emails of integrations that track them lead through this installation, and reads what leads here. */
@Injectable()
export class TrackedEmails {
  private made: Uint8Array | undefined;

  constructor(
    private readonly keys: LinkKeys,
    private readonly config: Config,
  ) {}

  /** The message as it is sent with its integration: unchanged unless that tracks, and costs nothing then. */
  async applyTo(message: OutgoingMessage): Promise<OutgoingMessage> {
    const { content, integration, links, id } = message;
    const address = trackingAddress(this.config);
    if (content.channel !== 'email' || !links || !integration.tracked || address === undefined) return message;
    const key = await this.key();
    const html = trackedHtml(content.html, links, {
      tracked: integration.tracked,
      messageId: fromHex(id),
      address,
      key,
    });
    return { ...message, content: { ...content, html } };
  }

  /** What an address says; undefined for one that was not made here, or was changed. */
  async read(token: string): Promise<TrackedClaims | undefined> {
    return readTrackedToken(token, await this.key());
  }

  /** The store is asked once for each process. */
  private async key(): Promise<Uint8Array> {
    this.made ??= trackingKey(await this.keys.key());
    return this.made;
  }
}
