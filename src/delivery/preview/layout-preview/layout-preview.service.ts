import { Injectable } from '@nestjs/common';
import { inlineStyles } from '#libs/rendering/email/styles/inline-styles.js';
import { Clock } from '../../../platform/clock.js';
import { Computation, type Work } from '../../../platform/computation/computation.service.js';
import { Config } from '../../../platform/config/config.js';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { LAYOUT_VARIABLES, unreadableBody, unusableBody } from '../../../layouts/layout.controls.js';
import type { Layout } from '../../../layouts/layout.schema.js';
import { LayoutsService } from '../../../layouts/layouts.service.js';
import { MessageLinks } from '../../../preferences/links/message-links.service.js';
import { TranslationBook, TranslationsService } from '../../../translations/translations.service.js';
import type { TemplateInput } from '../../../platform/computation/rendering.tasks.js';
import { EnvironmentFactsService } from '../../runs/scopes/environment-facts.service.js';
import { masked } from '../../engine/rendering/secrets.js';
import type { LayoutPreviewDto, LayoutPreviewPayloadDto, LayoutPreviewRequestDto } from './layout-preview.dto.js';
import { emailTextTask, layoutTask, stylesTask } from '../../../platform/computation/rendering.tasks.js';
import type { PreviewSubscriberDto } from '../preview.dto.js';
import { layoutTexts } from '../../engine/rendering/rendering-sources.js';

/** The placeholder for the body of an email. */
const CONTENT = '<p>Here is the content of the email.</p>';

const EXAMPLE: PreviewSubscriberDto = {
  subscriberId: 'ada',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
};

/** Renders layouts in the same way as a delivery, without a workflow and a trigger. */
@Injectable()
export class LayoutPreviewService {
  constructor(
    private readonly layouts: LayoutsService,
    private readonly translations: TranslationsService,
    private readonly environments: EnvironmentFactsService,
    private readonly computation: Computation,
    private readonly links: MessageLinks,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Throws 404, and 422 with line and column for a body that cannot be rendered. Secrets are masked, because the author of
   * the layout sees the preview (behaviour L8).
   */
  async preview(
    environment: EnvironmentRef,
    reference: string,
    { controlValues, previewPayload }: LayoutPreviewRequestDto,
  ): Promise<LayoutPreviewDto> {
    const layout = await this.layouts.findOrFail(environment, reference);
    const payload = withExample(previewPayload);
    const template = controlValues?.email?.body ?? layout.email?.body ?? '';
    const work = { environmentId: environment.id, urgent: true };
    const html = await this.render(template, await this.inputFor(environment, layout, payload), work);
    return {
      previewPayloadExample: payload,
      schema: LAYOUT_VARIABLES,
      result: {
        type: 'email',
        preview: { body: await inlineStyles(html, (apart) => this.computation.run(stylesTask, apart, work)) },
        email: { text: await this.computation.run(emailTextTask, html, work) },
      },
    };
  }

  private samples(): Record<string, string> {
    const { unsubscribe: unsubscribeUrl, preferences: preferencesUrl } = this.links.samples;
    return { unsubscribeUrl, preferencesUrl };
  }

  private async render(template: string, input: TemplateInput, work: Work): Promise<string> {
    // As in delivery, an empty layout adds nothing.
    if (template.trim() === '') return CONTENT;
    const rendered = await this.computation.run(layoutTask, { ...input, layout: template, body: CONTENT }, work);
    if (rendered.ok) return rendered.html;
    throw 'unfit' in rendered ? unusableBody(rendered.unfit) : unreadableBody(rendered.failure);
  }

  private async inputFor(
    environment: EnvironmentRef,
    layout: Layout,
    { subscriber, payload = {}, context = {} }: LayoutPreviewPayloadDto,
  ): Promise<TemplateInput> {
    const [{ open, secret, brand = {} }, translations] = await Promise.all([
      this.environments.find(environment),
      layout.isTranslationEnabled
        ? this.translations.find(environment, [{ type: 'layout', id: layout.layoutId }])
        : new TranslationBook(new Map()),
    ]);
    const sources = { translations, defaultLocale: this.config.defaultLocale };
    return {
      data: { subscriber, payload, context, steps: {}, env: { ...masked(secret), ...open }, brand, ...this.samples() },
      texts: layoutTexts(sources, layout, subscriber?.locale ?? undefined),
      now: this.clock.now().getTime(),
    };
  }
}

/** The payload with an example for the subscriber if none is given. */
function withExample({ subscriber, payload, context }: LayoutPreviewPayloadDto = {}): LayoutPreviewPayloadDto {
  return {
    // Templates can only read plain objects.
    subscriber: Object.assign({}, subscriber ?? EXAMPLE),
    ...(payload && { payload }),
    ...(context && { context }),
  };
}
