import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import type { InboundText } from '#libs/providers/webhooks/inbound-texts.js';
import { DEFAULT_ANSWERS } from '#libs/sms-keywords/default-answers.js';
import type { Keyword, KeywordLanguage } from '#libs/sms-keywords/language-keywords.js';
import { type FoundKeyword, languageOf, readKeyword } from '#libs/sms-keywords/read-keyword.js';
import { ConsentsService, type NewConsent } from '../preferences/consents/consents.service.js';
import type { Integration } from '../integrations/integration.schema.js';
import { answerTo } from '../integrations/sms-keywords.js';
import type { InboundTexts } from '../notifications/reports/inbound-texts.hook.js';
import { WebhookEvents } from '../outbound-webhooks/recording/webhook-events.service.js';
import { Clock } from '../platform/clock.js';
import { readPhoneNumber } from '../subscribers/profiles/phone-numbers.js';
import { SubscribersService } from '../subscribers/subscribers.service.js';
import { SuppressionLists } from '../suppressions/suppression-lists.service.js';
import { blocks } from '../suppressions/suppression-rules.js';
import { SuppressionsService } from '../suppressions/suppressions.service.js';
import { type BegunText, InboundTextRecords } from './inbound-text-records.service.js';
import { KeywordAnswers } from './keyword-answers.service.js';

/** Subscribers with one number whose ledgers say what it has sent. */
const MAX_PEOPLE = 50;
/** An id has four bytes of time, five random ones, and a count. */
const LAST_RANDOM_BYTE = 8;

/** Not the name of a sender, which cannot be answered. */
const NUMBER = /^([a-z]+:)?\+?\d+$/;

/** A message that is new. */
interface Received {
  integration: Integration;
  begun: BegunText;
  text: InboundText;
  /** Who has sent it, as numbers are stored. */
  number: string;
}

/** A keyword, and what it has done. */
interface Obeyed {
  keyword: Keyword;
  language: KeywordLanguage;
  /** Not by the provider, and not when the number was stopped by an earlier message to the same integration. */
  isAnswered: boolean;
}

/** Receives the text messages that people send to numbers of integrations (behaviour CS40 to CS46). */
@Injectable()
export class InboundTextsService {
  constructor(
    private readonly records: InboundTextRecords,
    private readonly suppressions: SuppressionsService,
    private readonly lists: SuppressionLists,
    private readonly consents: ConsentsService,
    private readonly subscribers: SubscribersService,
    private readonly events: WebhookEvents,
    private readonly answers: KeywordAnswers,
    private readonly clock: Clock,
  ) {}

  /** Each message counts once. When the store fails this throws, and the provider repeats the request: all can be repeated. */
  async receive({ integration, configurations, texts }: InboundTexts): Promise<void> {
    for (const text of texts) {
      const begun = await this.records.begin(integration, text.id);
      if (!begun) continue;
      const received = { integration, begun, text, number: numberOf(text) };
      const obeyed = await this.obey(received);
      await this.note(received, obeyed);
      const isOurs = await this.records.end(begun);
      if (!isOurs || !obeyed?.isAnswered) continue;
      const { keyword, language } = obeyed;
      const usual = DEFAULT_ANSWERS[language][keyword];
      const body = answerTo(keyword, text.to, configurations.smsKeywords, usual);
      if (body === undefined) continue;
      this.answers.send({ integration, from: text.to, to: received.number, body }, { isLast: keyword === 'stop' });
    }
  }

  /** Does what a keyword asks for. Returns undefined for other messages. */
  private async obey({ integration, begun, text, number }: Received): Promise<Obeyed | undefined> {
    const found = keywordOf(text, number);
    if (!found) return undefined;
    const { keyword, language, onlyAfterStop } = found;
    const isOpen = text.answered !== true;
    const environment = environmentOf(integration);
    const entry = { channel: 'sms', address: number, reason: 'stop' } as const;
    if (keyword === 'stop') {
      const { _id: integrationId, providerId } = integration;
      const source = { type: 'keyword', integrationId, providerId, words: text.text } as const;
      const { created } = await this.suppressions.put(environment, { ...entry, source });
      const isFirst = await this.records.stop(integration, number, begun, created);
      return { keyword, language, isAnswered: isFirst && isOpen };
    }
    if (keyword === 'help') return { keyword, language, isAnswered: isOpen };
    const isTakenBack = await this.suppressions.remove(environment, entry);
    if (onlyAfterStop && !isTakenBack) return undefined;
    return { keyword, language, isAnswered: isOpen && (await this.isReachable(environment.id, number)) };
  }

  /** Whether no entry of another reason is left: the answer to START says that messages arrive again. */
  private async isReachable(environmentId: Types.ObjectId, number: string): Promise<boolean> {
    const left = await this.lists.find({ environmentId, channel: 'sms', addresses: [number] });
    return !left.some(({ reason }) => blocks(reason, { critical: false, subscription: false }));
  }

  /** Notes the choice of each person with the number, and records the event. */
  private async note({ integration, begun: { origin: id }, text, number }: Received, obeyed?: Obeyed): Promise<void> {
    const environment = environmentOf(integration);
    const { keyword, language } = obeyed ?? {};
    const isChoice = keyword === 'stop' || keyword === 'start';
    const isWanted = await this.events.areWanted(environment, ['message.received']);
    if (!isChoice && !isWanted) return;
    const phones = [...new Set([number, number.replace(/^\+/, '')])];
    const people = await this.subscribers.findMatching(environment, { phones }, MAX_PEOPLE);
    if (isChoice) {
      const choice = keyword === 'stop' ? 'opted_out' : 'opted_in';
      const origin = { source: 'sms_keyword', wording: text.text, language } as const;
      const entries = people.map((subscriberId, index): NewConsent => ({
        _id: idBeside(id, index),
        subscriberId,
        choice,
        channels: ['sms'],
        address: number,
        origin,
      }));
      await this.consents.record(environment, entries);
    }
    if (!isWanted) return;
    const names = people.length > 0 ? await this.subscribers.findNames(environment, people) : undefined;
    const subscriberIds = people.flatMap((person) => names?.get(person) ?? []);
    const [person, ...others] = people;
    const isOne = person !== undefined && others.length === 0;
    const at = text.at ?? this.clock.now();
    await this.events.record(environment, [
      {
        type: 'message.received',
        origin: { id },
        at,
        ...(isOne && { person }),
        data: {
          channel: 'sms',
          integrationId: integration._id.toHexString(),
          identifier: integration.identifier,
          providerId: integration.providerId,
          providerMessageId: text.id,
          from: number,
          to: text.to,
          text: text.text,
          ...(keyword && { keyword }),
          ...(isOne && { subscriberId: subscriberIds[0] }),
          subscriberIds,
          receivedAt: at.toISOString(),
        },
      },
    ]);
  }
}

/** Ids of one origin that are listed with it: they have its time and its count, which decides within a second. */
function idBeside(origin: Types.ObjectId, index: number): Types.ObjectId {
  const bytes = Uint8Array.from(origin.id);
  bytes[LAST_RANDOM_BYTE]! ^= index;
  return new Types.ObjectId(bytes);
}

function environmentOf({ environmentId: id, organizationId }: Integration) {
  return { id, organizationId };
}

function numberOf({ from }: InboundText): string {
  const read = readPhoneNumber(from);
  return 'value' in read ? read.value : from;
}

/** The keyword of a message: what its provider takes it for, or what it says. A part of a long message is none. */
function keywordOf({ text, keyword, isPart }: InboundText, number: string): FoundKeyword | undefined {
  if (isPart || !NUMBER.test(number)) return undefined;
  const read = readKeyword(text, number);
  return keyword === undefined ? read : { keyword, language: read?.language ?? languageOf(number) };
}
