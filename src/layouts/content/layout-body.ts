import { BadRequestException } from '@nestjs/common';
import { isBlockDocument } from '#libs/rendering/email/block-document.js';
import { takesContent } from '#libs/rendering/email/email-layout.js';
import { TemplateError } from '#libs/rendering/template-error.js';
import { ValidationException } from '../../common/errors/validation.exception.js';

const FIELD = 'controlValues.email.body';

/**
 * Throws 422 with line and column for a body that cannot be read, 400 for one that has no place for the content. An empty
 * one, and the document of a block editor, are no templates.
 */
export function assertLayoutBody(body: string): void {
  if (body.trim() === '' || isBlockDocument(body)) return;
  try {
    if (!takesContent(body)) throw new BadRequestException(`${FIELD} must print the body of the email: {{ content }}`);
  } catch (error) {
    throw error instanceof TemplateError ? unreadableBody(error) : error;
  }
}

/** 422 for the body of a layout that cannot be read or rendered, with the place. */
export function unreadableBody({ line, column, message }: TemplateError): ValidationException {
  const place = line === undefined ? '' : `line ${line}${column === undefined ? '' : `, column ${column}`}: `;
  return ValidationException.of(FIELD, `${place}${message}`);
}

/** 422 for the body of a layout that is rendered and cannot take a body in, with the sentence that says why. */
export function unusableBody(problem: string): ValidationException {
  return ValidationException.of(FIELD, problem);
}
