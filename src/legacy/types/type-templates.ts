import { ContentError } from '#libs/rendering/in-app/content-error.js';
import { addressOf } from '#libs/rendering/in-app/link.js';
import { sanitiseText } from '#libs/rendering/in-app/sanitise-text.js';
import type { LiquidEngine } from '#libs/rendering/liquid-engine.js';
import { TemplateError } from '#libs/rendering/template-error.js';
import type { RenderedControls } from '../../platform/computation/rendering.tasks.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import type { NotificationType } from './notification-type.schema.js';

/** The templates of a notification type. */
export type TypeTemplates = Pick<NotificationType, 'text' | 'link' | 'bundleSegment'>;

/** As many characters as `data` of an in-app message takes, where the name of the bundle goes. */
const MAX_SEGMENT_LENGTH = 256;

/** Throws a 422 that names the template that cannot be read. */
export function assertTemplates(templates: Partial<TypeTemplates>, engine: LiquidEngine): void {
  for (const [field, template] of Object.entries(templates)) {
    try {
      engine.check(template, field);
    } catch (error) {
      if (error instanceof TemplateError) throw ValidationException.of(field, `${field}: ${error.message}`);
      throw error;
    }
  }
}

/**
 * What the rendered templates say. As in the inbox, text cannot run in a page that shows it as HTML, and a link is an http(s)
 * address or a path (behaviour L5, L6). Throws a 422 for values that lead to anything else, or cannot be rendered.
 */
export function readRendered(rendered: RenderedControls): TypeTemplates {
  if (!rendered.ok) {
    const { control = 'the type', message } = rendered.failure;
    throw ValidationException.of('metadata', `metadata cannot be rendered in ${control}: ${message}`);
  }
  const { text, link, bundleSegment } = rendered.values as unknown as TypeTemplates;
  try {
    return {
      text: sanitiseText(text, 'text'),
      link: addressOf(link, 'link') ?? '',
      bundleSegment: checkedSegment(bundleSegment.trim()),
    };
  } catch (error) {
    if (error instanceof ContentError) {
      throw ValidationException.of('metadata', `metadata leads to an unusable ${error.message}`);
    }
    throw error;
  }
}

function checkedSegment(segment: string): string {
  if (segment.length <= MAX_SEGMENT_LENGTH) return segment;
  throw new ContentError('bundleSegment', 'value', `of more than ${MAX_SEGMENT_LENGTH} characters`);
}
