import { ContentError } from '#libs/rendering/in-app/content-error.js';
import { addressOf } from '#libs/rendering/in-app/link.js';
import { sanitiseText } from '#libs/rendering/in-app/sanitise-text.js';
import type { LiquidEngine } from '#libs/rendering/liquid-engine.js';
import { RenderBudget } from '#libs/rendering/render-budget.js';
import { TemplateError } from '#libs/rendering/template-error.js';
import { ValidationException } from '../../common/errors/validation.exception.js';
import type { NotificationType } from './notification-type.schema.js';

/** The templates of a notification type. */
export type TypeTemplates = Pick<NotificationType, 'text' | 'link' | 'bundleSegment'>;

/** As many characters as `data` of an in-app message takes, where the name of the bundle goes. */
const LONGEST_SEGMENT = 256;

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
 * What the templates say with these values, which they name as they are: `{{name}}` prints `metadata.name`. A missing
 * value prints nothing. As in the inbox, text cannot run in a page that shows it as HTML, and a link is an http(s) address
 * or a path (behaviour L5, L6). Throws a 422 for values that lead to anything else.
 */
export function renderTemplates(
  { text, link, bundleSegment }: TypeTemplates,
  metadata: Readonly<Record<string, unknown>>,
  engine: LiquidEngine,
): TypeTemplates {
  const budget = new RenderBudget();
  const render = (control: string, template: string): string => engine.render(template, metadata, { control, budget });
  try {
    return {
      text: sanitiseText(render('text', text), 'text'),
      link: addressOf(render('link', link), 'link') ?? '',
      bundleSegment: checkedSegment(render('bundleSegment', bundleSegment).trim()),
    };
  } catch (error) {
    if (error instanceof TemplateError) {
      throw ValidationException.of('metadata', `metadata cannot be rendered in ${error.control}: ${error.message}`);
    }
    if (error instanceof ContentError) {
      throw ValidationException.of('metadata', `metadata leads to an unusable ${error.message}`);
    }
    throw error;
  }
}

function checkedSegment(segment: string): string {
  if (segment.length <= LONGEST_SEGMENT) return segment;
  throw new ContentError('bundleSegment', 'value', `of more than ${LONGEST_SEGMENT} characters`);
}
