import { createHash, randomBytes } from 'node:crypto';
import { BadRequestException, Injectable, UnauthorizedException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { FastifyRequest } from 'fastify';
import type { Model, Types } from 'mongoose';
import { isSameSecret } from '#libs/secrets/is-same-secret.js';
import { ChannelEndpointsService } from '../endpoints/channel-endpoints.service.js';
import { ChannelOwnersService, type OwnerRequest } from '../owners/channel-owners.service.js';
import { Clock } from '../../platform/clock.js';
import { Config, publicAddress } from '../../platform/config/config.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import type { Admission } from '../../platform/http/route-facts.js';
import { ObjectIdPipe } from '../../platform/ids.js';
import { EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { openCredentials } from '../../integrations/credentials.js';
import { Integration } from '../../integrations/integration.schema.js';
import { integrationNotFound, IntegrationsService } from '../../integrations/integrations.service.js';
import { ChatLinksService, type IssuedLink } from './chat-links.service.js';
import { readStart, TelegramApi } from './telegram-api.js';

/** The path that Telegram posts messages to a bot to, without the id of the integration. */
export const UPDATES_PATH = '/v2/inbound-webhooks/telegram/';

const SECRET_BYTES = 32;

const LINKED = 'You are connected: notifications will arrive here.';
const READY = 'This bot is set up.';
const NOT_VALID = 'This link is not valid, was used already, or has expired. Please ask for a new one.';

const INTEGRATION_ID = new ObjectIdPipe('Integration');

/** A link to a bot; pressing "Start" there sends its token. */
interface TelegramLink extends IssuedLink {
  url: string;
  botUsername: string;
}

/** The configuration of a bot. */
interface ConfiguredBot {
  webhookUrl: string;
  configuredAt: Date;
  botUsername: string;
}

/** The method that Telegram calls in response to a message. */
export interface BotReply {
  method: 'sendMessage';
  chat_id: number;
  text: string;
}

/** Links subscribers to their chats with a Telegram bot. */
@Injectable()
export class TelegramService implements Admission {
  constructor(
    @InjectModel(Integration.name) private readonly integrations: Model<Integration>,
    private readonly reading: IntegrationsService,
    private readonly environments: EnvironmentLookup,
    private readonly owners: ChannelOwnersService,
    private readonly links: ChatLinksService,
    private readonly endpoints: ChannelEndpointsService,
    private readonly telegram: TelegramApi,
    private readonly secretBox: SecretBox,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Makes Telegram post the bot's messages here, with a new secret. Throws 404, and 400 when that fails. */
  async configure(environment: EnvironmentRef, identifier: string): Promise<ConfiguredBot> {
    const integration = await this.reading.findByIdentifierOrFail(environment, identifier);
    assertTelegram(integration);
    const token = this.tokenOf(integration);
    const username = await this.telegram.usernameOf(token);
    const webhookUrl = publicAddress(this.config, `${UPDATES_PATH}${integration._id}`);
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    await this.telegram.setWebhook(token, webhookUrl, secret);
    await this.integrations.updateOne(
      { _id: integration._id, environmentId: environment.id },
      { $set: { telegram: { username, secretHash: hashOf(secret) } } },
    );
    this.reading.forget(environment.id);
    return { webhookUrl, configuredAt: this.clock.now(), botUsername: username };
  }

  /** Returns a link to the bot. Throws 404, and 400 when the bot is not configured. */
  async linkFor(environment: EnvironmentRef, request: OwnerRequest): Promise<TelegramLink> {
    const owner = await this.owners.resolve(environment, request);
    assertTelegram(owner.integration);
    const { telegram, identifier } = owner.integration;
    if (!telegram)
      throw new BadRequestException(`The bot of '${identifier}' is not configured: configure its webhook first`);
    const issued = await this.links.issue(environment, 'telegram', owner);
    const url = `https://t.me/${telegram.username}?start=${issued.token}`;
    return { ...issued, url, botUsername: telegram.username };
  }

  /** Throws 404 for an unknown integration, 401 for a request that is not from Telegram. */
  async admit({ params, headers }: Pick<FastifyRequest, 'params' | 'headers'>): Promise<void> {
    const integrationId = INTEGRATION_ID.transform((params as { integrationId: string }).integrationId);
    const secret = headers['x-telegram-bot-api-secret-token'];
    const integration = await this.integrations.findOne({ _id: integrationId, providerId: 'telegram' }).lean();
    const isKnown = integration && (await this.environments.find(integration.environmentId));
    if (!isKnown || !integration.telegram) throw integrationNotFound(integrationId);
    if (typeof secret !== 'string' || !isSameSecret(hashOf(secret), integration.telegram.secretHash)) {
      throw new UnauthorizedException('The request is not signed with the secret of this bot');
    }
  }

  /**
   * Handles a message to a bot from Telegram: "Start" with the token of a link makes the chat an endpoint of the subscriber.
   * Returns the reply, if any.
   */
  async receive(integrationId: Types.ObjectId, update: unknown): Promise<BotReply | undefined> {
    const start = readStart(update);
    if (!start) return undefined;
    const text = await this.start(integrationId, start.token, start.chatId);
    return { method: 'sendMessage', chat_id: start.chatId, text };
  }

  private async start(integrationId: Types.ObjectId, token: string, chatId: number): Promise<string> {
    const taken = await this.links.take(token, ['telegram'], integrationId);
    if (!taken) return NOT_VALID;
    if (!taken.owner.subscriber) return READY;
    await this.endpoints.link(taken.owner, { type: 'telegram_chat', endpoint: { chatId: String(chatId) } });
    return LINKED;
  }

  private tokenOf({ _id, credentials, identifier }: Integration): string {
    const { apiToken, token } = openCredentials(this.secretBox, _id, credentials);
    const found = [apiToken, token].find((one): one is string => typeof one === 'string');
    if (found !== undefined) return found;
    throw new BadRequestException(`The credentials of '${identifier}' lack the bot's token (apiToken)`);
  }
}

function assertTelegram({ channel, providerId, identifier }: Integration): void {
  if (channel === 'chat' && providerId === 'telegram') return;
  throw new BadRequestException(`'${identifier}' is not a Telegram integration`);
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
