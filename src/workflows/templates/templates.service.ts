import { Injectable } from '@nestjs/common';
import { emailDocument } from '#libs/rendering/blocks/email-document.js';
import type { InEnvironment } from '../../auth/environment-ref.js';
import { Clock } from '../../platform/clock.js';
import { Computation } from '../../platform/computation/computation.service.js';
import { controlsTask } from '../../platform/computation/rendering.tasks.js';
import { payloadExample } from '../payload-example.js';
import { GALLERY } from './gallery.js';
import { TEMPLATE_LOCALES, translationsOf, type WorkflowTemplate } from './template.js';
import { type TemplateDto, toTemplateDto } from './templates.dto.js';

/** Where the links of a picture lead. Nobody clicks on them. */
const NOWHERE = 'https://example.com/';

/** The templates, with pictures of their emails. They are the same for all, so that they are rendered once. */
@Injectable()
export class TemplatesService {
  private templates?: Promise<TemplateDto[]>;

  constructor(
    private readonly computation: Computation,
    private readonly clock: Clock,
  ) {}

  async list(environment: InEnvironment): Promise<TemplateDto[]> {
    this.templates ??= Promise.all(
      GALLERY.map(async (template) => toTemplateDto(template, await this.picture(environment, template))),
    );
    try {
      return await this.templates;
    } catch (error) {
      this.templates = undefined;
      throw error;
    }
  }

  /** The email of a template in English, with its sample data; empty for one without. */
  private async picture({ id }: InEnvironment, template: WorkflowTemplate): Promise<string> {
    const email = template.steps.find(({ type }) => type === 'email');
    if (!email) return '';
    const payload = payloadExample(template.payloadSchema) ?? {};
    const [locale] = TEMPLATE_LOCALES;
    const rendered = await this.computation.run(
      controlsTask,
      {
        values: email.controlValues,
        html: 'body',
        blocks: 'email',
        raw: [],
        data: {
          payload,
          subscriber: { firstName: 'Ada' },
          steps: { digest: { eventCount: 2, events: [{ payload }, { payload }] } },
          unsubscribeUrl: NOWHERE,
          preferencesUrl: NOWHERE,
        },
        texts: { contents: [translationsOf(template)[locale]!], locale },
        now: this.clock.now().getTime(),
      },
      { environmentId: id, urgent: true },
    );
    if (!rendered.ok) throw new Error(`Template '${template.templateId}': ${rendered.failure.message}`);
    return emailDocument(String(rendered.values['body']), undefined, locale);
  }
}
