import type { ApiRequest } from '../api-client.js';

/** A file of a form: the name of its field, its own name, and what is in it. */
export type FormFile = [field: string, name: string, content: string];

const BOUNDARY = 'boundary-of-the-form';

/** Headers and payload of a request that sends a form with files. */
export function aForm(
  files: readonly FormFile[],
  fields: Record<string, string> = {},
): Pick<ApiRequest, 'headers' | 'payload'> {
  const parts = [
    ...files.map(([field, name, content]) => part(`name="${field}"; filename="${name}"`, content)),
    ...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value)),
  ];
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: `${parts.join('')}--${BOUNDARY}--\r\n`,
  };
}

function part(disposition: string, content: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
}
