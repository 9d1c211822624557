import { BadRequestException, HttpException, HttpStatus, PayloadTooLargeException } from '@nestjs/common';
import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

/** A file of a form. */
export interface FormFile {
  name: string;
  content: Buffer;
}

/** A form with files, in memory. */
export interface Form {
  fields: ReadonlyMap<string, unknown>;
  files: FormFile[];
}

/** The limits of a form; exceeding one is a 413. */
export interface FormLimits {
  files: number;
  /** Bytes of one file. */
  fileBytes: number;
  /** Bytes of all files together. */
  totalBytes: number;
}

const MAX_FIELDS = 10;
/** Bytes of a field; the longest has 500 characters. */
const MAX_FIELD_BYTES = 4096;

/**
 * Reads the multipart body of a request. Throws 415 for another content type, 400 for an invalid body, 413 for a large
 * one.
 */
export async function readForm(request: FastifyRequest, { files, fileBytes, totalBytes }: FormLimits): Promise<Form> {
  if (!request.isMultipart()) {
    throw new HttpException('The content type must be multipart/form-data', HttpStatus.UNSUPPORTED_MEDIA_TYPE);
  }
  const form = { fields: new Map<string, unknown>(), files: new Array<FormFile>() };
  const limits = { files, fileSize: fileBytes, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES };
  let bytes = 0;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw new PayloadTooLargeException(`A field has more than ${MAX_FIELD_BYTES} bytes`);
        form.fields.set(part.fieldname, part.value);
        continue;
      }
      const content = await part.toBuffer();
      bytes += content.length;
      if (bytes > totalBytes) throw new PayloadTooLargeException(`The files have more than ${totalBytes} bytes`);
      form.files.push({ name: part.filename, content });
    }
  } catch (error) {
    if (hasCode(error, 'FST_FILES_LIMIT')) throw new PayloadTooLargeException(`The form has more files than ${files}`);
    if (hasCode(error, 'FST_REQ_FILE_TOO_LARGE'))
      throw new PayloadTooLargeException(`The file has more than ${fileBytes} bytes`);
    throw isClientError(error) ? error : new BadRequestException('The form cannot be read');
  }
  return form;
}

/** Whether Fastify says it of a file: of the body it has words of its own. */
function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Exceeded limits are errors of Fastify with a code; errors of the multipart parser have none. */
function isClientError(error: unknown): boolean {
  if (error instanceof HttpException) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_');
}
