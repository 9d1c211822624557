import { BadRequestException } from '@nestjs/common';
import { isBlockDocument } from '#libs/rendering/email/block-document.js';
import type { Computation, Work } from '../platform/computation/computation.service.js';
import type { TemplateFailure } from '../platform/computation/rendering.tasks.js';
import { layoutContentTask } from '../platform/computation/rendering.tasks.js';
import { ValidationException } from '../platform/errors/validation.exception.js';

const FIELD = 'controlValues.email.body';

/**
 * Throws 422 with line and column for a body that cannot be read, 400 for one that has no place for the content. An empty
 * one, and the document of a block editor, are no templates.
 */
export async function assertLayoutBody(body: string, computation: Computation, work: Work): Promise<void> {
  if (body.trim() === '' || isBlockDocument(body)) return;
  const read = await computation.run(layoutContentTask, body, work);
  if ('failure' in read) throw unreadableBody(read.failure);
  if (!read.takesContent) throw new BadRequestException(`${FIELD} must print the body of the email: {{ content }}`);
}

/** 422 for the body of a layout that cannot be read or rendered, with the place. */
export function unreadableBody({ line, column, message }: TemplateFailure): ValidationException {
  const place = line === undefined ? '' : `line ${line}${column === undefined ? '' : `, column ${column}`}: `;
  return ValidationException.of(FIELD, `${place}${message}`);
}

/** 422 for the body of a layout that is rendered and cannot take a body in, with the sentence that says why. */
export function unusableBody(problem: string): ValidationException {
  return ValidationException.of(FIELD, problem);
}
