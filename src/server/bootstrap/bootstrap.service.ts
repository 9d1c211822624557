import { Injectable, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel, MongooseModule } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { AccountsModule } from '../../accounts/accounts.module.js';
import { FirstOwner } from '../../accounts/first-owner.js';
import { AuditModule } from '../../audit/audit.module.js';
import { AuditTrail, systemActor } from '../../audit/audit-trail.service.js';
import { generateApiKey, sealApiKey } from '../../auth/api-key.js';
import { Environment, type EnvironmentType, newIdentifier } from '../../auth/environment.schema.js';
import { AuthModule } from '../../auth/auth.module.js';
import { Organization, OrganizationSchema, User, UserSchema } from '../../auth/organizations/organization.schema.js';
import { InAppIntegrationService, OutboxIntegrations } from '../../integrations/starter-integrations.service.js';
import { IntegrationsModule } from '../../integrations/integrations.module.js';
import { LegacySample } from '../../legacy/legacy-sample.service.js';
import { LegacyModule } from '../../legacy/legacy.module.js';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { retryLostWrite } from '../../platform/persistence/writes.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';

const ORGANIZATION = 'Carillon';
const USER = 'admin';

/** The API keys that the first start creates. */
export interface FirstKeys {
  readonly development: string;
  readonly production: string;
}

interface NewEnvironment {
  name: string;
  type: EnvironmentType;
  key: string;
  parentId?: Types.ObjectId;
  protected?: boolean;
}

/**
 * The first start creates an organization, a user, a Development and a protected Production environment with an API key
 * each, an active in-app integration in both, the integrations of the outbox in Development if it is enabled, and the
 * sample of the legacy API if requested. Every part has a unique index, so that several processes may start concurrently,
 * and an interrupted first start is completed by the next. Once complete, later starts change nothing,
 * but prepare the first owner as long as there is no account.
 */
@Injectable()
export class BootstrapService implements OnApplicationBootstrap {
  /** The keys of the first environments, if this process completed the first start; printed by the greeting. */
  firstKeys?: FirstKeys;

  /** The token of the link for the first owner, while there is no account; printed by the greeting. */
  setupToken?: string;

  constructor(
    @InjectModel(Organization.name) private readonly organizations: Model<Organization>,
    @InjectModel(User.name) private readonly users: Model<User>,
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    private readonly inApp: InAppIntegrationService,
    private readonly outbox: OutboxIntegrations,
    private readonly legacySample: LegacySample,
    private readonly firstOwner: FirstOwner,
    private readonly trail: AuditTrail,
    private readonly secretBox: SecretBox,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role === 'worker') return;
    const organization = await this.findOrCreateOrganization();
    this.setupToken = await this.firstOwner.prepare(organization._id);
    if (organization.bootstrappedAt) return;
    const user = await this.findOrCreateUser(organization._id);
    const development = await this.findOrCreateEnvironment(organization._id, user._id, {
      name: 'Development',
      type: 'dev',
      key: this.config.bootstrapApiKey ?? generateApiKey(),
    });
    const production = await this.findOrCreateEnvironment(organization._id, user._id, {
      name: 'Production',
      type: 'prod',
      key: generateApiKey(),
      parentId: development._id,
      protected: true,
    });
    for (const { _id: id, organizationId } of [development, production])
      await this.inApp.ensure({ id, organizationId });
    const developmentRef = { id: development._id, organizationId: development.organizationId };
    await this.outbox.ensure(developmentRef);
    await this.legacySample.ensure(developmentRef);
    // Only one process completes it and prints the keys, including those created by an interrupted start.
    const { modifiedCount } = await this.organizations.updateOne(
      { _id: organization._id, bootstrappedAt: null },
      { bootstrappedAt: this.clock.now() },
    );
    if (modifiedCount === 0) return;
    this.firstKeys = { development: this.keyOf(development), production: this.keyOf(production) };
    await this.trail.record({
      organizationId: organization._id,
      actor: systemActor('first start'),
      operation: 'Bootstrap_firstStart',
      resource: 'environments',
      resourceIds: [development, production].map(({ _id }) => _id),
    });
  }

  private keyOf({ _id, apiKeys }: Environment): string {
    const [first] = apiKeys;
    return first?.sealedKey ? this.secretBox.open(first.sealedKey, _id) : '';
  }

  private findOrCreateOrganization(): Promise<Organization> {
    return retryLostWrite(() =>
      this.organizations
        .findOneAndUpdate({ name: ORGANIZATION }, { $setOnInsert: { name: ORGANIZATION } }, UPSERT)
        .lean()
        .orFail(),
    );
  }

  private findOrCreateUser(organizationId: Types.ObjectId): Promise<User> {
    return retryLostWrite(() =>
      this.users
        .findOneAndUpdate({ organizationId, name: USER }, { $setOnInsert: { organizationId, name: USER } }, UPSERT)
        .lean()
        .orFail(),
    );
  }

  private findOrCreateEnvironment(
    organizationId: Types.ObjectId,
    userId: Types.ObjectId,
    { name, key, ...given }: NewEnvironment,
  ): Promise<Environment> {
    const _id = new Types.ObjectId();
    const fields = {
      _id,
      ...given,
      identifier: newIdentifier(),
      apiKeys: [sealApiKey(this.secretBox, key, _id, userId)],
    };
    return retryLostWrite(() =>
      this.environments.findOneAndUpdate({ organizationId, name }, { $setOnInsert: fields }, UPSERT).lean().orFail(),
    );
  }
}

const UPSERT = { upsert: true, returnDocument: 'after' } as const;

@Module({
  imports: [
    AccountsModule,
    AuditModule,
    AuthModule,
    IntegrationsModule,
    LegacyModule,
    MongooseModule.forFeature([
      { name: Organization.name, schema: OrganizationSchema },
      { name: User.name, schema: UserSchema },
    ]),
  ],
  providers: [BootstrapService],
})
export class BootstrapModule {}
