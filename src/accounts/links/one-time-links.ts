import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { Account } from '../../auth/people/account.schema.js';
import { Clock, DAY_MS, HOUR_MS, later } from '../../platform/clock.js';
import { Config, publicAddress } from '../../platform/config/config.js';
import { KeyRing } from '../../platform/crypto/secret-box.js';
import { retryLostWrite } from '../../platform/persistence/writes.js';
import { hashLinkToken, type LinkPurpose, OneTimeLink } from './one-time-link.schema.js';

const TOKEN_BYTES = 32;
const SETUP_DAYS = 7;
/** Processes that start within this time print the same link; a later start replaces it. */
const SETUP_RENEWAL_MS = 60_000;

/** The page that links open. The token is in the fragment, which browsers do not send: it never reaches a log. */
const ACCEPT_PATH = '/console/accept#token=';

/** The path of a link, to be put behind the address of the service. */
export function linkPath(token: string): string {
  return ACCEPT_PATH + token;
}

/** Who is invited, and as what. */
export type Invitation = Pick<OneTimeLink, 'email' | 'name' | 'role' | 'environmentRoles' | 'createdBy'>;

/** A link as it is shown once, to the member who made it. */
export interface IssuedLink {
  link: OneTimeLink;
  /** The whole address, with the token. */
  url: string;
}

/** The links with which people become members or choose a new password. Each is used once, and its token is never stored. */
@Injectable()
export class OneTimeLinks {
  constructor(
    @InjectModel(OneTimeLink.name) private readonly links: Model<OneTimeLink>,
    private readonly keys: KeyRing,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Makes an invitation; it replaces an earlier one to this address. */
  invite(organizationId: Types.ObjectId, { email, ...invitation }: Invitation): Promise<IssuedLink> {
    const validMs = this.config.invitationDays * DAY_MS;
    return this.issue({ organizationId, purpose: 'invitation', email }, invitation, validMs);
  }

  /** Makes a link to a new password; it replaces an earlier one of the account. */
  reset(
    { _id: accountId, organizationId, email }: Pick<Account, '_id' | 'organizationId' | 'email'>,
    given: Pick<OneTimeLink, 'createdBy' | 'removesSecondFactor'>,
  ): Promise<IssuedLink> {
    const validMs = this.config.resetHours * HOUR_MS;
    return this.issue({ organizationId, purpose: 'reset', accountId }, { email, ...given }, validMs);
  }

  /**
   * The token with which the first owner sets the service up; the one of an earlier start no longer works. It is derived,
   * so that of several processes that start together each returns the one that works.
   */
  async setupToken(organizationId: Types.ObjectId): Promise<string> {
    const now = this.clock.now();
    const one = { organizationId, purpose: 'setup' as const };
    const fields = { tokenHash: this.setupHash(now), createdAt: now, expiresAt: later(now, SETUP_DAYS * DAY_MS) };
    await retryLostWrite(() => this.links.updateOne(one, { $setOnInsert: fields }, { upsert: true }));
    const isOld = { ...one, createdAt: { $lte: later(now, -SETUP_RENEWAL_MS) } };
    await this.links.updateOne(isOld, { $set: fields });
    const { createdAt } = await this.links.findOne(one).lean().orFail();
    return this.setupTokenOf(createdAt);
  }

  /** The link of a token, unless it is unknown, was used or has expired. */
  async find(token: string, purposes: readonly LinkPurpose[]): Promise<OneTimeLink | undefined> {
    return (await this.links.findOne(this.usable(token, purposes)).lean()) ?? undefined;
  }

  /** As {@link find}, and uses the link: of several concurrent uses one gets it. */
  async use(token: string, purposes: readonly LinkPurpose[]): Promise<OneTimeLink | undefined> {
    return (await this.links.findOneAndDelete(this.usable(token, purposes)).lean()) ?? undefined;
  }

  /** Ends the links that concern an account: to its password, and those it has made for others. */
  async endOf({ _id, organizationId }: Pick<Account, '_id' | 'organizationId'>): Promise<void> {
    await this.links.deleteMany({ organizationId, $or: [{ accountId: _id }, { createdBy: _id }] });
  }

  /** The first owner is there: nobody else sets the service up. */
  async endSetup(organizationId: Types.ObjectId): Promise<void> {
    await this.links.deleteMany({ organizationId, purpose: 'setup' });
  }

  private async issue(
    one: Pick<OneTimeLink, 'organizationId' | 'purpose' | 'email' | 'accountId'>,
    given: Partial<OneTimeLink>,
    validMs: number,
  ): Promise<IssuedLink> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const now = this.clock.now();
    const fields = {
      ...one,
      ...given,
      tokenHash: hashLinkToken(token),
      createdAt: now,
      expiresAt: later(now, validMs),
    };
    const link = await retryLostWrite(() =>
      this.links.findOneAndReplace(one, fields, { upsert: true, returnDocument: 'after' }).lean().orFail(),
    );
    return { link, url: publicAddress(this.config, linkPath(token)) };
  }

  private usable(token: string, purposes: readonly LinkPurpose[]) {
    return { tokenHash: hashLinkToken(token), purpose: { $in: [...purposes] }, expiresAt: { $gt: this.clock.now() } };
  }

  private setupHash(createdAt: Date): string {
    return hashLinkToken(this.setupTokenOf(createdAt));
  }

  private setupTokenOf(createdAt: Date): string {
    return Buffer.from(this.keys.derive(`carillon/setup/v1/${createdAt.getTime()}`)).toString('base64url');
  }
}
