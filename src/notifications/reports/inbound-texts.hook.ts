import { Injectable } from '@nestjs/common';
import type { InboundText } from '#libs/providers/webhooks/inbound-texts.js';
import { Hook } from '../../platform/hook.js';
import type { Reporting } from './reporting-integrations.service.js';

/** Text messages that people have sent to numbers of an integration, as its provider has posted them. */
export interface InboundTexts extends Omit<Reporting, 'key'> {
  texts: readonly InboundText[];
}

/** Reports and inbound messages may come to one address: what deals with the messages listens here. */
@Injectable()
export class InboundTextsHook extends Hook<InboundTexts> {}
