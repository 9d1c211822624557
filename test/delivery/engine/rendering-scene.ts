import { randomBytes } from 'node:crypto';
import { Types } from 'mongoose';
import { SecretBox } from '../../../src/platform/crypto/secret-box.js';
import { EnvironmentVariable, sealedFor } from '../../../src/env-variables/environment-variable.schema.js';
import { Environment } from '../../../src/auth/environment.schema.js';
import { Layout } from '../../../src/layouts/layout.schema.js';
import { Tenant } from '../../../src/contexts/tenants/tenant.schema.js';
import { type TranslatedResourceType, Translation } from '../../../src/translations/translation.schema.js';
import type { EngineScene } from '../engine-scene.js';

/** How long the application may work with what it knows of these resources. */
const CACHE_MS = 1000;

/** What templates draw on, stored as its API will store it. */
export class RenderingScene {
  constructor(private readonly scene: EngineScene) {}

  /** Returns the layout's identifier. */
  async layout(body: string | undefined, fields: Partial<Layout> = {}): Promise<string> {
    const layoutId = `layout-${randomBytes(4).toString('hex')}`;
    await this.scene.model(Layout).create({
      ...this.owner,
      layoutId,
      name: 'Layout',
      nameKey: 'layout',
      version: 1,
      isDefault: false,
      isTranslationEnabled: false,
      ...(body !== undefined && { email: { body, editorType: 'html' } }),
      ...fields,
    });
    this.scene.clock.forward(CACHE_MS);
    return layoutId;
  }

  async translation(
    resourceType: TranslatedResourceType,
    resourceId: string,
    locale: string,
    content: Record<string, unknown>,
  ): Promise<void> {
    await this.scene.model(Translation).create({ ...this.owner, resourceType, resourceId, locale, content });
    this.scene.clock.forward(CACHE_MS);
  }

  /** Sets a variable in this environment; with `elsewhere` in the other one, too. */
  async variable(key: string, value: string, { isSecret = false, elsewhere = '' } = {}): Promise<void> {
    const model = this.scene.model(EnvironmentVariable);
    const stored = await model.findOne({ organizationId: this.scene.environment.organizationId, key }).lean();
    const _id = stored?._id ?? new Types.ObjectId();
    const { id, organizationId } = this.scene.environment;
    const other = await this.scene
      .model(Environment)
      .findOne({ _id: { $ne: id } })
      .lean();
    const box = this.scene.carillon.app.get(SecretBox);
    const entry = (environmentId: Types.ObjectId, text: string) => ({
      environmentId,
      value: isSecret ? box.seal(text, sealedFor(_id, environmentId)) : text,
    });
    const values = [entry(id, value), ...(elsewhere === '' ? [] : [entry(other!._id, elsewhere)])];
    await model.updateOne({ _id }, { organizationId, key, type: 'string', isSecret, values }, { upsert: true });
    this.scene.clock.forward(CACHE_MS);
  }

  async tenant(identifier: string, fields: Partial<Tenant> = {}): Promise<void> {
    await this.scene.model(Tenant).create({ ...this.owner, identifier, ...fields });
  }

  private get owner() {
    const { id, organizationId } = this.scene.environment;
    return { environmentId: id, organizationId };
  }
}
