/** A file of a form: the name of its field, its own name, and what is in it. */
export type FormFile = [field: string, name: string, content: string | Buffer];

const BOUNDARY = 'boundary-of-the-form';

/** Headers and payload of a request that sends a form with files. */
export function aForm(
  files: readonly FormFile[],
  fields: Record<string, string> = {},
): { headers: Record<string, string>; payload: string | Buffer } {
  const parts = [
    ...files.map(([field, name, content]) => part(`name="${field}"; filename="${name}"`, content)),
    ...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value)),
  ];
  const whole = Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: files.some(([, , content]) => typeof content !== 'string') ? whole : whole.toString(),
  };
}

function part(disposition: string, content: string | Buffer): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]);
}
